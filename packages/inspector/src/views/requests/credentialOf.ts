import type { Entry } from '../../live/control.ts'

/** The variable of the shell that stands for the request's credential; `undefined` for a request without one. */
export function credentialOf({ path, headers }: Pick<Entry, 'path' | 'headers'>): string | undefined {
  if (headers && headers.authorization === undefined) return undefined
  if (!path.includes('/api/v0/')) return undefined
  if (path.includes('/.well-known/')) return undefined
  return path.includes('/sdk/') ? 'USER_TOKEN' : 'LATCHKEY_TOKEN'
}
