/** What is in sight in windows of every size, and how well it is seen. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { atDevice, begin, boxOf, click, fromPosition, moves, open, type } from './page';
import { browser, site } from './site';

const FULL_HANDS = '4k4/9/9/9/9/9/9/9/4K4 b RB2G2S2N2L9Prb2g2s2n2l9p 1';

/** Everything that a player needs during a move. */
const NEEDED = ['.board-frame', '.stand-top', '.stand-bottom', '.area-top', '.area-bottom'];

async function inSight(page: Page, width: number, height: number): Promise<void> {
  for (const part of NEEDED) {
    const box = await boxOf(page.locator(part));
    const inside = box.x >= 0 && box.y >= 0 && box.x + box.width <= width + 0.5;
    assert(inside && box.y + box.height <= height + 0.5, `${part}: ${JSON.stringify(box)}`);
  }
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
}

/** Names of sides and players are whole, and no clock lies on them. */
async function namesWhole(page: Page, window: string): Promise<void> {
  for (const plate of await page.locator('.plate').all()) {
    const clock = await boxOf(plate.locator('.clock'));
    for (const part of await plate.locator('.side, .name:not(:empty)').all()) {
      const cut = await part.evaluate((element) => element.scrollWidth - element.clientWidth);
      const text = await part.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        // As wide as its letters, as high as its line: fonts claim more height than they draw.
        const { top, bottom } = element.getBoundingClientRect();
        return { top, bottom, right: range.getBoundingClientRect().right };
      });
      const beside = text.right <= clock.x + 0.5 || text.bottom <= clock.y + 0.5;
      const seen = `${window}: ${await part.innerText()} ${JSON.stringify({ text, clock, cut })}`;
      assert(beside || text.top >= clock.y + clock.height - 0.5, seen);
      assert(cut <= 0, seen);
    }
  }
}

const UPRIGHT = [
  [390, 664],
  [375, 553],
  [390, 844],
  [360, 640],
  [320, 568],
  [820, 1180],
] as const;

test('upright the board has the width, with both stands and clocks in sight', async () => {
  for (const [width, height] of UPRIGHT) {
    const { page, faults, close } = await open(browser, site.url, { viewport: { width, height } });
    await atDevice(page, site.url, () => page.getByLabel('Name of Black').fill('Yamada Tarō'));
    await begin(page);
    await inSight(page, width, height);
    const board = await boxOf(page.locator('.board-frame'));
    assert(board.width >= 0.96 * width, `${width}x${height}: ${JSON.stringify(board)}`);
    assert.equal(await page.locator('.clock:visible').count(), 2);
    await namesWhole(page, `${width}x${height}`);
    await fromPosition(page, site.url, FULL_HANDS);
    await inSight(page, width, height);
    assert.deepEqual(faults, []);
    await close();
  }
});

test('sideways the board has the height, with stands and clocks beside it', async () => {
  for (const [width, height, least] of [
    [844, 390, 0.85],
    [1180, 820, 0.85],
    [1280, 800, 0.85],
  ] as const) {
    const { page, faults, close } = await open(browser, site.url, { viewport: { width, height } });
    await atDevice(page, site.url);
    await begin(page);
    await inSight(page, width, height);
    const board = await boxOf(page.locator('.board-frame'));
    assert(board.height >= least * height, `${width}x${height}: ${JSON.stringify(board)}`);
    await namesWhole(page, `${width}x${height}`);
    assert.deepEqual(faults, []);
    await close();
  }
});

test('at 200 % zoom a game can be played, with squares of 32 pixels', async () => {
  const { page, faults, close } = await open(browser, site.url, {
    viewport: { width: 640, height: 400 },
    deviceScaleFactor: 2,
  });
  await atDevice(page, site.url);
  await begin(page);
  await inSight(page, 640, 400);
  const square = await boxOf(page.locator('[data-key="5e"]'));
  assert(square.width >= 32, JSON.stringify(square));
  await click(page, '7g', '7f');
  await moves(page, 1);
  assert.deepEqual(faults, []);
  await close();
});

test('the slider makes the board smaller, and that is kept', async () => {
  const { page, faults, close } = await open(browser, site.url);
  await fromPosition(page, site.url, FULL_HANDS);
  const before = await boxOf(page.locator('.board-frame'));
  await page.getByLabel('Size of the board').fill('60');
  const after = await boxOf(page.locator('.board-frame'));
  assert(Math.abs(after.width / before.width - 0.6) < 0.01, JSON.stringify({ before, after }));
  await page.reload();
  await page.locator('.cells').waitFor();
  assert.equal((await boxOf(page.locator('.board-frame'))).width, after.width);
  assert.deepEqual(faults, []);
  await close();
});

test('coordinates keep off the lines, and inside ones off the pieces', async () => {
  for (const viewport of [
    { width: 375, height: 553 },
    { width: 1280, height: 800 },
  ]) {
    const outside = await open(browser, site.url, { viewport, settings: { rankNames: 'kanji' } });
    await atDevice(outside.page, site.url);
    const [board, frame] = [
      await boxOf(outside.page.locator('.sg-wrap')),
      await boxOf(outside.page.locator('.board-frame')),
    ];
    const files = await boxOf(outside.page.locator('.coords.files span').first());
    const rank = await boxOf(outside.page.locator('.coords.ranks span').first());
    assert(files.y > frame.y && files.y + files.height <= board.y - 1.5, JSON.stringify(files));
    assert(rank.x >= board.x + board.width + 1.5, JSON.stringify({ rank, board }));
    await outside.close();

    const inside = await open(browser, site.url, {
      viewport,
      settings: { coordinates: 'inside', rankNames: 'letters' },
    });
    await atDevice(inside.page, site.url);
    // White's pieces look down and fill the upper corners; Black's fill the lower ones.
    const top = await boxOf(inside.page.locator('[data-key="5a"]'));
    const five = await boxOf(inside.page.locator('.coords.files span').nth(4));
    assert(five.y > top.y + top.height / 2 && five.x < top.x + top.width / 2);
    const bottom = await boxOf(inside.page.locator('[data-key="1i"]'));
    const last = await boxOf(inside.page.locator('.coords.ranks span').last());
    assert(last.y + last.height < bottom.y + bottom.height / 2);
    await inside.close();
  }
});

/** The ratio of contrast of two colours as they are painted, theme and all. */
const contrastOfLastMove = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const probe = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    const frame = document.querySelector('.board-frame') as HTMLElement;
    const dimmed = /brightness\(([\d.]+)\)/.exec(getComputedStyle(frame).filter)?.[1] ?? '1';
    const luminance = (color: string): number => {
      probe.fillStyle = color;
      probe.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0] = [...probe.getImageData(0, 0, 1, 1).data].map((value) => {
        const part = (value * Number(dimmed)) / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const colors = (text: string): string[] => text.match(/rgba?\([^)]*\)/g) ?? [];
    const wood = colors(getComputedStyle(frame).backgroundImage).slice(-4).map(luminance);
    const last = document.querySelector('sq.last-dest') as HTMLElement;
    const mark = luminance(colors(getComputedStyle(last).boxShadow)[0] ?? 'white');
    return Math.min(...wood.map((value) => (value + 0.05) / (mark + 0.05)));
  });

test('the last move stands out of the wood, and an emptied place on the stand is seen', async () => {
  for (const theme of ['light', 'dark']) {
    const { page, faults, close } = await open(browser, site.url, { settings: { theme } });
    await fromPosition(page, site.url, '4k4/9/9/9/9/9/9/9/4K4 b GPp 1');
    await type(page, 'G*5e');
    await moves(page, 1);
    assert((await contrastOfLastMove(page)) >= 3, `${theme}: ${await contrastOfLastMove(page)}`);
    const slot = page.locator('.stand-bottom sg-hp-wrap.last-dest');
    const empty = await boxOf(slot);
    assert(empty.width > 20);
    assert.equal(await slot.locator('piece').isVisible(), false);
    // What is reached by the keyboard lies where it is drawn.
    const pawn = await boxOf(page.locator('.stand-bottom [data-hand="P"]'));
    const drawn = await boxOf(page.locator('.stand-bottom sg-hp-wrap:has(piece.pawn)'));
    assert(Math.abs(pawn.x - drawn.x) < 2 && Math.abs(pawn.y - drawn.y) < 2);
    assert.deepEqual(faults, []);
    await close();
  }
});

test('a ring around a piece that can be taken is clear of it', async () => {
  const { page, faults, close } = await open(browser, site.url);
  await fromPosition(page, site.url, '4k4/9/9/9/4r4/4G4/9/9/4K4 b - 1');
  const [gold, rook] = [
    await boxOf(page.locator('[data-key="5f"]')),
    await boxOf(page.locator('[data-key="5e"]')),
  ];
  await page.mouse.click(gold.x + gold.width / 2, gold.y + gold.height / 2);
  await page.locator('sq.dest.oc').waitFor();
  const width = await page
    .locator('sq.dest.oc')
    .evaluate((element) => parseFloat(getComputedStyle(element, '::after').borderTopWidth));
  // The widest drawing begins 7.2 % from the edge of its square.
  assert(width >= 2 && width <= rook.width * 0.065, `${width} of ${rook.width}`);
  assert.deepEqual(faults, []);
  await close();
});

test('the header is whole at 320 pixels, in both languages', async () => {
  for (const language of ['en', 'ja']) {
    const { page, faults, close } = await open(browser, site.url, {
      viewport: { width: 320, height: 568 },
      settings: { language },
    });
    await page.goto(site.url);
    await page.locator('h1').first().waitFor();
    const header = await boxOf(page.locator('header'));
    assert(header.height <= 56, JSON.stringify(header));
    for (const part of await page.locator('header a, header button').all()) {
      const box = await boxOf(part);
      assert(box.x >= 0 && box.x + box.width <= 320 && box.height <= 46, JSON.stringify(box));
    }
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320);
    assert.deepEqual(faults, []);
    await close();
  }
});
