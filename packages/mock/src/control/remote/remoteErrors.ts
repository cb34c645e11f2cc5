import { ControlRefusal } from '@latchkey/contract/controlCaller'

/** The error of a call, as the function throws it in its own process. */
export function errorOfCall(key: string, url: string, error: unknown): unknown {
  if (!(error instanceof ControlRefusal))
    return new Error(`Failed to call "${key}": nothing answers at ${url} any more.`, { cause: error })
  const { kind, message, ofFunction = message, status } = error
  if (kind === 'use') return new TypeError(ofFunction)
  if (kind === 'input') return new TypeError(`Failed to call "${key}": ${message}`)
  if (kind === 'rule' || status >= 500) return error
  const isMissing = status === 404 || status === 405
  const reason = isMissing ? `the mock at ${url} does not serve it. It is of another version.` : message
  return new Error(`Failed to call "${key}": ${reason}`, { cause: error })
}

/** The error of a failed connection. */
export function connectionError(url: string, reason: string, cause?: unknown): Error {
  return new Error(`Failed to connect to the mock at ${url}: ${reason}`, { cause })
}
