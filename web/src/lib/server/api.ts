/** What is asked of the server once: who one is, challenges, records. */
import { remember } from './me.svelte';
import type { Challenge, Color, Format, Opening, Person, ServerInfo, Terms } from '../wasm/types';

export type { Challenge, Person, Terms };

/** A refusal in the server's words. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    title: string,
  ) {
    super(title);
  }
}

export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`/api/v1/${path}`, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok) {
    const fault = type.includes('json')
      ? ((await response.json()) as { code?: string; title?: string })
      : {};
    throw new Problem(response.status, fault.code ?? 'unknown', fault.title ?? response.statusText);
  }
  if (response.status === 204 || response.status === 202) return undefined as T;
  // A static server answers everything with the page: that is no club.
  if (!type.includes('json')) throw new Problem(503, 'no-server', 'no server');
  return (await response.json()) as T;
}

/** A finished game of the archive. */
export interface Archived {
  id: string;
  black: Person;
  white: Person;
  opening: Opening;
  result: string;
  cause: string;
  plies: number;
  ended_at: number;
}

/** One's own game that is not over. */
export interface RunningGame {
  id: string;
  black: Person;
  white: Person;
  you: Color;
  /** Whose turn it is, while the game is being played. */
  turn?: Color;
  plies: number;
}

let asking: Promise<Person> | undefined;

export const api = {
  /** Two questions at once would make two guests of a newcomer. */
  me: (): Promise<Person> => {
    asking ??= ask<Person>('GET', 'me')
      .then(remember)
      .finally(() => (asking = undefined));
    return asking;
  },
  running: (): Promise<RunningGame[]> => ask('GET', 'games/running'),
  challenges: (): Promise<Challenge[]> => ask('GET', 'challenges'),
  server: (): Promise<ServerInfo> => ask('GET', 'server'),
  signUp: (name: string, password: string, invitation?: string): Promise<Person> =>
    ask('POST', 'accounts', { name, password, ...(invitation ? { invitation } : {}) }),
  logIn: (name: string, password: string, code?: string): Promise<Person> =>
    ask('POST', 'session', { name, password, ...(code ? { code } : {}) }),
  logOut: (): Promise<void> => ask('DELETE', 'session'),
  games: (query: Record<string, string>): Promise<{ games: Archived[]; cursor?: number }> =>
    ask('GET', `games?${new URLSearchParams(query)}`),
  record: async (id: string, format: Format): Promise<Uint8Array> => {
    const response = await fetch(`/api/v1/games/${encodeURIComponent(id)}/record/${format}`);
    if (!response.ok)
      throw new Problem(
        response.status,
        'record',
        ((await response.json()) as { title: string }).title,
      );
    return new Uint8Array(await response.arrayBuffer());
  },
  challenge: (id: string): Promise<Challenge> => ask('GET', `challenges/${encodeURIComponent(id)}`),
  /** Open challenges that are older than this one. */
  olderChallenges: ({ created_at, id }: Challenge): Promise<Challenge[]> =>
    ask('GET', `challenges?before=${created_at}-${encodeURIComponent(id)}`),
  makeChallenge: (terms: Terms, arbiter?: string): Promise<Challenge> =>
    ask('POST', 'challenges', { terms, ...(arbiter ? { arbiter } : {}) }),
  /** Agrees to be the arbiter. */
  agree: (id: string): Promise<Challenge> =>
    ask('PUT', `challenges/${encodeURIComponent(id)}/arbiter`),
  /** Declines to be the arbiter. */
  decline: (id: string): Promise<Challenge> =>
    ask('DELETE', `challenges/${encodeURIComponent(id)}/arbiter`),
  withdraw: (id: string): Promise<void> => ask('DELETE', `challenges/${encodeURIComponent(id)}`),
  accept: (id: string, grade: string): Promise<{ game: string }> =>
    ask('POST', `challenges/${encodeURIComponent(id)}/accept`, grade ? { grade } : {}),
};
