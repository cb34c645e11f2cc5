import { operationTable } from '@latchkey/types'
import type { Observe } from '../../src/http/observer.ts'
import { recorded } from './replyRecordings.ts'
import { alternativesOf, headerInput, inputsOf } from './requestInputs.ts'
import { type ReadNotes, watchedValue } from './watchedValue.ts'

/** The record of an input that a handler has read. */
export const isReadLine = (input: string): string => `${input} is read`

interface Parts {
  readonly query?: unknown
  readonly body?: unknown
  readonly request: object
}

/**
 * Records which inputs of their operations handlers read by name. A field that is passed on with all others is recorded
 * when a reply of the same mock has a field of that name with its value.
 */
export const noteReads: Observe = () => {
  /** The fields that were passed on, by their key and value. */
  const waiting = new Map<string, Map<string, Set<string>>>()
  const notes: ReadNotes = {
    read: (input) => void recorded.add(isReadLine(input)),
    passedOn(input, key, value) {
      if (recorded.has(isReadLine(input))) return
      const byValue = waiting.get(key) ?? new Map<string, Set<string>>()
      waiting.set(key, byValue)
      const text = JSON.stringify(value)
      byValue.set(text, (byValue.get(text) ?? new Set()).add(input))
    },
  }
  return {
    observeCall(id, call) {
      const { query, body, request } = call as Parts
      const inputs = inputsOf(id, operationTable[id])
      return {
        ...call,
        query: watchedValue(query, [inputs.query], notes),
        body: watchedValue(body, inputs.body ? alternativesOf(inputs.body) : [], notes),
        request: watchedHeaders(
          request,
          new Map(inputs.headers.map((name) => [propertyOf(name), headerInput(id, name)])),
        ),
      }
    },
    observeReply(_, { text, isJson }) {
      if (waiting.size > 0 && text !== null && isJson) show(JSON.parse(text))
    },
  }

  function show(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      const byValue = Array.isArray(value) ? undefined : waiting.get(key)
      const text = byValue && JSON.stringify(inner)
      for (const input of (text && byValue.get(text)) || []) notes.read(input)
      if (text) byValue.delete(text)
      show(inner)
    }
  }
}

/** The property of the request that holds a header: `walletApiKey` for `x-wallet-api-key`. */
const propertyOf = (header: string) =>
  header.replace(/^x-/, '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

function watchedHeaders(request: object, headers: ReadonlyMap<string, string>): object {
  if (headers.size === 0) return request
  return new Proxy(request, {
    get(_, key) {
      const value: unknown = Reflect.get(request, key)
      const input = headers.get(String(key))
      if (input !== undefined) recorded.add(isReadLine(input))
      return value
    },
  })
}
