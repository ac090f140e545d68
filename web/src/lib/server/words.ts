/** Between the words of the wire and those of the page. */
import type { Act, Actor, ClockView, Color, Opening } from '../wasm/types';
import type { LiveClock, LiveOpening } from './protocol';

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

/** What a game was opened with, as the rules in this browser want it. */
export function pageOpening(opening: LiveOpening): Opening {
  const { variant, start, rules, clock, players, first_move: first } = opening;
  return {
    variant,
    start: 'handicap' in start ? start.handicap : start.sfen,
    rules: rules.preset,
    knobs: rules.knobs,
    clock: typeof clock === 'string' ? clock : undefined,
    names: { black: players.black.name, white: players.white.name },
    tosser: first === 'settled' ? undefined : first.furigoma.tosser,
  };
}

/** The displays of the server, with the byoyomi or increment that the rules know of. */
export function pageClock(clock: LiveClock, drawn: ClockView | undefined): ClockView {
  const face = (color: Color): ClockView[Color] => {
    const { main, period, periods = 0 } = clock[color];
    return { main, period, periods, length: drawn?.[color].length, increment: drawn?.[color].increment };
  };
  return { at: clock.at, running: clock.running ?? undefined, black: face('black'), white: face('white') };
}
