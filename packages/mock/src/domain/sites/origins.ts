import { newRecord } from '@latchkey/base/newRecord'
import type { Reader } from '@latchkey/store/store'
import type { components } from '@latchkey/types'
import type { DeeplinkUrl, Origin } from '../../store/records.ts'
import type { tables } from '../../store/tables.ts'
import type { Backend } from '../shared/backend.ts'
import { assert, type FailureKey } from '../shared/errors.ts'
import {
  canonicalDeeplinkPattern,
  canonicalOriginPattern,
  patternsAllowingOrigin,
  patternsAllowingRedirect,
} from './originPatterns.ts'

type Schemas = components['schemas']

/** The tables of origins and deep links, in a transaction or in the committed state. */
export interface OriginSource {
  readonly store: Pick<Reader<typeof tables>, 'origins' | 'deeplinkUrls'>
}

/** Whether the environment lists any origin. Without a list, every origin is allowed. */
export function hasOrigins({ store }: OriginSource, environmentId: string): boolean {
  return store.origins.count('byEnvironment', [environmentId]) > 0
}

/** Whether pages of this origin may call the environment. `origin` is the value of the `Origin` header. */
export function isAllowedOrigin(source: OriginSource, environmentId: string, origin: string): boolean {
  return (
    !hasOrigins(source, environmentId) ||
    patternsAllowingOrigin(origin).some((pattern) => source.store.origins.find('byOrigin', [environmentId, pattern]))
  )
}

/** Whether any environment lists an origin that matches. */
export function isListedOrigin({ store }: { readonly store: Pick<OriginSource['store'], 'origins'> }, origin: string) {
  const patterns = patternsAllowingOrigin(origin)
  return [...store.origins.all()].some((listed) => patterns.includes(listed.origin))
}

/** A web address may be sent without its scheme. */
export function withScheme(url: string): string {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(url) ? url : `https://${url}`
}

/**
 * Whether a sign-in may send people back to this URL.
 *
 * A web address needs its origin among the allowed origins; any address may stand among the deep links, whose scheme,
 * host, port and path must then be the same, and whose query too if the deep link has one. An environment with neither
 * origins nor deep links allows every address that does not run code.
 */
export function isAllowedRedirect(source: OriginSource, environmentId: string, url: string): boolean {
  const patterns = patternsAllowingRedirect(url)
  if (!patterns) return false
  const { origins, deeplinkUrls } = source.store
  if (!hasOrigins(source, environmentId) && deeplinkUrls.count('byEnvironment', [environmentId]) === 0) return true
  return (
    patterns.origins.some((pattern) => origins.find('byOrigin', [environmentId, pattern])) ||
    patterns.deeplinks.some((pattern) => deeplinkUrls.find('byUrl', [environmentId, pattern]))
  )
}

/** Allows an origin. @throws {@link DomainError} `invalidOrigin`, `duplicateExists` */
export function createOrigin(backend: Backend, environmentId: string, origin: string): Origin {
  const canonical = accepted(canonicalOriginPattern(origin), 'invalidOrigin')
  return backend.store.origins.insert({ ...newRecord(backend), environmentId, origin: canonical })
}

/** Allows a deep link. @throws {@link DomainError} `invalidDeeplink`, `duplicateExists` */
export function createDeeplinkUrl(backend: Backend, environmentId: string, url: string): DeeplinkUrl {
  const canonical = accepted(canonicalDeeplinkPattern(url), 'invalidDeeplink')
  return backend.store.deeplinkUrls.insert({ ...newRecord(backend), environmentId, url: canonical })
}

export function presentOrigin({ id, origin, createdAt, environmentId }: Origin): Schemas['OriginResponse'] {
  return { id, origin, createdAt, projectEnvironmentId: environmentId }
}

export function presentDeeplinkUrl({ id, url, createdAt }: DeeplinkUrl): Schemas['DeeplinkUrl'] {
  return { id, url, createdAt }
}

function accepted(pattern: string, fault: FailureKey): string {
  assert(pattern !== 'malformed', fault, { message: 'No browser or app can be reached under this address.' })
  assert(pattern !== 'wildcard', fault)
  return pattern
}
