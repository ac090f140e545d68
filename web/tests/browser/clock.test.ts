/** The clock beside a real board: it survives a reload, keeps the screen on, and asks before it is reset. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { axe } from './axe';
import { choose, open, type OpenOptions } from './page';
import { browser, site } from './site';

const PHONE = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };

async function start(page: Page): Promise<void> {
  await page.goto(`${site.url}#/clock`);
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.locator('[data-clock="white"]').click();
  await page.locator('[data-clock="black"].running').waitFor();
}

test('the clock survives a reload, keeps the screen on, and asks before it is reset', async () => {
  const { page, context, faults, close } = await open(browser, site.url);
  await context.addInitScript(() => {
    const held = { now: 0, ever: 0 };
    Object.assign(window, { held });
    Object.defineProperty(navigator, 'wakeLock', {
      value: {
        request: async () => {
          held.now += 1;
          held.ever += 1;
          return { release: async () => void (held.now -= 1) };
        },
      },
    });
  });
  await start(page);
  await page.locator('[data-clock="black"]').click();
  await page.locator('[data-clock="white"].running').waitFor();
  await page.waitForTimeout(1200);
  await page.reload();
  // White's clock has run on, and what was pressed is known.
  await page.locator('[data-clock="white"].running').waitFor();
  assert.match(await page.locator('[data-clock="white"] .time').innerText(), /^14:5/);
  assert.match(await page.locator('[data-clock="black"] .who').innerText(), /1 moves/);
  await page.waitForFunction(() => (window as unknown as { held: { now: number } }).held.now === 1);
  // The number of moves has a press of its own.
  await page.getByRole('button', { name: 'Show the number of moves' }).click();
  assert.doesNotMatch(await page.locator('[data-clock="black"] .who').innerText(), /moves/);
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.locator('[data-clock="white"].running').waitFor();
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('button', { name: 'Begin' }).waitFor();
  await page.waitForFunction(() => (window as unknown as { held: { now: number } }).held.now === 0);
  await page.reload();
  await page.getByRole('button', { name: 'Begin' }).waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test('a flag that must be claimed is claimed by the side that sees it', async () => {
  const { page, faults, close } = await open(browser, site.url);
  await page.goto(`${site.url}#/clock`);
  await choose(page, 'Other …');
  await page.getByPlaceholder('15m+60s').fill('1s');
  await page.getByPlaceholder('15m+60s').blur();
  await choose(page, 'must be claimed \\(FESA\\)');
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.locator('[data-clock="white"]').click();
  await page.getByText('FLAG').waitFor();
  await page.getByRole('button', { name: /^White claims/ }).click();
  await page
    .locator('.bar')
    .getByText(/White wins/)
    .waitFor();
  assert.deepEqual(faults, []);
  await close();
});

const SIZES: Record<string, { options: OpenOptions; turned: boolean }> = {
  desktop: { options: {}, turned: false },
  phone: { options: PHONE, turned: true },
  sideways: { options: { ...PHONE, viewport: { width: 844, height: 390 } }, turned: false },
};
for (const [size, { options, turned }] of Object.entries(SIZES)) {
  test(`between the players there are few symbols, and the far side is turned when upright (${size})`, async () => {
    const { page, faults, close } = await open(browser, site.url, options);
    await start(page);
    assert.equal(await page.locator('.device.turned').count(), turned ? 1 : 0);
    const words = await page.locator('.bar button').allInnerTexts();
    assert.deepEqual(
      words.filter((text) => text.trim() !== ''),
      [],
    );
    assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1);
    assert.deepEqual(await axe(page), []);
    const { width, height } = await page.evaluate(() => ({
      width: document.documentElement.scrollWidth - innerWidth,
      height: document.documentElement.scrollHeight - innerHeight,
    }));
    assert.ok(width <= 0 && height <= 0, `${width} ${height}`);
    assert.deepEqual(faults, []);
    await close();
  });
}
