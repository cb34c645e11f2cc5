import { createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import type { Notices } from './createNotices.ts'
import type { Router } from './createRouter.ts'
import type { ControlInput, ControlOutput, ReadKey } from './live/control.ts'
import type { Live } from './live/createLive.ts'
import { every } from './platform.ts'

/** The parts that the whole inspector uses. */
export interface Inspector {
  readonly live: Live
  readonly router: Router
  readonly notices: Notices
}

const Context = createContext<Inspector | undefined>(undefined)

export const InspectorProvider = Context.Provider

export function useInspector(): Inspector {
  const inspector = useContext(Context)
  if (!inspector) throw new TypeError('Failed to call "useInspector()": it is called outside of the inspector.')
  return inspector
}

export interface Read<T> {
  /** The latest answer; `undefined` until the first one. */
  readonly data: T | undefined
  readonly error: Error | undefined
  readonly isLoading: boolean
}

/**
 * Asks the mock, and asks again each time one of the tables changes.
 *
 * @param key - A `GET` of the control interface.
 * @param options.tables - The tables of the store whose changes change the answer. @default all
 * @param options.everyMs - Asks again after so many milliseconds, too, for what no event tells. @default never
 * @example
 * const { data, error } = useRead('GET outbox/email', { tables: ['outbox'] })
 */
export function useRead<Key extends ReadKey>(
  key: Key,
  { input, tables, everyMs }: { input?: ControlInput<Key>; tables?: readonly string[]; everyMs?: number } = {},
): Read<ControlOutput<Key>> {
  const { live } = useInspector()
  return useAnswer(
    JSON.stringify([key, input]),
    () => (live.call as (key: Key, input: unknown) => Promise<ControlOutput<Key>>)(key, input),
    { tables, everyMs },
  )
}

/** When an answer is asked for again. As in {@link useRead}. */
interface Repetition {
  readonly tables: readonly string[] | undefined
  readonly everyMs?: number | undefined
}

/**
 * The latest answer to a question, which is asked again each time one of the tables changes.
 *
 * @param question - Tells questions apart: another one is asked at once.
 */
export function useAnswer<T>(question: string, read: () => Promise<T>, { tables, everyMs }: Repetition): Read<T> {
  const { live } = useInspector()
  const [answered, setAnswered] = useState<Read<T> & { readonly question?: string }>({
    data: undefined,
    error: undefined,
    isLoading: true,
  })
  useEffect(() => {
    const ended = new AbortController()
    const ask = latestOf(async () => {
      if (ended.signal.aborted) return
      const answer = await read().then(
        (data) => ({ data, error: undefined }),
        (error: Error) => ({ error }),
      )
      if (ended.signal.aborted) return
      // The former data stays visible beside an error.
      setAnswered((former) => ({
        data: former.question === question ? former.data : undefined,
        ...answer,
        isLoading: false,
        question,
      }))
    })
    ask()
    const end = live.onChange(tables, ask)
    const stop = everyMs === undefined ? () => undefined : every(everyMs, ask)
    return () => {
      ended.abort()
      end()
      stop()
    }
  }, [live, question, everyMs])
  return answered.question === question ? answered : { data: undefined, error: undefined, isLoading: true }
}

/**
 * An action of the user: says what it has done, or why it failed, and resolves with whether it was done.
 *
 * @example
 * const [redeliver, isBusy] = useAction()
 * redeliver(() => live.call('POST webhooks/redeliver', { messageId }), 'The message was sent once more.')
 */
export function useAction(): [run: (act: () => unknown, done?: string) => Promise<boolean>, isBusy: boolean] {
  const { notices } = useInspector()
  const [isBusy, setBusy] = useState(false)
  async function run(act: () => unknown, done?: string): Promise<boolean> {
    setBusy(true)
    try {
      await act()
      if (done !== undefined) notices.done(done)
      return true
    } catch (error) {
      notices.failed(error)
      return false
    } finally {
      setBusy(false)
    }
  }
  return [run, isBusy]
}

/** A function that does something once at a time: calls meanwhile make it do so once more afterwards. */
function latestOf(act: () => Promise<void>): () => void {
  let running: Promise<void> | undefined
  let isWanted = false
  return function start(): void {
    isWanted = running !== undefined
    running ??= act().then(() => {
      running = undefined
      if (isWanted) start()
    })
  }
}
