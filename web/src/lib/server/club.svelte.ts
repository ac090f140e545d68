/** What one has under way on the server, wherever one is on the page: games, and challenges that wait. */
import { call } from '../attention.svelte';
import { t } from '../i18n';
import { go, route } from '../router.svelte';
import { play } from '../sounds';
import { api, type Challenge, type RunningGame } from './api';
import { me } from './me.svelte';

/** There may be challenges of one's own. */
const WAITING = 'komadai.waiting';
/** Between two questions while a game goes on that is not open. */
const INTERVAL = 15_000;
/** Pages from which nobody is taken away. */
const BUSY = ['game', 'play', 'clock', 'operator'];

class Club {
  games = $state.raw<RunningGame[]>([]);
  /** One's own open challenges. */
  challenges = $state.raw<Challenge[]>([]);
  /** A game that has begun meanwhile and is not open yet. */
  begun = $state<string>();
  #listening: Promise<() => void> | undefined;
  #asking = false;

  /** The games that are not open here. */
  get others(): RunningGame[] {
    return this.games.filter(({ id }) => !isOpen(id));
  }

  /** Looks from now on. */
  start(): () => void {
    const ask = (): void => void this.refresh();
    const timer = setInterval(() => {
      if (this.others.length > 0) ask();
    }, INTERVAL);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }

  /** Asks the server, if it knows one. */
  async refresh(): Promise<void> {
    if (!me() || this.#asking) return;
    this.#asking = true;
    try {
      const [games] = await Promise.all([api.running(), this.#findChallenges()]);
      this.#take(games);
    } catch {
      // The server is away: what was known stays.
    } finally {
      this.#asking = false;
    }
  }

  /** A challenge was made here. */
  made(challenge: Challenge): void {
    localStorage.setItem(WAITING, '1');
    this.challenges = [...this.challenges.filter(({ id }) => id !== challenge.id), challenge];
    this.#listen();
  }

  /** A challenge was withdrawn, or accepted. */
  gone(id: string): void {
    this.challenges = this.challenges.filter((challenge) => challenge.id !== id);
    if (this.challenges.length === 0) localStorage.removeItem(WAITING);
    this.#listen();
  }

  #take(games: RunningGame[]): void {
    const before = new Map(this.games.map((game) => [game.id, game]));
    this.games = games;
    for (const game of this.others) {
      const old = before.get(game.id);
      if (old && old.turn !== game.turn && game.turn === game.you) {
        void play('move');
        call(t('your move against', { name: opponent(game) }));
      }
    }
    if (this.begun !== undefined && !games.some(({ id }) => id === this.begun))
      this.begun = undefined;
  }

  async #findChallenges(): Promise<void> {
    if (localStorage.getItem(WAITING) === null) return;
    const name = me()?.name;
    this.challenges = (await api.challenges()).filter(({ by }) => by.name === name);
    if (this.challenges.length === 0) localStorage.removeItem(WAITING);
    this.#listen();
  }

  /** Listens while a challenge waits. */
  #listen(): void {
    if (this.challenges.length > 0) this.#listening ??= this.#follow();
    else if (this.#listening) {
      void this.#listening.then((stop) => stop());
      this.#listening = undefined;
    }
  }

  async #follow(): Promise<() => void> {
    const { line } = await import('./socket.svelte');
    return line.listen(
      ({ message }) => {
        if (message.type !== 'game-begun') return;
        this.gone(message.challenge);
        this.#begin(message.game);
      },
      () => void this.refresh(),
    );
  }

  /** Leads to a game that begins; whoever is busy is told. */
  #begin(game: string): void {
    void play('start');
    call(t('challenge accepted'));
    if (isOpen(game)) return;
    if (BUSY.includes(route().path[0] ?? '')) {
      this.begun = game;
      void this.refresh();
    } else go(`/game/${game}`);
  }
}

const isOpen = (id: string): boolean => route().path[0] === 'game' && route().path[1] === id;

export const opponent = ({ you, black, white }: RunningGame): string =>
  (you === 'black' ? white : black).name;

export const club = new Club();
