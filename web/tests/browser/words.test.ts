/** Levels, clocks and moves in words. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { atDevice, choose, click, open } from './page';
import { browser, site } from './site';

test('levels have names and clocks are said in words, in both languages', async () => {
  for (const [language, names, clock] of [
    ['en', ['Pawn', 'King'], '10 minutes, then 30 seconds a move'],
    ['ja', ['歩兵', '玉将'], '10分・秒読み30秒'],
  ] as const) {
    const { page, faults, close } = await open(browser, site.url, { settings: { language } });
    await page.goto(`${site.url}#/new/computer`);
    await page.locator('label', { hasText: clock }).waitFor();
    for (const [level, name] of [
      ['1', names[0]],
      ['20', names[1]],
    ] as const) {
      await page.locator('input[type="range"]').first().fill(level);
      await page.locator('.level strong', { hasText: name }).waitFor();
    }
    assert.deepEqual(faults, []);
    await close();
  }
});

test('an illegal move of a beginner is explained at once, seen and read aloud', async () => {
  const { page, faults, close } = await open(browser, site.url);
  await atDevice(page, site.url, async () => {
    await choose(page, 'No clock');
    await choose(page, 'Beginners');
  });
  await click(page, '7g', '7e');
  const words = 'This piece does not move like that.';
  await page.getByTestId('spoken').getByText(words).waitFor({ state: 'attached' });
  await page.locator('.area-side').getByText(words).waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test('a move that is to be confirmed is named in the chosen notation', async () => {
  const { page, faults, close } = await open(browser, site.url, {
    settings: { confirmMoves: true },
  });
  await atDevice(page, site.url, () => choose(page, 'No clock'));
  await click(page, '7g', '7f');
  await page.getByRole('alertdialog', { name: 'Play P-7f?' }).waitFor();
  assert.deepEqual(faults, []);
  await close();
});
