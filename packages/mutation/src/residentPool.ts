/** A pool of vitest whose thread outlives a run, so that sources are loaded once for many changes. */
import { setTimeout } from 'node:timers/promises'
import type { PoolOptions, PoolRunnerInitializer, WorkerRequest } from 'vitest/node'
import { ThreadsPoolWorker } from 'vitest/node'

type Listener = (...values: unknown[]) => void

/** The replies to what a thread that stays is not asked again. */
const replies = { start: 'started', stop: 'stopped' } as const

class ResidentWorker extends ThreadsPoolWorker {
  readonly #project
  readonly #orderOf: (file: string) => number
  readonly #listeners = new Map<string, Set<Listener>>()
  #isStarted = false

  constructor({ project, ...options }: PoolOptions, orderOf: (file: string) => number) {
    super({ ...options, project })
    this.#project = project
    this.#orderOf = orderOf
  }

  override on(event: string, callback: Listener): void {
    const listeners = this.#listeners.get(event) ?? new Set()
    this.#listeners.set(event, listeners.add(callback))
    super.on(event, callback)
  }

  override off(event: string, callback: Listener): void {
    this.#listeners.get(event)?.delete(callback)
    super.off(event, callback)
  }

  override send(message: WorkerRequest): void {
    if (message.type === 'stop' || (message.type === 'start' && this.#isStarted)) this.#reply(replies[message.type])
    else if (message.type === 'run') super.send(this.#withOptions(message))
    else {
      this.#isStarted ||= message.type === 'start'
      super.send(message)
    }
  }

  /** A thread has the options of its start, but each run selects other tests. */
  #withOptions<Request extends WorkerRequest & { type: 'run' }>(message: Request): Request {
    const files = message.context.files.toSorted((a, b) => this.#orderOf(a.filepath) - this.#orderOf(b.filepath))
    return { ...message, context: { ...message.context, files, config: this.#project.serializedConfig } }
  }

  #reply(type: string): void {
    const listeners = Array.from(this.#listeners.get('message') ?? [])
    queueMicrotask(() => {
      for (const listener of listeners) listener({ type, __vitest_worker_response__: true })
    })
  }

  override async start(): Promise<void> {
    if (!this.#isStarted) await super.start()
  }

  /** The end of a run, not of the thread. */
  override async stop(): Promise<void> {
    for (const [event, listeners] of this.#listeners) for (const listener of listeners) super.off(event, listener)
    this.#listeners.clear()
  }

  async terminate(): Promise<void> {
    // The output of a thread that an error has ended never ends.
    await Promise.race([super.stop(), setTimeout(1000, undefined, { ref: false })])
  }
}

export interface ResidentPool extends PoolRunnerInitializer {
  /** Whether the next run begins in a new thread. */
  readonly isFresh: boolean
  /** Ends the thread. */
  discard(): Promise<void>
}

/** The files of a run are in ascending order. */
export function createResidentPool(orderOf: (file: string) => number): ResidentPool {
  let worker: ResidentWorker | undefined
  return {
    name: 'resident',
    get isFresh() {
      return worker === undefined
    },
    createPoolWorker(options) {
      worker ??= new ResidentWorker(options, orderOf)
      return worker
    },
    async discard() {
      const last = worker
      worker = undefined
      await last?.terminate()
    },
  }
}
