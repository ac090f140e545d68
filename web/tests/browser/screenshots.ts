/**
 * Pictures of every page, in four sizes, light and dark, into target/screenshots; with KOMADAI_SERVER those of the club, too.
 *
 * usage: npm run screenshots [-- PART]      PART: only pictures with this in their names
 */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { ask, meetOn, openClub, resign, type Club, type Meeting } from '../live/club';
import {
  atDevice,
  begin,
  choose,
  click,
  fromPosition,
  moves,
  open,
  type,
  withComputer,
  type Opened,
  type OpenOptions,
} from './page';

const folder = fileURLToPath(new URL('../../../target/screenshots/', import.meta.url));
await mkdir(folder, { recursive: true });
const only = process.argv[2];

const noClock = (page: Page): Promise<void> => choose(page, 'No clock');
const playAll = async (page: Page, list: string[]): Promise<void> => {
  for (const [index, move] of list.entries()) {
    await type(page, move);
    await moves(page, index + 1);
  }
};
const OPENING = [
  '7g7f',
  '3c3d',
  '8h2b+',
  '3a2b',
  '2g2f',
  '8c8d',
  '2f2e',
  '8d8e',
  '2e2d',
  '2c2d',
  '2h2d',
  '8e8f',
  '8g8f',
  '8b8f',
];

/** Each scene brings a page to where its picture is taken. */
const SCENES: Record<string, (page: Page, url: string) => Promise<unknown>> = {
  home: async (page, url) => page.goto(url),
  'home-ja': async (page, url) => {
    await page.goto(url);
    await page.getByRole('button', { name: '日本語' }).click();
  },
  'new-computer': async (page, url) => page.goto(`${url}#/new/computer`),
  'new-local': async (page, url) => page.goto(`${url}#/new/local`),
  settings: async (page, url) => page.goto(`${url}#/settings`),
  clock: async (page, url) => page.goto(`${url}#/clock`),
  'clock-running': async (page, url) => {
    await page.goto(`${url}#/clock`);
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.locator('[data-clock="white"]').click();
  },
  'clock-correct': async (page, url) => {
    await SCENES['clock-running']?.(page, url);
    await page.getByRole('button', { name: 'Arbiter’s corrections' }).click();
  },
  'game-start': async (page, url) => atDevice(page, url),
  game: async (page, url) => {
    await atDevice(page, url, () => page.getByLabel('Name of Black').fill('Yamada Tarō'));
    await begin(page);
    await playAll(page, OPENING);
    await click(page, '2d', '2d').catch(() => undefined);
  },
  'game-ja': async (page, url) => {
    await page.goto(url);
    await page.getByRole('button', { name: '日本語' }).click();
    await page.goto(`${url}#/new/local`);
    await choose(page, 'なし');
    await page.getByRole('button', { name: '始める' }).click();
    await page.locator('.cells').waitFor();
    for (const [index, move] of OPENING.entries()) {
      await page.getByLabel('指し手を入力').fill(move);
      await page.getByLabel('指し手を入力').press('Enter');
      await moves(page, index + 1);
    }
  },
  promotion: async (page, url) => {
    await atDevice(page, url, noClock);
    await playAll(page, ['7g7f', '3c3d']);
    await click(page, '8h', '2b');
  },
  'game-over': async (page, url) => {
    await atDevice(page, url, noClock);
    await playAll(page, OPENING.slice(0, 6));
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  },
  declare: async (page, url) => {
    await atDevice(page, url, async () => {
      await noClock(page);
      await choose(page, 'FESA Laws');
    });
    await page.getByRole('button', { name: 'Declare' }).click();
  },
  claim: async (page, url) => {
    await atDevice(page, url, async () => {
      await noClock(page);
      await choose(page, 'FESA Laws');
    });
    await playAll(page, OPENING.slice(0, 4));
    await page.getByRole('button', { name: 'Claim', exact: true }).click();
  },
  record: async (page, url) => {
    await atDevice(page, url, noClock);
    await playAll(page, OPENING.slice(0, 4));
    await page.getByRole('button', { name: 'Record', exact: true }).click();
  },
  impasse: (page, url) =>
    fromPosition(page, url, '1K1+R1+R3/+P+P+P+P+P+P+P2/2+B6/9/9/9/9/4k4/9 b B2G4S4N4L11P2g 1'),
  'full-hands': (page, url) =>
    fromPosition(page, url, '4k4/9/9/9/9/9/9/9/4K4 b RB2G2S2N2L9Prb2g2s2n2l9p 1'),
  check: (page, url) => fromPosition(page, url, '4k4/9/4P4/9/9/9/4r4/9/4K4 b G 1'),
  furigoma: async (page, url) => {
    await withComputer(page, url, () => choose(page, 'Furigoma'));
    await page.getByRole('button', { name: 'Toss the pawns' }).click();
    await page.waitForTimeout(1300);
  },
  seireigi: async (page, url) => {
    await atDevice(page, url, async () => {
      await noClock(page);
      await choose(page, 'Seireigi');
    });
    await playAll(page, ['7g7f', '3c3d', '8h2b+', '3a2b', 'B*3c', '2b3c', '4i5h', '7a6b']);
  },
  'seireigi-pieces': (page, url) =>
    fromPosition(page, url, 'k8/9/9/9/1+L1+N1+S1+G1/9/9/9/4K4 w - 1', { variant: 'seireigi' }),
};

const between = async (game: Meeting, list: string[]): Promise<void> => {
  for (const [index, move] of list.entries()) {
    await type(index % 2 ? game.white : game.black, move);
    for (const page of [game.black, game.white]) await moves(page, index + 1);
  }
};
let number = 0;

/** The page to be taken, and how to leave. */
type Scene = Pick<Opened, 'page' | 'close'>;

async function link(club: Club, options: OpenOptions): Promise<Scene> {
  const me = await open(club.browser, club.site.url, options);
  await me.page.goto(`${club.site.url}#/friend`);
  await me.page.getByRole('button', { name: 'Make a link' }).waitFor();
  return me;
}

/** Scenes over the server. */
const CLUB_SCENES: Record<string, (club: Club, options: OpenOptions) => Promise<Scene>> = {
  lobby: async (club, options) => {
    const [me, other] = [
      await open(club.browser, club.site.url, options),
      await open(club.browser, club.site.url),
    ];
    await other.page.goto(club.site.url);
    await ask(other.page, 'GET', 'me');
    for (const terms of [
      { clock: '15m+60s', handicap: 'two-piece' },
      { clock: '10m+30s', rules: { preset: 'fesa' } },
    ])
      await ask(other.page, 'POST', 'challenges', {
        terms: { rules: { preset: 'casual' }, visibility: 'public', ...terms },
      });
    await me.page.goto(`${club.site.url}#/lobby`);
    await me.page.getByRole('button', { name: 'Accept and play' }).first().waitFor();
    const close = async (): Promise<void> => {
      const { challenges } = await ask<{ challenges: { id: string }[] }>(
        other.page,
        'GET',
        'challenges',
      );
      for (const { id } of challenges)
        await ask(other.page, 'DELETE', `challenges/${id}`).catch(() => undefined);
      await me.close();
      await other.close();
    };
    return { page: me.page, close };
  },
  'lobby-post': async (club, options) => {
    const me = await open(club.browser, club.site.url, options);
    await me.page.goto(`${club.site.url}#/lobby`);
    await me.page.getByRole('button', { name: 'Post a challenge' }).click();
    return me;
  },
  friend: link,
  'friend-link': async (club, options) => {
    const me = await link(club, options);
    await me.page.getByRole('button', { name: 'Make a link' }).click();
    await me.page.getByText('Waiting for your friend').waitFor();
    return me;
  },
  'live-furigoma': async (club, options) => {
    const game = await meetOn(
      club,
      { color: 'furigoma', clock: '10m+30s' },
      { options: [options, {}] },
    );
    await game.black.waitForFunction(() =>
      /Black, and the first move/.test(document.querySelector('.toss')?.textContent ?? ''),
    );
    return { page: game.black, close: game.close };
  },
  live: async (club, options) => {
    const game = await meetOn(club, { clock: '15m+60s' }, { options: [options, {}] });
    await between(game, OPENING);
    await game.white.getByLabel('Say something').fill('Good luck!');
    await game.white.getByRole('button', { name: 'Send' }).click();
    await game.black.getByText('Good luck!').waitFor();
    return { page: game.black, close: game.close };
  },
  'live-offer': async (club, options) => {
    const game = await meetOn(club, { clock: '15m+60s' }, { options: [options, {}] });
    await between(game, OPENING.slice(0, 4));
    await game.white.getByRole('button', { name: 'Take back' }).click();
    await game.black.getByText(/asks to take/).waitFor();
    return { page: game.black, close: game.close };
  },
  'live-over': async (club, options) => {
    const game = await meetOn(club, { clock: '15m+60s' }, { options: [options, {}] });
    await between(game, OPENING.slice(0, 8));
    await resign(game.white);
    await game.black.getByText('The game is over').waitFor();
    return { page: game.black, close: game.close };
  },
  account: async (club, options) => {
    const me = await open(club.browser, club.site.url, options);
    await me.page.goto(`${club.site.url}#/account`);
    await me.page.getByRole('button', { name: 'Log in' }).waitFor();
    return me;
  },
  profile: async (club, options) => {
    const game = await meetOn(
      club,
      { clock: '15m+60s' },
      { options: [options, {}], account: `Hanako${number++}` },
    );
    await between(game, OPENING.slice(0, 4));
    await resign(game.white);
    await game.black.getByText('The game is over').waitFor();
    await game.black.goto(`${club.site.url}#/account`);
    await game.black.getByText('4 moves').waitFor();
    return { page: game.black, close: game.close };
  },
};

const TOUCH: OpenOptions = { hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const SIZES: Record<string, OpenOptions> = {
  desk: { viewport: { width: 1280, height: 800 } },
  phone: { ...TOUCH, viewport: { width: 390, height: 844 } },
  // With the bars of the browser around the page, and held sideways.
  short: { ...TOUCH, viewport: { width: 390, height: 664 } },
  wide: { ...TOUCH, viewport: { width: 844, height: 390 } },
};

const club = await openClub();
let count = 0;

/** Takes one picture; what goes wrong is said, and the next is taken. */
async function take(file: string, scene: () => Promise<Scene>): Promise<void> {
  if (only && !file.includes(only)) return;
  let opened: Scene | undefined;
  try {
    opened = await scene();
    // As it is seen on opening, not where the last move was typed.
    await opened.page.evaluate(() => {
      document.querySelector<HTMLInputElement>('input:focus')?.blur();
      scrollTo(0, 0);
    });
    await opened.page.waitForTimeout(500);
    await opened.page.screenshot({ path: `${folder}${file}.png` });
    count += 1;
  } catch (error) {
    console.error(`${file}: ${String(error).split('\n')[0]}`);
    process.exitCode = 1;
  }
  await opened?.close();
}

async function alone(
  scene: (page: Page, url: string) => Promise<unknown>,
  options: OpenOptions,
): Promise<Scene> {
  const me = await open(club.browser, club.site.url, options);
  await scene(me.page, club.site.url);
  return me;
}

try {
  for (const [size, look] of Object.entries(SIZES))
    for (const theme of ['light', 'dark']) {
      const options = { ...look, settings: { theme } };
      for (const [name, scene] of Object.entries(SCENES))
        await take(`${name}-${size}-${theme}`, () => alone(scene, options));
      if (!process.env.KOMADAI_SERVER) continue;
      for (const [name, scene] of Object.entries(CLUB_SCENES))
        await take(`${name}-${size}-${theme}`, () => scene(club, options));
    }
} finally {
  await club.close();
}
console.log(`${count} pictures in ${folder}`);
