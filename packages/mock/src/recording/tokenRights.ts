import { everyValue } from '@latchkey/base/everyValue'
import type { components } from '@latchkey/types'
import { allTokenScopes } from '../domain/organizations/tokens.ts'
import type { AskTarget } from './readEnvironment.ts'
import { pathOf } from './readEnvironment.ts'

/** The rights of a token, as far as the deployment tells them. */
export type TokenRights =
  | { readonly kind: 'reads' }
  /** With the scopes or the role that let it change something, by names of the document. */
  | { readonly kind: 'writes'; readonly by: readonly string[] }
  | { readonly kind: 'unknown' }

interface TokenFacts {
  readonly environmentId: string
  readonly token: string
}

/**
 * Asks the deployment what a token may do, only by reads. The token of a member has a role, and only a viewer changes
 * nothing. An environment's token is found by its checksum, which is its end, if it may list tokens.
 *
 * @param organizations - The reply to `organizations.list`
 */
export async function rightsOf(
  ask: AskTarget,
  organizations: unknown,
  { environmentId, token }: TokenFacts,
): Promise<TokenRights> {
  const roles = itemsOf(organizations, 'organizations').map((organization) => textOf(organization, 'role'))
  if (roles.length > 0) return rightsBy(roles.filter((role) => role !== 'viewer').map(shownRole))
  const { status, body } = await ask(pathOf('tokens.list', { environmentId }))
  const own =
    status === 200 ? itemsOf(body, 'tokens').find((each) => isChecksumOf(textOf(each, 'checksum'), token)) : undefined
  if (own === undefined) return { kind: 'unknown' }
  const scopes = itemsOf(own, 'scopes').map(String)
  return rightsBy(scopes.filter((scope) => !scope.endsWith('.read')).map(shownScope))
}

const documentedRoles: readonly string[] = everyValue<components['schemas']['RoleEnum']>({
  owner: true,
  admin: true,
  developer: true,
  viewer: true,
})
const documentedScopes: readonly string[] = allTokenScopes

/** Roles and scopes that the document does not have may be anything, so no message repeats them. */
const shownRole = (role: string) => (documentedRoles.includes(role) ? `the role ${role}` : 'another role')
const shownScope = (scope: string) => (documentedScopes.includes(scope) ? scope : 'another scope')

const rightsBy = (by: readonly string[]): TokenRights =>
  by.length > 0 ? { kind: 'writes', by: [...new Set(by)] } : { kind: 'reads' }

const isChecksumOf = (checksum: string, token: string) => checksum.length >= 4 && token.endsWith(checksum)

function itemsOf(value: unknown, name: string): readonly unknown[] {
  const items: unknown = Reflect.get(Object(value), name)
  return Array.isArray(items) ? items : []
}

const textOf = (value: unknown, name: string): string => String(Reflect.get(Object(value), name) ?? '')
