/** What the tests do with a page: in the words of a player. */
import assert from 'node:assert/strict';
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Locator,
  Page,
} from 'playwright-core';

export interface Opened {
  page: Page;
  context: BrowserContext;
  /** All that went wrong in the page. */
  faults: string[];
  close: () => Promise<void>;
}

export interface OpenOptions extends BrowserContextOptions {
  /** Settings of the page that differ from those of the tests. */
  settings?: Record<string, unknown>;
}

/** A page of our own, and a list of all that went wrong in it. */
export async function open(
  browser: Browser,
  url: string,
  options: OpenOptions = {},
): Promise<Opened> {
  const { settings, ...rest } = options;
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    ...rest,
  });
  // A machine that builds something beside the tests is slow; what fails, fails for good reason only.
  context.setDefaultTimeout(90_000);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('request', (request) => {
    const address = new URL(request.url());
    if (!['blob:', 'data:'].includes(address.protocol) && !request.url().startsWith(url))
      faults.push(`left the origin: ${request.url()}`);
  });
  await context.addInitScript(
    (chosen) => {
      if (!localStorage.getItem('komadai.settings'))
        localStorage.setItem('komadai.settings', JSON.stringify(chosen));
    },
    { language: 'en', animation: 'off', sound: false, ...settings },
  );
  return { page, context, faults, close: () => context.close() };
}

/** Where something is seen. */
export async function boxOf(
  where: Locator,
): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await where.boundingBox();
  assert(box, `${where} is not seen`);
  return box;
}

export async function center(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const box = await boxOf(page.locator(selector));
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export const square = (page: Page, key: string): Promise<{ x: number; y: number }> =>
  center(page, `[data-key="${key}"]`);

/** Plays by two clicks. */
export async function click(page: Page, from: string, to: string): Promise<void> {
  const start = await square(page, from);
  await page.mouse.click(start.x, start.y);
  const end = await square(page, to);
  await page.mouse.click(end.x, end.y);
}

/** Plays by dragging. */
export async function drag(page: Page, from: string, to: string): Promise<void> {
  const start = from.endsWith('*')
    ? await center(page, `.stand-bottom [data-hand="${from[0]}"]`)
    : await square(page, from);
  const end = await square(page, to);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
}

/** Waits until so many moves have been made. */
export async function moves(page: Page, count: number): Promise<string[]> {
  await page.waitForFunction(
    (wanted) => document.querySelectorAll('[data-ply]').length > wanted,
    count,
  );
  await page.waitForTimeout(60);
  return page.locator('[data-ply]:not([data-ply="0"]) .text').allTextContents();
}

/** Waits until so many moves have been made, and gives the last. */
export const lastMove = async (page: Page, count: number): Promise<string> =>
  (await moves(page, count)).at(-1) ?? '';

/** Types a move into the field. */
export async function type(page: Page, text: string): Promise<void> {
  await page.getByLabel('Type a move').fill(text);
  await page.getByLabel('Type a move').press('Enter');
}

/** What a screen reader says of a square. */
export async function pieceAt(page: Page, key: string): Promise<string> {
  return (await page.locator(`[data-key="${key}"]`).getAttribute('aria-label')) ?? '';
}

/** Fills in the form of a new game. */
type Choose = (page: Page) => Promise<unknown>;

/** Starts a game with the computer. */
export async function withComputer(
  page: Page,
  url: string,
  choose: Choose = async () => {},
): Promise<void> {
  await page.goto(`${url}#/new/computer`);
  await page.getByRole('heading', { name: 'A game with the computer' }).waitFor();
  await page.getByLabel(/^Level/).fill('1');
  await choose(page);
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.locator('.cells').waitFor();
}

/** Starts a game of two at this device. */
export async function atDevice(
  page: Page,
  url: string,
  choose: Choose = async () => {},
): Promise<void> {
  await page.goto(`${url}#/new/local`);
  await page.getByRole('heading', { name: 'Two at this device' }).waitFor();
  await choose(page);
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.locator('.cells').waitFor();
}

/** Starts the clock of a game that is ready. */
export async function begin(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Begin the game' }).click();
  await page.locator('.plate.turn').waitFor();
}

export const choose = (page: Page, label: string): Promise<void> =>
  page.locator('label', { hasText: new RegExp(`^\\s*${label}\\s*$`) }).click();

/** Opens a game of two at this device from any position, as if it had been left and taken up again. */
export async function fromPosition(
  page: Page,
  url: string,
  sfen: string,
  part: object = {},
): Promise<void> {
  const opening = {
    variant: 'shogi',
    start: sfen,
    rules: 'casual',
    names: { black: '', white: '' },
    ...part,
  };
  const stored = {
    config: {
      opening,
      seats: { black: 'human', white: 'human' },
      level: 1,
      seed: 1,
      setUp: 'ready',
    },
    log: JSON.stringify({ opening, commands: [{ at: 0, by: 'host', act: { t: 'start' } }] }),
    at: 0,
    date: '',
  };
  await page.goto(`${url}#/settings`);
  await page.evaluate(
    (value) => localStorage.setItem('komadai.local-game', value),
    JSON.stringify(stored),
  );
  await page.goto(`${url}#/play/local`);
  await page.locator('.cells').waitFor();
}
