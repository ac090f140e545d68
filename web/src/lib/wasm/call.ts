/** Calls to a worker: one message there, one message back. */

export interface Question {
  id: number;
  method: string;
  args: unknown[];
}

export type Answer = { id: number; value: unknown } | { id: number; error: string };

/** Serves calls inside a worker. */
export function serve(
  methods: Record<string, (...args: never[]) => unknown>,
  ready: Promise<unknown>,
): void {
  addEventListener('message', async (event: MessageEvent<Question>) => {
    const { id, method, args } = event.data;
    try {
      await ready;
      const call = methods[method];
      if (!call) throw new Error(`no method ${method}`);
      const value = await call(...(args as never[]));
      postMessage({ id, value } satisfies Answer);
    } catch (error) {
      postMessage({
        id,
        error: error instanceof Error ? error.message : String(error),
      } satisfies Answer);
    }
  });
}

/** A worker that is started when it is first asked. */
export class Caller {
  #worker: Worker | undefined;
  #next = 0;
  #waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();

  constructor(private readonly start: () => Worker) {}

  call<T>(method: string, ...args: unknown[]): Promise<T> {
    const worker = (this.#worker ??= this.#begin());
    const id = this.#next++;
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (value: never) => void, reject });
      worker.postMessage({ id, method, args } satisfies Question);
    });
  }

  /** Ends the worker in the middle of whatever it does. */
  stop(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(new Error('stopped'));
    this.#waiting.clear();
  }

  #begin(): Worker {
    const worker = this.start();
    worker.addEventListener('message', (event: MessageEvent<Answer>) => {
      const answer = event.data;
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if ('error' in answer) waiting?.reject(new Error(answer.error));
      else waiting?.resolve(answer.value as never);
    });
    worker.addEventListener('error', (event) => {
      for (const { reject } of this.#waiting.values())
        reject(new Error(event.message || 'worker failed'));
      this.#waiting.clear();
    });
    return worker;
  }
}
