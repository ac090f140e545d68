/** The first page. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { click, moves, open } from './page';
import { browser, site } from './site';

test('a first game begins by one click, and the first page says what its goal is', async () => {
  const { page, faults, close } = await open(browser, site.url);
  await page.goto(site.url);
  await page.getByText('checkmate').waitFor();
  await page.getByRole('button', { name: 'Play now' }).click();
  await page.locator('.cells').waitFor();
  await page.getByText('Computer, level 1').first().waitFor();
  await click(page, '7g', '7f');
  await moves(page, 2);
  await page.getByRole('button', { name: 'Hint' }).waitFor();
  await page.getByRole('button', { name: 'Take back' }).waitFor();
  // It is not lost by leaving it, and no other first game takes its place.
  await page.getByRole('link', { name: 'Komadai' }).click();
  await page.getByRole('heading', { name: 'Your games' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Play now' }).count(), 0);
  assert.deepEqual(faults, []);
  await close();
});
