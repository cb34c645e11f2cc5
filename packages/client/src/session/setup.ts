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
  /** Whether a cookie holds the token. */
  readonly isCookie: boolean
}

/** @throws {@link TypeError} when `api` is missing or has no `environmentId`. */
export function toSetup(options: SessionOptions): Setup {
  const { api, storage = localStorageAdapter(), cookies: isCookie = false, key } = Object(options) as SessionOptions
  if (!api?.dispatch || !api.environmentId)
    throw new TypeError('"api" must be a transport or client with an environmentId.')
  const { environmentId } = api
  return { api, environmentId, storage, isCookie, key: key ?? sessionKeyOf(environmentId) }
}
