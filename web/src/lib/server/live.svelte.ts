/** A game on the server. The server judges; the rules in this browser only draw what it tells. */
import type { GameSource, Saved } from '../game/source';
import { fill } from '../i18n/fill';
import { t, type Word } from '../i18n';
import { settings } from '../settings.svelte';
import { files, Table } from '../wasm/client';
import { api } from './api';
import { COLORS, opposite, type Act, type Actor, type Color, type Done, type Format, type GameView, type Offer, type Opening, type Outcome, type Preset } from '../wasm/types';
import type { ChatLine, GameState, LiveClock, LiveEvent, Presence, ServerMessage } from './protocol';
import { line } from './socket.svelte';
import { pageClock, pageMay, wireAct } from './words';


export class LiveSource implements GameSource {
  readonly kind = 'live';
  view = $state.raw<GameView>();
  message = $state('');
  chat = $state.raw<ChatLine[]>([]);
  presence = $state.raw<Presence>({ black: true, white: true, spectators: 0 });
  rematchBy = $state<string>();
  next = $state<string>();
  /** Asked for here, so that the next game is opened when it is there. */
  wantsRematch = $state(false);
  failed = $state('');
  role = $state<GameState['role']>('spectator');
  readonly thinking = undefined;
  #table: Table | undefined;
  #state: GameState | undefined;
  #last = 0;
  #offset = 0;
  #may: string[] = [];
  #clock: LiveClock | undefined;
  #offers = new Map<Offer, Color>();
  #log: string[] = [];
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
    const bytes = await api.record(this.id, format);
    if (encoding === 'utf8') return { bytes, notices: [] };
    return files.convert(bytes, this.view?.variant ?? 'shogi', format, encoding);
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
    this.view = this.#complete(drawn, this.#state);
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
    else if (message.type === 'next') this.next = message.next;
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
    this.#table ??= await Table.open({
      variant: opening.variant,
      start: 'handicap' in opening.start ? opening.start.handicap : opening.start.sfen,
      rules: (opening.rules.preset ?? 'casual') as Preset,
      names: { black: state.black.name, white: state.white.name },
    } satisfies Opening);
    await this.#follow(state.from, state.events);
    await this.#nonce();
    await this.refresh();
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
    await this.#follow(message.from, message.events);
    await this.#nonce();
    await this.refresh();
  }

  async #follow(from: number, events: LiveEvent[]): Promise<void> {
    for (const [index, event] of events.entries()) {
      const number = from + index;
      if (number <= this.#last) continue;
      this.#last = number;
      await this.#event(event);
    }
  }

  async #event({ at, by, fact }: LiveEvent): Promise<void> {
    const state = this.#state;
    const actor = by === 'black' || by === 'white' ? by : undefined;
    switch (fact.kind) {
      case 'moved':
        this.#offers.clear();
        await this.#table?.follow(fact.color, fact.deed, at);
        break;
      case 'taken-back':
        await this.#table?.rewind(fact.ply, at);
        break;
      case 'offered':
        if (actor) this.#offers.set(fact.offer, actor);
        break;
      case 'accepted':
      case 'declined':
        this.#offers.delete(fact.offer);
        break;
      case 'tossed':
        // Who has Black is told on joining.
        line.send({ type: 'join', game: this.id, after: this.#last });
        this.message = fact.toss;
        break;
      case 'started':
        if (state) state.phase = { kind: 'running' };
        break;
      case 'ended':
        if (state) {
          state.phase = { kind: 'finished' };
          state.outcome = { verdict: fact.verdict, cause: fact.cause };
        }
        break;
      case 'ruled':
        if (state && fact.decision.kind === 'pause') state.phase = { kind: 'suspended' };
        if (state && fact.decision.kind === 'resume') state.phase = { kind: 'running' };
        break;
      case 'greeted':
        if (actor && state) this.message = t('greeting of', { name: state[actor].name, words: t(state.phase.kind === 'finished' ? 'greet after' : 'greet before') });
        break;
      case 'claim-rejected':
        this.message = t('claim wrong');
        break;
      default:
        break;
    }
    this.#log.push(this.#words(by, fact.kind));
  }

  /** For a toss that both can check each player adds a number. */
  async #nonce(): Promise<void> {
    if (!this.#may.includes('add-nonce')) return;
    this.#may = this.#may.filter((word) => word !== 'add-nonce');
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    const nonce = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    line.send({ type: 'act', re: 0, game: this.id, act: { kind: 'add-nonce', nonce } });
  }

  #words(by: string, kind: string): string {
    return fill('{by}: {kind}', { by: by === 'black' || by === 'white' ? t(by) : by, kind });
  }

  #complete(drawn: GameView, state: GameState): GameView {
    const finished = state.phase.kind === 'finished';
    const may = pageMay(this.#may);
    const mine = (color: Color): string[] => (this.role === color ? may : []);
    return {
      ...drawn,
      phase: state.phase.kind,
      names: { black: state.black.name, white: state.white.name },
      rules: { ...drawn.rules, help: drawn.rules.help || finished, engine: finished },
      clock: this.#clock && pageClock(this.#clock, state.opening.clock),
      may: { black: mine('black'), white: mine('white'), arbiter: this.role === 'arbiter' ? may : [], host: [] },
      offers: [...this.#offers],
      outcome: state.outcome && outcomeWords(state.outcome),
      log: this.#log,
    };
  }
}

/** The end of a game in words, as far as the wire tells. */
export function outcomeWords({ verdict, cause }: NonNullable<GameState['outcome']>): Outcome {
  const winner = /^(black|white)-wins$/.exec(verdict)?.[1] as Color | undefined;
  const who = winner ? t('wins', { side: t(winner) }) : t(verdict === 'draw' ? 'verdict draw' : 'verdict none');
  const loser = winner ? t(opposite(winner)) : '';
  const why = t(`cause ${cause.kind}` as Word, { side: loser });
  return { verdict: winner ? 'wins' : verdict === 'draw' ? 'draw' : 'no-contest', winner, cause: cause.kind, breach: cause.fault, text: why ? `${who}: ${why}` : who };
}
