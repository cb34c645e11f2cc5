import { pageHeaders } from '@latchkey/base/html'
import { sha256 } from '@noble/hashes/sha2.js'

/** {@link pageHeaders} that allow one line of script, in ASCII. */
export function headersOf(script: string) {
  // This runs when modules are loaded. If TextEncoder is missing, `createMock` reports it, so this does not use it.
  const bytes = Uint8Array.from(script, (character) => character.charCodeAt(0))
  const hash = btoa(String.fromCharCode(...sha256(bytes)))
  const policy = `${pageHeaders['content-security-policy']}; script-src 'sha256-${hash}'`
  return { ...pageHeaders, 'content-security-policy': policy } as const
}
