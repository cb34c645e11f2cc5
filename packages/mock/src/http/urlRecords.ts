import { inviteOf, inviteTo } from '../domain/organizations/invites.ts'
import { memberFor } from '../domain/organizations/members.ts'
import type { Backend } from '../domain/shared/backend.ts'
import { type AnyCaller, type MemberCaller } from '../domain/shared/callers.ts'
import { reachable } from '../domain/shared/recordGuards.ts'
import type { Role } from '../store/records.ts'
import type { FoundExchange } from './exchange.ts'

/** Records of an environment by the parameter that holds their ids. */
const environmentTables = {
  allowlistEntryId: { table: 'allowlistEntries', noun: 'allowlist entry' },
  allowlistId: { table: 'allowlists', noun: 'allowlist' },
  customFieldId: { table: 'customFields', noun: 'custom field' },
  deeplinkUrlId: { table: 'deeplinkUrls', noun: 'deep link' },
  exchangeId: { table: 'exchanges', noun: 'exchange' },
  oauthAccountId: { table: 'credentials', noun: 'account' },
  originId: { table: 'origins', noun: 'origin' },
  providerId: { table: 'providers', noun: 'provider' },
  sessionId: { table: 'sessions', noun: 'session' },
  userId: { table: 'users', noun: 'user' },
  walletId: { table: 'wallets', noun: 'wallet' },
} as const

/**
 * How a member reaches an organization's record, by the parameter with its id. Only an invite's addressee needs no
 * role.
 */
const memberRecords: Readonly<
  Record<string, ((backend: Backend, caller: MemberCaller, named: NamedRecord) => unknown) | undefined>
> = {
  memberId: (backend, caller, { id, role = 'viewer' }) => memberFor(backend, caller, { memberId: id, least: role }),
  inviteId: (backend, caller, { id, role }) =>
    role ? inviteOf(backend, caller, { inviteId: id, least: role }) : inviteTo(backend, caller.admin, id),
}

/** A record of the URL, and the lowest role that the operation takes. */
interface NamedRecord {
  readonly id: string
  readonly role: Role | undefined
}

/**
 * Refuses a caller who cannot reach the record of the URL's first id. It applies to URLs that contain neither the
 * environment nor the organization of the record.
 *
 * @throws {@link DomainError} `recordNotFound` for an unknown id and for a stranger, `insufficientRole`
 * @see spec/decisions/18-json-validation-status.md
 */
export function assertReachesRecord(
  backend: Backend,
  { row, params }: Pick<FoundExchange, 'row' | 'params'>,
  caller: AnyCaller,
): void {
  const [name, id] = Object.entries(params)[0] ?? []
  if (name === undefined || id === undefined) return
  if (caller.kind === 'environment' && isTableName(name))
    reachable(caller, backend.store[environmentTables[name].table].get(id), environmentTables[name].noun)
  if (caller.kind === 'member') memberRecords[name]?.(backend, caller, { id, role: row.role as Role | undefined })
}

function isTableName(name: string): name is keyof typeof environmentTables {
  return Object.hasOwn(environmentTables, name)
}
