/** What a move sounds like, and how it is read aloud. */
import { readSfen, squaresOf } from '../board/roles';
import { t } from '../i18n';
import { sideName } from '../names';
import type { Sound } from '../sounds';
import type { Color, GameView, Outcome } from '../wasm/types';

/** The sound of the last move. */
export function moveSound(view: GameView): Sound {
  const move = view.moves.at(-1);
  if (!move) return 'start';
  if (move.check !== undefined) return 'check';
  const { to, letter } = squaresOf(move.usi);
  if (letter) return 'drop';
  const before = view.moves.at(-2)?.sfen ?? view.start;
  return readSfen(before).squares.has(to) ? 'take' : 'move';
}

/** The last move in words. */
export function moveWords(view: GameView, handicap: boolean): string {
  const move = view.moves.at(-1);
  if (!move) return '';
  const words = `${sideName(move.color, handicap)}: ${move.text.replace(/^[▲△☗☖]/, '')}`;
  return move.check === undefined ? words : `${words}. ${t('check')}.`;
}

/** How a game ended, in words; first what it is to whoever plays here. */
export function outcomeWords({ verdict, winner, text }: Outcome, mine: Color | undefined): string {
  if (mine === undefined || verdict !== 'wins') return text;
  return `${t(winner === mine ? 'you won' : 'you lost')} ${text}`;
}
