import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { pageHeaders } from './html.ts'

/** As {@link pageHeaders}, but one line of script may run. */
export function headersOf(script: string) {
  const hash = btoa(String.fromCharCode(...sha256(utf8ToBytes(script))))
  const policy = `${pageHeaders['content-security-policy']}; script-src 'sha256-${hash}'`
  return { ...pageHeaders, 'content-security-policy': policy } as const
}
