/** Between the words of the wire and those of the page. */
import type { Act, Actor, ClockView, Color } from '../wasm/types';
import type { LiveClock } from './protocol';

/** An act in the words of the wire. */
export function wireAct(act: Act, by: Actor): Record<string, unknown> {
  const other = by === 'black' ? 'white' : 'black';
  switch (act.t) {
    case 'play':
      return { kind: 'play', deed: act.usi };
    case 'claim-illegal':
      return { kind: 'claim', claim: { kind: 'illegal-move', offender: act.offender ?? other } };
    case 'claim-flag':
      return { kind: 'claim', claim: { kind: 'flag' } };
    case 'claim-repetition':
      return { kind: 'claim', claim: { kind: 'repetition', ...(act.next ? { next: act.next } : {}) } };
    case 'claim-count':
      return { kind: 'claim', claim: { kind: 'count' } };
    case 'offer':
    case 'accept':
    case 'decline':
      return { kind: act.t, offer: act.offer };
    default:
      return { kind: act.t };
  }
}

/** What the wire says one may do, in the page's words: `offer-draw` is `offer draw` here. */
export function pageMay(words: string[]): string[] {
  return words.map((word) => {
    const offer = /^(offer|accept|decline)-(count|take-back|draw|cancel)$/.exec(word);
    if (offer) return `${offer[1]} ${offer[2]}`;
    return word === 'claim-illegal-move' ? 'claim-illegal' : word;
  });
}

/** A clock of the wire with what the agreed times add to it. */
export function pageClock(clock: LiveClock, spec: string | null | undefined): ClockView {
  const face = (color: Color): ClockView[Color] => {
    const display = clock[color];
    const { length, increment } = extras(spec ?? '', color);
    return { main: display.main, period: display.period, length: display.period === undefined ? undefined : length, periods: display.periods ?? 0, increment };
  };
  return { at: clock.at, running: clock.running ?? undefined, black: face('black'), white: face('white') };
}

/** The byoyomi or increment of a side, from the text of the clock. */
function extras(spec: string, color: Color): { length?: number; increment?: number } {
  const own = new RegExp(`${color === 'black' ? 'B' : 'W'}:(\\S+)`).exec(spec)?.[1] ?? spec;
  const parts = /\+(?:(\d+)x)?(?:(\d+)m)?(?:([\d.]+)s)?(\/move)?$/.exec(own);
  if (!parts) return {};
  const time = (Number(parts[2] ?? 0) * 60 + Number(parts[3] ?? 0)) * 1000;
  return parts[4] ? { increment: time } : { length: time };
}
