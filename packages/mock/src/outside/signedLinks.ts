import { hmacSha256, isSameText } from '@latchkey/crypto/hmac'
import type { OutsideBackend } from '../domain/shared/backend.ts'
import { assert } from '../domain/shared/errors.ts'

type Signing = Pick<OutsideBackend, 'clock' | 'cursorKey' | 'baseUrl'>

/**
 * The signed query of a link that anybody who has it can use for a limited time.
 *
 * @param parts - The subject of the link, such as an organization's id.
 */
export function signLink(signing: Signing, parts: readonly string[], lifetimeMs: number): URLSearchParams {
  const expires = String(signing.clock.now() + lifetimeMs)
  return new URLSearchParams({ expires, signature: signatureOf(signing, parts, expires) })
}

/**
 * Checks that the query of a link was signed for these parts and has not expired.
 *
 * @param input.what - The noun for the link in the error message, which says to request it again.
 * @throws {@link DomainError} `forbidden` if the signature is wrong or the link has expired
 */
export function assertSignedLink(
  signing: Signing,
  parts: readonly string[],
  { search, what }: { readonly search: URLSearchParams; readonly what: string },
): void {
  const [expires, signature] = [search.get('expires') ?? '', search.get('signature') ?? '']
  assert(isSameText(signature, signatureOf(signing, parts, expires)), 'forbidden', {
    message: 'The signature of this link is not right.',
  })
  assert(signing.clock.now() < Number(expires), 'forbidden', {
    message: `This link has expired; ask for ${what} again.`,
  })
}

/** Copies of a world have its key, so the signature is for the URL of one world. */
function signatureOf({ cursorKey, baseUrl }: Signing, parts: readonly string[], expires: string): string {
  return hmacSha256(cursorKey, JSON.stringify([baseUrl, ...parts, expires]))
}
