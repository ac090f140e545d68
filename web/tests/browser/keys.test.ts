/** What is done without a pointer. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { atDevice, begin, click, moves, open, square } from './page';
import { browser, site } from './site';

test('letters work on the board, and Escape lets go wherever the focus is', async () => {
  const { page, faults, close } = await open(browser, site.url);
  await atDevice(page, site.url);
  await begin(page);
  await page.locator('[role="gridcell"][tabindex="0"]').focus();
  await page.keyboard.press('t');
  assert.match(await page.getByTestId('spoken').innerText(), /Clock of Black: .*Clock of White/);
  const before = (await square(page, '7g')).y;
  await page.keyboard.press('f');
  await page.waitForFunction(
    (y) => (document.querySelector('[data-key="7g"]')?.getBoundingClientRect().y ?? 0) < y - 50,
    before,
  );
  await page.keyboard.press('f');
  const pawn = await square(page, '7g');
  await page.mouse.click(pawn.x, pawn.y);
  await page.locator('sq.selected').waitFor();
  await page.getByLabel('Type a move').focus();
  await page.keyboard.press('Escape');
  await page.locator('sq.selected').waitFor({ state: 'detached' });
  await page.locator('[role="gridcell"][tabindex="0"]').focus();
  await page.keyboard.press('m');
  assert.equal(
    await page.getByLabel('Type a move').evaluate((e) => e === document.activeElement),
    true,
  );
  await click(page, '7g', '7f');
  await moves(page, 1);
  assert.deepEqual(faults, []);
  await close();
});

test('the first Tab offers to skip the header, and every page has a heading', async () => {
  const { page, faults, close } = await open(browser, site.url);
  for (const path of ['', 'new/computer', 'new/local', 'settings', 'clock', 'nowhere']) {
    await page.goto(`${site.url}#/${path}`);
    await page.locator('h1').first().waitFor({ state: 'attached' });
    assert.equal(await page.locator('h1').count(), 1, path);
  }
  await atDevice(page, site.url);
  assert.match(await page.locator('h1').innerText(), /against/);
  await page.reload();
  await page.goto(`${site.url}#/new/local`);
  await page.getByRole('heading', { name: 'Two at this device' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Two at this device' }).waitFor();
  await page.keyboard.press('Tab');
  const link = page.getByRole('link', { name: 'Skip to the content' });
  assert.equal(await link.evaluate((e) => e === document.activeElement), true);
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'main');
  assert.match(page.url(), /#\/new\/local$/);
  assert.deepEqual(faults, []);
  await close();
});
