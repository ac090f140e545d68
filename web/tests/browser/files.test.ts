/** Files of records. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { atDevice, choose, click, moves, open } from './page';
import { browser, site } from './site';

test('the name of a file says who played', async () => {
  const { page, faults, close } = await open(browser, site.url);
  await atDevice(page, site.url, async () => {
    await choose(page, 'No clock');
    await page.getByLabel('Name of Black').fill('Hanako');
    await page.getByLabel('Name of White').fill('Tarō / Y');
  });
  await click(page, '7g', '7f');
  await moves(page, 1);
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'KIF', exact: true }).click();
  assert.equal((await saving).suggestedFilename(), 'komadai-Hanako-Tarō_Y.kif');
  assert.deepEqual(faults, []);
  await close();
});
