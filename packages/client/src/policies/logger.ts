import { assertArgument } from '../shared/assertArgument.ts'
import { requestIdOf } from './headers.ts'
import type { Middleware } from './pipeline.ts'

/** The log entry of one attempt. It never contains headers, bodies, queries or the ids in URLs. */
export interface LogEntry {
  /** `debug` for a status below 400, `warn` for a status from 400 on, `error` when no reply came. */
  readonly level: 'debug' | 'warn' | 'error'
  /** Id of the operation, `gates.enable`; absent for calls by path. */
  readonly operation?: string | undefined
  /** The HTTP method, such as `GET`. */
  readonly method: string
  /** The URL's path with its placeholders, `/api/v0/environments/{environmentId}/gates`. */
  readonly path?: string | undefined
  /** 1 for the first request of a call. */
  readonly attempt: number
  /** The HTTP status; absent when no reply came. */
  readonly status?: number
  /** Time until the reply's headers, in whole milliseconds. */
  readonly durationMs: number
  /** The header `x-request-id`. */
  readonly requestId?: string | undefined
  /**
   * Name of the error when no reply came: `ConnectionError`, `TimeoutError`, or the name of the abort reason of the
   * caller's signal (by default `AbortError`).
   */
  readonly error?: string
}

/** The target of {@link logger}: a console, another object with these methods, or a function. */
export type LogTarget =
  | Readonly<Record<LogEntry['level'], (message: string, entry: LogEntry) => void>>
  | ((entry: LogEntry) => void)

/**
 * Creates middleware that logs each attempt. Calls do not wait for the target, and the client ignores its errors.
 *
 * @param target - `console`, another logger with `debug`, `warn` and `error`, or a function.
 * @throws {@link TypeError} when `target` is neither a function nor an object.
 * @example const api = createTransport({ baseUrl, middleware: [logger(console)] })
 */
export function logger(target: LogTarget): Middleware {
  assertArgument(Object(target) === target, 'target', 'a function, or a logger such as console')
  return async (request, next) => {
    const { operation, path, attempt, init } = request
    const startedAt = performance.now()
    const log = (outcome: Pick<LogEntry, 'level' | 'status' | 'requestId' | 'error'>): void => {
      void write(target, {
        operation,
        method: init.method ?? 'GET',
        path,
        attempt,
        durationMs: Math.round(performance.now() - startedAt),
        ...outcome,
      })
    }
    try {
      const response = await next(request)
      const { status } = response
      log({ level: status < 400 ? 'debug' : 'warn', status, requestId: requestIdOf(response) })
      return response
    } catch (error) {
      const { signal } = init
      // The caller gets the abort reason of the signal, not the error of fetch.
      log({ level: 'error', error: signal?.aborted ? nameOf(signal.reason, 'AbortError') : nameOf(error, 'Error') })
      throw error
    }
  }
}

/** An error's name if it is a single word. */
function nameOf(error: unknown, otherwise: string): string {
  const { name } = Object(error) as { name?: unknown }
  return typeof name === 'string' && /^\w{1,40}$/.test(name) ? name : otherwise
}

async function write(target: LogTarget, entry: LogEntry): Promise<void> {
  try {
    // Awaited, since a target may be asynchronous.
    await (typeof target === 'function' ? target(entry) : target[entry.level](describe(entry), entry))
  } catch {
    // An error of the target never fails a call.
  }
}

function describe({ operation, method, path = '', attempt, status, durationMs, error }: LogEntry): string {
  const what = [operation, method, path].filter(Boolean).join(' ')
  return `${what} ${status ?? error} in ${durationMs} ms${attempt > 1 ? `, attempt ${attempt}` : ''}`
}
