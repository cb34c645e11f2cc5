import type { Entry } from '../../live/control.ts'

/** The variable of the shell that stands for the request's credential; `undefined` for pages and public documents. */
export function credentialOf({ path }: Entry): string | undefined {
  if (!path.includes('/api/v0/')) return undefined
  if (path.includes('/.well-known/')) return undefined
  return path.includes('/sdk/') ? 'USER_TOKEN' : 'LATCHKEY_TOKEN'
}
