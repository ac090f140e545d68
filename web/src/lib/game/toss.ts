/** Five pawns: how they fall, and what is counted. */
import { reducedMotion } from '../settings.svelte';

/** Five pawns: heads, tails and, seldom, an edge. */
export function tossPawns(random: (bound: number) => number): string {
  return Array.from({ length: 5 }, () => {
    const roll = random(100);
    return roll < 2 ? 'E' : roll % 2 ? 'U' : 'P';
  }).join('');
}

export function countFaces(faces: string): { fu: number; to: number; edge: number } {
  const count = (face: string): number => [...faces].filter((each) => each === face).length;
  return { fu: count('U'), to: count('P'), edge: count('E') };
}

/** How long pawns roll before they lie. */
export const rollingMillis = (): number => (reducedMotion() ? 0 : 900);

export const rest = (millis: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, millis));
