/** Nothing is lost from sight: running games and challenges are found from every page, and one is told of one's move. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { axe } from '../browser/axe';
import { click, moves, open } from '../browser/page';
import { ask, meetOn, openClub, resign, type Club } from './club';

let club: Club;
beforeAll(async () => {
  club = await openClub();
});
afterAll(() => club?.close());

const PHONE = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };
const running = (page: Page): ReturnType<Page['locator']> => page.locator('header .running');

async function makeLink(page: Page): Promise<string> {
  await page.goto(`${club.site.url}#/friend`);
  await page.getByRole('button', { name: 'Make a link' }).click();
  await page.getByText('You may leave this page').waitFor();
  return page.getByLabel('Play a friend by link').inputValue();
}

for (const [size, options] of Object.entries({ desktop: {}, phone: PHONE })) {
  test(`a running game is on the first page and in the header of every page, with whose turn it is (${size})`, async () => {
    const game = await meetOn(club, {}, { options: [options, options] });
    await game.black.goto(`${club.site.url}#/settings`);
    await running(game.black).getByText('Your move').waitFor({ state: 'attached' });
    assert.match(await game.black.title(), /^● Your move/);
    assert.match(
      (await game.black.locator('link[rel="icon"]').getAttribute('href')) ?? '',
      /icon-move\.svg$/,
    );
    const width = await game.black.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= (options === PHONE ? 390 : 1280), `${width}`);
    await game.black.goto(club.site.url);
    const list = game.black.getByRole('region', { name: 'Your games' });
    await list.getByText('Your move').waitFor();
    assert.deepEqual(await axe(game.black), []);
    await list.getByRole('link').click();
    await game.black.locator('.cells').waitFor();
    await click(game.black, '7g', '7f');
    await moves(game.white, 1);
    await game.white.waitForFunction(() => document.title.startsWith('● Your move'));
    await game.black.waitForFunction(() => !document.title.includes('Your move'));
    await game.black.goto(club.site.url);
    await list.getByText('Your opponent is to move').waitFor();
    await resign(game.white);
    await game.black.goto(`${club.site.url}#/settings`);
    await running(game.black).waitFor({ state: 'detached' });
    assert.deepEqual(game.faults(), []);
    await game.close();
  });
}

test('a challenger who has left the waiting page is led to the game, from a game at the device by a banner', async () => {
  const one = await open(club.browser, club.site.url);
  const two = await open(club.browser, club.site.url);
  let link = await makeLink(one.page);
  await one.page.goto(`${club.site.url}#/settings`);
  await running(one.page).getByText('Waiting for your opponent').waitFor();
  await one.page.reload();
  await running(one.page).click();
  await one.page.getByRole('heading', { name: 'Your challenge' }).waitFor();
  await one.page.getByText('the game begins when it is accepted').waitFor();
  await one.page.goto(`${club.site.url}#/settings`);
  await two.page.goto(link);
  await two.page.getByRole('button', { name: 'Accept and play' }).click();
  await one.page.waitForURL(/#\/game\//);
  await one.page.locator('.cells').waitFor();
  await resign(two.page);
  await one.page.getByText('The game is over').waitFor();
  // At a game of one's own nobody is taken away from it.
  link = await makeLink(one.page);
  await one.page.goto(`${club.site.url}#/clock`);
  await running(one.page).getByText('Waiting for your opponent').waitFor();
  await two.page.goto(link);
  await two.page.getByRole('button', { name: 'Accept and play' }).click();
  const banner = one.page.getByRole('alert').filter({ hasText: 'Your challenge was accepted' });
  await banner.getByRole('link', { name: 'To the game' }).click();
  await one.page.locator('.cells').waitFor();
  await banner.waitFor({ state: 'detached' });
  assert.deepEqual([...one.faults, ...two.faults], []);
  await one.close();
  await two.close();
});

test('the lobby says that one waits, and a challenge can be withdrawn', async () => {
  const { page, faults, close } = await open(club.browser, club.site.url);
  await page.goto(`${club.site.url}#/lobby`);
  await page.getByRole('button', { name: 'Post a challenge' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Post a challenge' }).click();
  await page.getByText('Waiting for your opponent …').waitFor();
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText('Waiting for your opponent …').waitFor({ state: 'detached' });
  await page.goto(`${club.site.url}#/settings`);
  await page.waitForTimeout(100);
  assert.equal(await running(page).count(), 0);
  assert.deepEqual(faults, []);
  await close();
});

interface Called {
  notes: string[];
  buzzes: number;
  sounds: number;
}

test('in a background tab a move is heard, notified and felt by those who want it', async () => {
  const settings = { sound: true, notifications: true, vibration: true };
  const game = await meetOn(club, {}, { options: [{}, { settings }] });
  await game.white.evaluate(() => {
    const called: Called = { notes: [], buzzes: 0, sounds: 0 };
    Object.assign(window, { called });
    Object.defineProperty(document, 'hidden', { get: () => true });
    window.Notification = class extends EventTarget {
      constructor(_title: string, options: { body: string }) {
        super();
        called.notes.push(options.body);
      }
    } as unknown as typeof Notification;
    navigator.vibrate = () => Boolean((called.buzzes += 1));
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (...args) {
      called.sounds += 1;
      start.apply(this, args);
    };
  });
  // Browsers let a page sound after it was touched.
  await game.white.locator('header').click();
  await click(game.black, '7g', '7f');
  await moves(game.white, 1);
  await game.white.waitForFunction(() => {
    const { called } = window as unknown as { called: Called };
    return called.notes.length === 1 && called.buzzes === 1 && called.sounds >= 1;
  });
  const note = await game.white.evaluate(
    () => (window as unknown as { called: Called }).called.notes[0],
  );
  assert.match(note ?? '', /^Your move against Guest/);
  assert.deepEqual(game.faults(), []);
  await game.close();
});

test('an unknown path gets the page with the status 404, and leads on', async () => {
  const { page, close } = await open(club.browser, club.site.url);
  const answer = await page.goto(`${club.site.url}no/such/page`);
  assert.equal(answer?.status(), 404);
  await page.getByRole('heading', { name: 'Page not found.' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
  await page.getByRole('heading', { name: 'How would you like to play?' }).waitFor();
  // What was meant is found.
  await page.goto(`${club.site.url}settings`);
  await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
  await page.goto(club.site.url);
  const told = await page.evaluate(async () => {
    const response = await fetch('/api/v1/nothing');
    return { status: response.status, type: response.headers.get('content-type') };
  });
  assert.deepEqual(told, { status: 404, type: 'application/problem+json' });
  await ask(page, 'GET', 'me');
  await close();
});
