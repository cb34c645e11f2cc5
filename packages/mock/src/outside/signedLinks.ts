import type { OutsideBackend } from '../backend.ts'
import { hmacSha256, isSameText } from '../crypto/hmac.ts'
import { assert } from '../domain/shared/errors.ts'

type Signing = Pick<OutsideBackend, 'clock' | 'cursorKey'>

/**
 * The query of a link that serves for a while, to whoever has it.
 *
 * @param parts - What the link is for.
 */
export function signLink({ clock, cursorKey }: Signing, parts: readonly string[], lifetimeMs: number): URLSearchParams {
  const expires = String(clock.now() + lifetimeMs)
  return new URLSearchParams({ expires, signature: signatureOf(cursorKey, parts, expires) })
}

/**
 * Lets through the query of a link that was signed for the same and still serves.
 *
 * @param input.what - What to ask for again when it has expired, as it stands in the sentence.
 * @throws {@link DomainError} `forbidden` when the signature is not right or the time is over
 */
export function assertSignedLink(
  { clock, cursorKey }: Signing,
  parts: readonly string[],
  { search, what }: { readonly search: URLSearchParams; readonly what: string },
): void {
  const [expires, signature] = [search.get('expires') ?? '', search.get('signature') ?? '']
  assert(isSameText(signature, signatureOf(cursorKey, parts, expires)), 'forbidden', {
    message: 'The signature of this link is not right.',
  })
  assert(clock.now() < Number(expires), 'forbidden', { message: `This link has expired; ask for ${what} again.` })
}

function signatureOf(key: Uint8Array, parts: readonly string[], expires: string): string {
  return hmacSha256(key, JSON.stringify([...parts, expires]))
}
