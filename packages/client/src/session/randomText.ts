import { encodeBase64url } from '@latchkey/device/base64url'
import { randomBytes } from '@latchkey/device/random-bytes'

/** 32 random bytes as 43 characters of base64url: a state, or a PKCE code verifier (RFC 7636, section 4.1). */
export function randomText(): string {
  return encodeBase64url(randomBytes(32))
}
