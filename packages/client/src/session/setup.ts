import type { Caller } from '../calls/createTransport.ts'
import type { SessionOptions } from './session.ts'
import { sessionKeyOf } from './sessionKey.ts'
import { localStorageAdapter, type StorageAdapter } from './storage.ts'

/** The options of a session with their defaults. */
export interface Setup {
  readonly api: Caller
  readonly environmentId: string
  readonly storage: StorageAdapter
  readonly key: string
  /** The name of the session among those that share its storage, for their messages and locks. */
  readonly name: string
  /** Whether a cookie holds the token. */
  readonly isCookie: boolean
}

/** @throws {@link TypeError} when `api` is missing or has no `environmentId`. */
export function toSetup(options: SessionOptions): Setup {
  const { api, storage = localStorageAdapter(), cookies: isCookie = false, key } = Object(options) as SessionOptions
  if (!api?.dispatch || !api.environmentId)
    throw new TypeError('"api" must be a transport or client with an environmentId.')
  const { environmentId } = api
  const chosenKey = key ?? sessionKeyOf(environmentId)
  return { api, environmentId, storage, isCookie, key: chosenKey, name: chosenKey + markOf(storage) }
}

const marks = new WeakMap<StorageAdapter, string>()

/**
 * The mark that tells a storage of one page from the others of this process, also of its worker threads. Without it, the
 * sessions of two services that issue the same ids, such as two test doubles, would end each other.
 */
function markOf(storage: StorageAdapter): string {
  if (storage.scope !== 'page') return ''
  const mark = marks.get(storage) ?? ` ${Math.random()}`
  marks.set(storage, mark)
  return mark
}
