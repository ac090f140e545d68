/** Games at this device: none is lost, and those that are over can be seen again. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { atDevice, choose, click, moves, open, withComputer } from './page';
import { browser, site } from './site';

test('games at this device are kept side by side, found on the first page, and listed when they are over', async () => {
  const { page, faults, close } = await open(browser, site.url);
  await atDevice(page, site.url, async () => {
    await choose(page, 'No clock');
    await page.getByLabel('Name of Black').fill('Hanako');
  });
  await click(page, '7g', '7f');
  await moves(page, 1);
  // Another game is begun; the first is still there.
  await withComputer(page, site.url);
  await click(page, '2g', '2f');
  await moves(page, 2);
  await page.locator('header .running').getByText('1 running').waitFor();
  await page.goto(site.url);
  const list = page.getByRole('region', { name: 'Your games' });
  await list.getByRole('link', { name: /Computer, level 1/ }).waitFor();
  assert.match(await list.innerText(), /White to move/);
  await list.getByRole('link', { name: /Hanako/ }).click();
  assert.deepEqual(await moves(page, 1), ['P-7f']);
  await page.reload();
  assert.deepEqual(await moves(page, 1), ['P-7f']);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.getByText('The game is over').waitFor();
  await page.goto(site.url);
  assert.equal(await list.getByRole('link').count(), 1);
  await page.getByText('Finished games at this device (1)').click();
  await page.getByRole('link', { name: /Hanako/ }).click();
  await page.getByText('The game is over').waitFor();
  assert.deepEqual(await moves(page, 1), ['P-7f']);
  // Discarding asks.
  await page.goto(site.url);
  await list.getByRole('button', { name: /Discard/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  assert.equal(await list.getByRole('link').count(), 1);
  await list.getByRole('button', { name: /Discard/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard it' }).click();
  await list.waitFor({ state: 'detached' });
  assert.deepEqual(faults, []);
  await close();
});

test('in a game with the computer the tab says whose move it is', async () => {
  const { page, faults, close } = await open(browser, site.url);
  await withComputer(page, site.url);
  await click(page, '7g', '7f');
  await moves(page, 2);
  await page.waitForFunction(() => document.title.startsWith('● Your move'));
  await page.goto(`${site.url}#/settings`);
  await page.waitForFunction(() => document.title === 'Komadai');
  assert.deepEqual(faults, []);
  await close();
});
