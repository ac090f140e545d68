import { expect, test } from 'vitest';
import { en } from '../../src/lib/i18n/en';
import { ja } from '../../src/lib/i18n/ja';
import { fill } from '../../src/lib/i18n/fill';
import { parseRoute } from '../../src/lib/route';

test('every word exists in both languages, with the same blanks to fill', () => {
  expect(Object.keys(ja).sort()).toEqual(Object.keys(en).sort());
  for (const [word, text] of Object.entries(en)) {
    const blanks = (value: string): string[] => [...new Set(value.match(/\{\w+\}/g) ?? [])].sort();
    expect(blanks(ja[word as keyof typeof en]), word).toEqual(blanks(text));
  }
});

test('blanks are filled, and unknown ones left alone', () => {
  expect(fill('{a} and {b}', { a: 1 })).toBe('1 and {b}');
});

test('addresses are taken apart', () => {
  expect(parseRoute('#/play/local?stored=1').path).toEqual(['play', 'local']);
  expect(parseRoute('').path).toEqual([]);
  expect(parseRoute('#/game/a%20b').path).toEqual(['game', 'a b']);
  expect(parseRoute('#/x?ply=3').query.get('ply')).toBe('3');
});
