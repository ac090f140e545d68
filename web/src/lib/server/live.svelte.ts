/** A game on the server. The server judges; the rules in this browser only draw what it tells. */
import type { GameSource, Saved } from '../game/source';
import { today } from '../game/today';
import { t } from '../i18n';
import { settings } from '../settings.svelte';
import { files, Table } from '../wasm/client';
import { COLORS, type Act, type Actor, type Color, type Done, type Format, type GameView } from '../wasm/types';
import { api } from './api';
import type { ChatLine, GameState, LiveClock, LiveEvent, Presence, ServerMessage } from './protocol';
import { line } from './socket.svelte';
import { pageClock, pageMay, pageOpening, wireAct } from './words';

export class LiveSource implements GameSource {
  readonly kind = 'live';
  view = $state.raw<GameView>();
  message = $state('');
  chat = $state.raw<ChatLine[]>([]);
  presence = $state.raw<Presence>({ black: true, white: true, spectators: 0 });
  rematchBy = $state<string>();
  next = $state<string>();
  /** How the pawns fell, toss by toss, while this page looked on. */
  tosses = $state.raw<string[]>([]);
  /** Asked for here, so that the next game is opened when it is there. */
  wantsRematch = $state(false);
  /** The draw that ended this game is played again, and that has just been told. */
  replayed = $state(false);
  failed = $state('');
  role = $state<GameState['role']>('spectator');
  readonly thinking = undefined;
  #table: Table | undefined;
  #state: GameState | undefined;
  #last = 0;
  #offset = 0;
  #may: string[] = [];
  #clock: LiveClock | undefined;
  #queue: Promise<void> = Promise.resolve();
  readonly #stop: () => void;

  constructor(readonly id: string) {
    this.#stop = line.listen(
      (message) => {
        this.#queue = this.#queue.then(() => this.#take(message)).catch((error: unknown) => {
          this.message = String(error);
        });
      },
      () => line.send({ type: 'join', game: this.id, after: this.#last }),
    );
  }

  get offline(): boolean {
    return !line.up;
  }

  get seats(): Color[] {
    return COLORS.filter((color) => color === this.role);
  }

  now(): number {
    return Math.max(0, Math.floor(performance.now() + this.#offset));
  }

  async act(by: Actor, act: Act): Promise<Done> {
    const ply = act.t === 'play' ? { ply: this.view?.moves.length ?? 0 } : {};
    const reply = await line.request({ type: 'act', game: this.id, act: wireAct(act, by), ...ply });
    await this.#queue;
    return { ok: reply.ok, refusal: reply.ok ? undefined : reply.message, rejected: false, lines: [] };
  }

  readMove(text: string): Promise<string> {
    return this.#table ? this.#table.readMove(text) : Promise.reject(new Error('offline'));
  }

  async record(format: Format, encoding: 'utf8' | 'sjis'): Promise<Saved> {
    if (this.view?.phase !== 'finished') return this.#draft(format, encoding);
    const bytes = await api.record(this.id, format);
    if (encoding === 'utf8') return { bytes, notices: [] };
    return files.convert(bytes, this.view?.variant ?? 'shogi', format, encoding);
  }

  /** The moves so far: the server gives the record, with all times, when the game is over. */
  #draft(format: Format, encoding: 'utf8' | 'sjis'): Promise<Saved> {
    const { view } = this;
    if (!view || !this.#state) return Promise.reject(new Error('offline'));
    const opening = { ...pageOpening(this.#state.opening), names: view.names, clock: undefined, tosser: undefined };
    const played = view.moves.map(({ color, usi }) => ({ at: 0, by: color, act: { t: 'play', usi } }));
    const commands = [{ at: 0, by: 'host', act: { t: 'start' } }, ...played];
    return files.record(JSON.stringify({ opening, commands }), format, encoding, settings.language, today());
  }

  async rematch(): Promise<string> {
    this.wantsRematch = true;
    if (!this.next) await line.request({ type: 'rematch', game: this.id });
    await this.#queue;
    return this.next ? `/game/${this.next}` : `/game/${this.id}`;
  }

  async say(text: string): Promise<void> {
    const reply = await line.request({ type: 'chat', game: this.id, text });
    if (!reply.ok) this.message = reply.message ?? '';
  }

  async refresh(): Promise<void> {
    if (!this.#table || !this.#state) return;
    const drawn = await this.#table.view(this.now(), settings.notation, settings.language);
    this.view = this.#complete(drawn);
  }

  close(): void {
    line.send({ type: 'leave', game: this.id });
    this.#stop();
    this.#table?.close();
  }

  async #take(message: ServerMessage): Promise<void> {
    if (message.type === 'game' && message.id === this.id) return this.#join(message);
    if (message.type === 'error' && message.game === this.id && !this.view) this.failed = message.message;
    if (!('game' in message) || message.game !== this.id) return;
    if (message.type === 'events') await this.#events(message);
    else if (message.type === 'chat') this.chat = [...this.chat.filter((each) => each.n !== message.line.n), message.line];
    else if (message.type === 'presence') this.presence = message.presence;
    else if (message.type === 'rematch-offered') this.rematchBy = message.by;
    else if (message.type === 'next') this.#follows(message.next);
  }

  async #join(state: GameState): Promise<void> {
    const { opening } = state;
    this.#state = state;
    this.role = state.role;
    this.#may = state.may;
    this.#clock = state.clock;
    this.#offset = state.now - performance.now();
    this.presence = state.presence;
    this.chat = state.chat;
    this.next = state.next;
    this.#table ??= await Table.open(pageOpening(opening));
    await this.#follow(state.from, state.events);
    this.#nonce();
  }

  #follows(next: string): void {
    this.next = next;
    this.replayed = this.view?.rules.replay === true && this.view.outcome?.verdict === 'draw';
  }

  async #events(message: Extract<ServerMessage, { type: 'events' }>): Promise<void> {
    if (message.from > this.#last + 1) {
      // Something was missed: ask for all of it.
      line.send({ type: 'join', game: this.id, after: this.#last });
      return;
    }
    if (message.may) this.#may = message.may;
    if (message.clock) {
      this.#clock = message.clock;
      this.#offset = Math.max(this.#offset, message.clock.at - performance.now());
    }
    this.#toss(message.events);
    await this.#follow(message.from, message.events);
    this.#nonce();
  }

  async #follow(from: number, events: LiveEvent[]): Promise<void> {
    const fresh = events.slice(Math.max(0, this.#last + 1 - from));
    this.#last = Math.max(this.#last, from + events.length - 1);
    for (const event of fresh) this.#notice(event);
    // Both are asked at once: the worker answers in order, and a move is on the board one way earlier.
    await Promise.all([this.#table?.tell(fresh), this.refresh()]);
  }

  /** What is worth a line of its own. */
  #notice({ by, fact }: LiveEvent): void {
    if (fact.kind === 'greeted' && (by === 'black' || by === 'white')) {
      const words = t(this.view?.phase === 'finished' ? 'greet after' : 'greet before');
      this.message = t('greeting of', { name: this.view?.names[by] ?? '', words });
    } else if (fact.kind === 'claim-rejected') this.message = t('claim wrong');
    else if (fact.kind === 'moved') this.message = '';
  }

  /** Pawns that fall while one looks on. Who has Black now, and what one may do, is told on joining. */
  #toss(events: LiveEvent[]): void {
    const faces = events.flatMap(({ fact }) => (fact.kind === 'tossed' ? [fact.toss] : []));
    if (faces.length === 0) return;
    this.tosses = faces;
    queueMicrotask(() => line.send({ type: 'join', game: this.id, after: this.#last }));
  }

  /** For a toss that both can check each player adds a number. */
  #nonce(): void {
    if (!this.#may.includes('add-nonce')) return;
    this.#may = this.#may.filter((word) => word !== 'add-nonce');
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    const nonce = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    line.send({ type: 'act', re: 0, game: this.id, act: { kind: 'add-nonce', nonce } });
  }

  /** What the rules in this browser draw, with what only the server knows. */
  #complete(drawn: GameView): GameView {
    const may = pageMay(this.#may);
    const mine = (color: Color): string[] => (this.role === color ? may : []);
    return {
      ...drawn,
      // Engines are for after the game, whatever the rules allow at a kitchen table.
      rules: { ...drawn.rules, engine: drawn.phase === 'finished' },
      clock: this.#clock && pageClock(this.#clock, drawn.clock),
      may: { black: mine('black'), white: mine('white'), arbiter: this.role === 'arbiter' ? may : [], host: [] },
    };
  }
}
