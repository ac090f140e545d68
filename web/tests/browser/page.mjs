/** What the tests do with a page: in the words of a player. */
import assert from 'node:assert/strict';

/** A page of our own, and a list of all that went wrong in it. */
export async function open(browser, url, options = {}) {
  const { settings, ...rest } = options;
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB', ...rest });
  // A machine that builds something beside the tests is slow; what fails, fails for good reason only.
  context.setDefaultTimeout(90_000);
  const page = await context.newPage();
  const faults = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('request', (request) => {
    const address = new URL(request.url());
    if (!['blob:', 'data:'].includes(address.protocol) && !request.url().startsWith(url)) faults.push(`left the origin: ${request.url()}`);
  });
  await context.addInitScript((chosen) => {
    if (!localStorage.getItem('komadai.settings')) localStorage.setItem('komadai.settings', JSON.stringify(chosen));
  }, { language: 'en', animation: 'off', sound: false, ...settings });
  return { page, context, faults, close: () => context.close() };
}

export async function center(page, selector) {
  const box = await page.locator(selector).boundingBox();
  assert(box, `${selector} is not there`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export const square = (page, key) => center(page, `[data-key="${key}"]`);

/** Plays by two clicks. */
export async function click(page, from, to) {
  const start = await square(page, from);
  await page.mouse.click(start.x, start.y);
  const end = await square(page, to);
  await page.mouse.click(end.x, end.y);
}

/** Plays by dragging. */
export async function drag(page, from, to) {
  const start = from.endsWith('*') ? await center(page, `.stand-bottom [data-hand="${from[0]}"]`) : await square(page, from);
  const end = await square(page, to);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
}

/** Waits until so many moves have been made. */
export async function moves(page, count) {
  await page.waitForFunction((wanted) => document.querySelectorAll('[data-ply]').length > wanted, count);
  await page.waitForTimeout(60);
  return page.locator('[data-ply]:not([data-ply="0"]) .text').allTextContents();
}

/** Types a move into the field. */
export async function type(page, text) {
  await page.getByLabel('Type a move').fill(text);
  await page.getByLabel('Type a move').press('Enter');
}

export const pieceAt = (page, key) => page.locator(`[data-key="${key}"]`).getAttribute('aria-label');

/** Starts a game with the computer. */
export async function withComputer(page, url, choose = async () => undefined) {
  await page.goto(`${url}#/new/computer`);
  await page.getByRole('heading', { name: 'A game with the computer' }).waitFor();
  await page.getByLabel(/^Level/).fill('1');
  await choose(page);
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.locator('.cells').waitFor();
}

/** Starts a game of two at this device. */
export async function atDevice(page, url, choose = async () => undefined) {
  await page.goto(`${url}#/new/local`);
  await page.getByRole('heading', { name: 'Two at this device' }).waitFor();
  await choose(page);
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.locator('.cells').waitFor();
}

/** Starts the clock of a game that is ready. */
export async function begin(page) {
  await page.getByRole('button', { name: 'Begin the game' }).click();
  await page.locator('.plate.turn').waitFor();
}

export const choose = (page, label) => page.locator('label', { hasText: new RegExp(`^\\s*${label}\\s*$`) }).click();

/** Opens a game of two at this device from any position, as if it had been left and taken up again. */
export async function fromPosition(page, url, sfen, part = {}) {
  const opening = { variant: 'shogi', start: sfen, rules: 'casual', names: { black: '', white: '' }, ...part };
  const stored = {
    config: { opening, seats: { black: 'human', white: 'human' }, level: 1, seed: 1, setUp: 'ready' },
    log: JSON.stringify({ opening, commands: [{ at: 0, by: 'host', act: { t: 'start' } }] }),
    at: 0,
    date: '',
  };
  await page.goto(`${url}#/settings`);
  await page.evaluate((value) => localStorage.setItem('komadai.local-game', value), JSON.stringify(stored));
  await page.goto(`${url}#/play/local`);
  await page.locator('.cells').waitFor();
}
