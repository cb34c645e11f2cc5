import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import { formats } from '@latchkey/types'
import type { Allowlist, AllowlistEntry } from '../../store/records.ts'
import { comparableAddress, readEmail } from '../shared/addresses.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { deleteWithOwned } from '../shared/ownership.ts'
import { type OffsetQuery, type OrderColumns, pageOf } from '../shared/paging.ts'
import { assertScope } from '../shared/scopes.ts'
import { createTextSearch } from '../shared/textSearch.ts'
import { lookupKeys } from './allowlistIdentities.ts'

type Schemas = components['schemas']

/** Creates an allowlist, empty and not enabled. @throws {@link DomainError} `allowlistExists`, `invalidScopes` */
export function createAllowlist(
  backend: Backend,
  environmentId: string,
  input: Schemas['PostAllowlistsRequest'],
): Allowlist {
  const { name = 'Allowlist', scope = null, outcome = scope === null ? 'siteAccess' : 'scope' } = input
  assertScope(scope)
  return backend.store.allowlists.insert({
    ...newRecord(backend),
    environmentId,
    name,
    scope,
    outcome,
    enabledAt: null,
  })
}

/**
 * Changes the given fields among name, scope and outcome. The list stays enabled or disabled as it was. The change
 * takes effect at people's next sign-in or refresh.
 *
 * @throws {@link DomainError} `allowlistExists`, `invalidScopes`
 */
export function updateAllowlist(
  { store }: Backend,
  list: Allowlist,
  changes: Schemas['PostAllowlistsRequest'],
): Allowlist {
  assertScope(changes.scope)
  return store.allowlists.put({ ...list, ...changes })
}

/** Deletes a list with its entries. */
export function deleteAllowlist(backend: Backend, { id }: Allowlist): void {
  deleteWithOwned(backend, 'allowlists', id)
}

/**
 * Enables the list, which takes effect at people's next sign-in or refresh. Enabling it again keeps the first
 * `enabledAt`.
 */
export function enableAllowlist({ store, clock }: Backend, list: Allowlist): Allowlist {
  return list.enabledAt ? list : store.allowlists.put({ ...list, enabledAt: clock.iso() })
}

export function disableAllowlist({ store }: Backend, list: Allowlist): Allowlist {
  return list.enabledAt ? store.allowlists.put({ ...list, enabledAt: null }) : list
}

export function presentAllowlist({
  id,
  name,
  enabledAt,
  environmentId,
  scope,
  outcome,
}: Allowlist): Schemas['Allowlist'] {
  return { id, name, enabledAt, projectEnvironmentId: environmentId, scope, outcome }
}

/**
 * Adds a person to the list, by one identity or several.
 *
 * @throws {@link DomainError} `missingIdentity`, `invalidEmail`, `allowlistEntryExists`
 */
export function createAllowlistEntry(
  backend: Backend,
  { id, environmentId }: Allowlist,
  input: Schemas['PostAllowlistEntriesRequest'],
): AllowlistEntry {
  const { alias, email, emailDomain, walletPublicKey, farcasterFid, ...texts } = input
  const identities = {
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== '')),
    ...optionalField('email', readEmail(email)),
    ...optionalField('emailDomain', emailDomain && hostOf(emailDomain)),
    ...optionalField('walletPublicKey', walletPublicKey),
    ...optionalField('walletKey', walletPublicKey && comparableAddress(walletPublicKey)),
    ...optionalField('farcasterFid', farcasterFid),
  }
  assert(Object.keys(identities).length > 0, 'missingIdentity')
  return backend.store.allowlistEntries.insert({
    ...newRecord(backend),
    environmentId,
    allowlistId: id,
    ...identities,
    ...lookupKeys(identities),
    ...optionalField('alias', alias || undefined),
  })
}

/** One page of a list's entries; `query` selects those whose alias, wallet address or e-mail contains the text. */
export function listAllowlistEntries(
  { store }: Backend,
  { id }: Allowlist,
  page: OffsetQuery & { readonly query?: string },
): { items: AllowlistEntry[]; total: number } {
  const wanted = page.query?.toLowerCase()
  return pageOf(store.allowlistEntries, page, {
    partition: [id],
    columns: {
      createdAt: 'byCreatedAt',
      id: 'byId',
      alias: 'byAlias',
      email: 'byEmail',
      walletPublicKey: 'byWalletPublicKey',
    } satisfies OrderColumns<'allowlistEntries.list'>,
    fallback: 'createdAt-asc',
    ...(wanted && {
      keep: (entries) => searchEntries(entries, wanted),
      skips: (group) => searchEntries.skips(group, wanted),
    }),
  })
}

const searchEntries = createTextSearch(({ alias, walletPublicKey, email }: AllowlistEntry) => [
  alias,
  walletPublicKey,
  email,
])

export function presentAllowlistEntry(entry: AllowlistEntry): Schemas['AllowlistEntry'] {
  const { allowlistId, environmentId: _, createdAt: __, walletKey: ___, ...others } = entry
  const { walletLookup: ____, discordKey: _____, twitterKey: ______, farcasterKey: _______, ...shown } = others
  return { ...shown, allowListId: allowlistId }
}

function optionalField<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  return value === undefined || value === '' ? {} : ({ [key]: value } as { readonly [P in K]?: V })
}

/** The host name of a web address whose scheme may be left out. */
function hostOf(address: string): string {
  const host = address.replace(/^https?:\/\//, '').replace(/\/.*/s, '')
  assert(formats.hostname(host), 'invalidEmail', { message: 'This is not a domain of e-mail addresses.' })
  return host
}
