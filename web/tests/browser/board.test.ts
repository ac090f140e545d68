/** The board itself: what is seen while pieces move, and how squares, sides and kings are named. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import {
  atDevice,
  boxOf,
  center,
  choose,
  click,
  fromPosition,
  moves,
  open,
  pieceAt,
  square,
  type,
} from './page';
import { browser, site } from './site';

const noClock = (page: Page): Promise<void> => choose(page, 'No clock');

test('a dragged piece leaves a ghost, and goes back when it is let go beside the board', async () => {
  const { page, faults, close } = await open(browser, site.url);
  await atDevice(page, site.url, () => noClock(page));
  const [from, to] = [await square(page, '7g'), await center(page, 'header')];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y - 40, { steps: 4 });
  const ghost = await page.locator('piece.ghost').first().boundingBox();
  assert(ghost && Math.abs(ghost.x + ghost.width / 2 - from.x) < 2, JSON.stringify(ghost));
  assert.equal(await page.locator('piece.dragging').count(), 1);
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  assert.match(await pieceAt(page, '7g'), /Black pawn/);
  assert.equal(await page.locator('[data-ply]').count(), 1);
  // Three pixels are not yet a drag: the piece is picked, and the second click plays it.
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 2, from.y);
  assert.equal(await page.locator('piece.dragging').isVisible(), false);
  await page.mouse.up();
  const target = await square(page, '7f');
  await page.mouse.click(target.x, target.y);
  assert.deepEqual(await moves(page, 1), ['P-7f']);
  assert.deepEqual(faults, []);
  await close();
});

test('the last move is tinted, and after a drop the stand that it came from', async () => {
  const { page, faults, close } = await open(browser, site.url);
  await fromPosition(page, site.url, '4k4/9/9/9/9/9/9/9/4K4 b 2P 1');
  await type(page, 'P*5e');
  await moves(page, 1);
  assert.equal(await page.locator('sq.last-dest').count(), 1);
  assert.equal(await page.locator('.stand-bottom sg-hp-wrap.last-dest').count(), 1);
  await type(page, '5a5b');
  await moves(page, 2);
  assert.equal(await page.locator('sq.last-dest').count(), 2);
  assert.equal(await page.locator('sg-hp-wrap.last-dest').count(), 0);
  assert.deepEqual(faults, []);
  await close();
});

test('squares are eleven to twelve at every size, with dots at the inner crossings', async () => {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    const { page, faults, close } = await open(browser, site.url, { viewport });
    await atDevice(page, site.url, () => noClock(page));
    const board = await boxOf(page.locator('.sg-wrap'));
    assert(Math.abs(board.width / board.height - 11 / 12) < 0.005, JSON.stringify(board));
    const dots = await page.locator('.stars i').all();
    const places = await Promise.all(
      dots.map(async (dot) => {
        const { x, y, width, height } = await boxOf(dot);
        return [
          (x + width / 2 - board.x) / board.width,
          (y + height / 2 - board.y) / board.height,
        ].map((part) => Math.round(part * 9));
      }),
    );
    assert.deepEqual(places, [
      [3, 3],
      [6, 3],
      [3, 6],
      [6, 6],
    ]);
    assert.deepEqual(faults, []);
    await close();
  }
});

test('ranks are told in kanji, letters or digits, and the board can do without', async () => {
  const ways = { kanji: '一二三四五六七八九', letters: 'abcdefghi', digits: '123456789' };
  for (const [rankNames, ranks] of Object.entries(ways)) {
    const { page, faults, close } = await open(browser, site.url, { settings: { rankNames } });
    await atDevice(page, site.url, () => noClock(page));
    assert.equal((await page.locator('.coords.ranks').innerText()).replace(/\s/g, ''), ranks);
    assert.equal((await page.locator('.coords.files').innerText()).replace(/\s/g, ''), '987654321');
    await page.keyboard.press('f');
    await page.waitForFunction(
      () =>
        document.querySelector('.coords.files')?.textContent?.replace(/\s/g, '') === '123456789',
    );
    assert.deepEqual(faults, []);
    await close();
  }
  const { page, close } = await open(browser, site.url, { settings: { coordinates: 'none' } });
  await atDevice(page, site.url, () => noClock(page));
  assert.equal(await page.locator('.coords').count(), 0);
  await close();
});

test('who gives a handicap is uwate and has the king, the other is shitate and has the jade', async () => {
  const sides = [
    ['sente-gote', 'shitate', 'uwate'],
    ['kanji', '下手', '上手'],
  ] as const;
  for (const [sideNames, below, above] of sides) {
    const { page, faults, close } = await open(browser, site.url, { settings: { sideNames } });
    await atDevice(page, site.url, async () => {
      await noClock(page);
      await page.getByLabel('Handicap').selectOption('two-piece');
    });
    assert.match(await page.locator('.area-bottom').innerText(), new RegExp(below));
    assert.match(await page.locator('.area-top').innerText(), new RegExp(above));
    assert.match(await pieceAt(page, '5i'), new RegExp(below));
    const drawing = (side: string): Promise<string> =>
      page.evaluate((color) => {
        const king = document.querySelector(`sg-pieces piece.king.${color}`);
        return king ? getComputedStyle(king, '::before').backgroundImage : '';
      }, side);
    const table = page.locator('.shogi-table');
    const drawn = (file: string): Promise<string> =>
      table.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), file);
    while ((await drawn('--jade')) === '') await page.waitForTimeout(20);
    const [jade, king] = [await drawn('--jade'), await drawn('--king')];
    assert.notEqual(jade, king);
    assert((await drawing('sente')).startsWith(jade), 'the jade is below');
    assert((await drawing('gote')).startsWith(king), 'the king is above');
    assert.deepEqual(faults, []);
    await close();
  }
});

test('an arrow can begin at a stand, and a right click makes a circle', async () => {
  const { page, faults, close } = await open(browser, site.url);
  await fromPosition(page, site.url, '4k4/9/9/9/9/9/9/9/4K4 b 2P 1');
  const [from, to] = [
    await center(page, '.stand-bottom [data-hand="P"]'),
    await square(page, '5e'),
  ];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.waitForTimeout(80);
  await page.mouse.up({ button: 'right' });
  await page.locator('.sg-shapes g line').waitFor({ state: 'attached' });
  await page.mouse.click(to.x, to.y, { button: 'right', delay: 80 });
  await page
    .locator('.sg-shapes g ellipse, .sg-shapes g circle')
    .first()
    .waitFor({ state: 'attached' });
  assert.deepEqual(await page.locator('[data-ply]').count(), 1);
  assert.deepEqual(faults, []);
  await close();
});

test('pieces glide, unless the system asks for less motion', async () => {
  for (const [reducedMotion, glides] of [
    ['no-preference', true],
    ['reduce', false],
  ] as const) {
    const { page, faults, close } = await open(browser, site.url, {
      reducedMotion,
      settings: { animation: 'normal' },
    });
    await atDevice(page, site.url, () => noClock(page));
    await page.evaluate(() => {
      const look = (): void => {
        const { dataset } = document.body;
        if (!dataset.glided && document.querySelector('piece.anim')) dataset.glided = 'yes';
      };
      new MutationObserver(look).observe(document.body, {
        subtree: true,
        attributes: true,
        childList: true,
      });
    });
    await type(page, '7g7f');
    await moves(page, 1);
    await page.waitForTimeout(400);
    assert.equal(await page.locator('body[data-glided]').count(), glides ? 1 : 0, reducedMotion);
    await click(page, '3c', '3d');
    await moves(page, 2);
    assert.deepEqual(faults, []);
    await close();
  }
});
