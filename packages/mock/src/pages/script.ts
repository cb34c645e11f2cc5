import { sha256 } from '@noble/hashes/sha2.js'
import { pageHeaders } from '../html.ts'

/** As {@link pageHeaders}, but one line of script, in ASCII, may run. */
export function headersOf(script: string) {
  // This runs when modules are loaded. A TextEncoder may be missing then, which `createMock` is the one to report.
  const bytes = Uint8Array.from(script, (character) => character.charCodeAt(0))
  const hash = btoa(String.fromCharCode(...sha256(bytes)))
  const policy = `${pageHeaders['content-security-policy']}; script-src 'sha256-${hash}'`
  return { ...pageHeaders, 'content-security-policy': policy } as const
}
