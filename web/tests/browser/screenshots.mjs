/**
 * Pictures of every page, in both sizes, light and dark, into target/screenshots; with KOMADAI_SERVER those of the club, too.
 *
 * usage: npm run screenshots [-- PART]      PART: only pictures with this in their names
 */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ask, meetOn, openClub, resign } from '../live/house.mjs';
import { atDevice, begin, choose, click, fromPosition, moves, open, type, withComputer } from './page.mjs';

const folder = fileURLToPath(new URL('../../../target/screenshots/', import.meta.url));
await mkdir(folder, { recursive: true });
const only = process.argv[2];

const noClock = (page) => choose(page, 'No clock');
const playAll = async (page, list) => {
  for (const [index, move] of list.entries()) {
    await type(page, move);
    await moves(page, index + 1);
  }
};
const OPENING = ['7g7f', '3c3d', '8h2b+', '3a2b', '2g2f', '8c8d', '2f2e', '8d8e', '2e2d', '2c2d', '2h2d', '8e8f', '8g8f', '8b8f'];

/** Each scene brings a page to where its picture is taken. */
const SCENES = {
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
    await SCENES['clock-running'](page, url);
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
  impasse: (page, url) => fromPosition(page, url, '1K1+R1+R3/+P+P+P+P+P+P+P2/2+B6/9/9/9/9/4k4/9 b B2G4S4N4L11P2g 1'),
  'full-hands': (page, url) => fromPosition(page, url, '4k4/9/9/9/9/9/9/9/4K4 b RB2G2S2N2L9Prb2g2s2n2l9p 1'),
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
  'seireigi-pieces': (page, url) => fromPosition(page, url, 'k8/9/9/9/1+L1+N1+S1+G1/9/9/9/4K4 w - 1', { variant: 'seireigi' }),
};

/** Scenes over the server: each gives the page to be taken and how to leave. */
const between = async (game, list) => {
  for (const [index, move] of list.entries()) {
    await type(index % 2 ? game.white : game.black, move);
    for (const page of [game.black, game.white]) await moves(page, index + 1);
  }
};
let number = 0;
const CLUB_SCENES = {
  lobby: async (club, options) => {
    const [me, other] = [await open(club.browser, club.site.url, options), await open(club.browser, club.site.url)];
    await other.page.goto(club.site.url);
    await ask(other.page, 'GET', 'me');
    for (const terms of [{ clock: '15m+60s', handicap: 'two-piece' }, { clock: '10m+30s', rules: { preset: 'fesa' } }])
      await ask(other.page, 'POST', 'challenges', { terms: { rules: { preset: 'casual' }, visibility: 'public', ...terms } });
    await me.page.goto(`${club.site.url}#/lobby`);
    await me.page.getByRole('button', { name: 'Accept and play' }).first().waitFor();
    const close = async () => {
      for (const { id } of await ask(other.page, 'GET', 'challenges').then((list) => list.challenges ?? list)) await ask(other.page, 'DELETE', `challenges/${id}`).catch(() => undefined);
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
  friend: async (club, options) => {
    const me = await open(club.browser, club.site.url, options);
    await me.page.goto(`${club.site.url}#/friend`);
    await me.page.getByRole('button', { name: 'Make a link' }).waitFor();
    return me;
  },
  'friend-link': async (club, options) => {
    const me = await CLUB_SCENES.friend(club, options);
    await me.page.getByRole('button', { name: 'Make a link' }).click();
    await me.page.getByText('Waiting for your friend').waitFor();
    return me;
  },
  'live-furigoma': async (club, options) => {
    const game = await meetOn(club, { color: 'furigoma', clock: '10m+30s' }, { options: [options, {}] });
    await game.black.waitForFunction(() => /Black, and the first move/.test(document.querySelector('.toss')?.textContent ?? ''));
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
    const game = await meetOn(club, { clock: '15m+60s' }, { options: [options, {}], account: `Hanako${number++}` });
    await between(game, OPENING.slice(0, 4));
    await resign(game.white);
    await game.black.getByText('The game is over').waitFor();
    await game.black.goto(`${club.site.url}#/account`);
    await game.black.getByText('4 moves').waitFor();
    return { page: game.black, close: game.close };
  },
};

const SIZES = {
  desk: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};

const club = await openClub();
let count = 0;

/** Takes one picture; what goes wrong is said, and the next is taken. */
async function take(file, scene) {
  if (only && !file.includes(only)) return;
  let opened;
  try {
    opened = await scene();
    // As it is seen on opening, not where the last move was typed.
    await opened.page.evaluate(() => {
      document.querySelector('input:focus')?.blur();
      scrollTo(0, 0);
    });
    await opened.page.waitForTimeout(500);
    await opened.page.screenshot({ path: `${folder}${file}.png` });
    count += 1;
  } catch (error) {
    console.error(`${file}: ${error.message.split('\n')[0]}`);
    process.exitCode = 1;
  }
  await opened?.close();
}

async function alone(scene, options) {
  const me = await open(club.browser, club.site.url, options);
  await scene(me.page, club.site.url);
  return me;
}

try {
  for (const [size, look] of Object.entries(SIZES))
    for (const theme of ['light', 'dark']) {
      const options = { ...look, settings: { theme } };
      for (const [name, scene] of Object.entries(SCENES)) await take(`${name}-${size}-${theme}`, () => alone(scene, options));
      if (!process.env.KOMADAI_SERVER) continue;
      for (const [name, scene] of Object.entries(CLUB_SCENES)) await take(`${name}-${size}-${theme}`, () => scene(club, options));
    }
} finally {
  await club.close();
}
console.log(`${count} pictures in ${folder}`);
