import type { OperationRow } from '@latchkey/types'
import type { Defaults } from '../../world/seedDefaults.ts'

/** Callers of operations whose tokens every mock has. */
export type ReadyCaller = 'environment' | 'admin' | 'nobody'

const readyCallers = {
  environment: 'environment',
  member: 'admin',
  none: 'nobody',
  optionalUser: 'nobody',
  user: undefined,
} as const satisfies Record<OperationRow['auth'], ReadyCaller | undefined>

/** The ready caller that can call an operation; `undefined` if only a signed-in user can. */
export const readyCallerOf = ({ auth }: OperationRow): ReadyCaller | undefined => readyCallers[auth]

/** The headers of a caller. @param environmentId - Of the call, if it is about an environment. */
export function headersOf(
  caller: ReadyCaller,
  { defaults, environmentId }: { readonly defaults: Defaults; readonly environmentId: string | undefined },
): Record<string, string> {
  if (caller === 'nobody') return {}
  const environment = Object.values(defaults.environments).find(({ id }) => id === environmentId)
  // Members reach every environment, also those whose tokens nobody knows.
  const { token } = (caller === 'environment' && environment) || defaults.admin
  return { authorization: `Bearer ${token}` }
}
