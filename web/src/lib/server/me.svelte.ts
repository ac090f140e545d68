/** Who one was when the server was last asked: pages that do not need the server ask it only for those it knows. */
import type { Person } from '../wasm/types';

const STORE = 'komadai.me';

function read(): Person | undefined {
  try {
    return (JSON.parse(localStorage.getItem(STORE) ?? 'null') as Person | null) ?? undefined;
  } catch {
    return undefined;
  }
}

let known = $state.raw<Person | undefined>(read());

export const me = (): Person | undefined => known;

export function remember(person: Person): Person {
  known = person;
  localStorage.setItem(STORE, JSON.stringify(person));
  return person;
}
