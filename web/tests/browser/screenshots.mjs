/** Pictures of every page, in both sizes, light and dark, into target/screenshots. */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { launch, serve } from './browser.mjs';
import { atDevice, choose, click, fromPosition, moves, open, type, withComputer } from './page.mjs';

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
  friend: async (page, url) => page.goto(`${url}#/friend`),
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
    await page.getByRole('button', { name: 'Begin the game' }).click();
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

const SIZES = {
  desk: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};

const site = await serve();
const browser = await launch();
let count = 0;
try {
  for (const [size, options] of Object.entries(SIZES))
    for (const theme of ['light', 'dark'])
      for (const [name, scene] of Object.entries(SCENES)) {
        const file = `${name}-${size}-${theme}`;
        if (only && !file.includes(only)) continue;
        const { page, faults, close } = await open(browser, site.url, { ...options, settings: { theme } });
        try {
          await scene(page, site.url);
          await page.waitForTimeout(500);
          await page.screenshot({ path: `${folder}${file}.png` });
          count += 1;
        } catch (error) {
          console.error(`${file}: ${error.message.split('\n')[0]}`);
          process.exitCode = 1;
        }
        if (faults.length > 0) console.error(`${file}: ${faults.join('; ')}`);
        await close();
      }
} finally {
  await browser.close();
  site.stop();
}
console.log(`${count} pictures in ${folder}`);
