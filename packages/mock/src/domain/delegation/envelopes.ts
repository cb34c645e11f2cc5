import type { components } from '@latchkey/types'
import { decodeBase64url, encodeBase64url } from '../../crypto/base64url.ts'
import { utf8 } from '../../crypto/bytes.ts'
import type { DelegationKey, SealedEnvelope } from '../../store/delegationRecords.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { encryptionKeyOf, modulusBitsOf } from './keys.ts'

type Input = components['schemas']['DelegatedShareDeliveryRequestEncryptedDelegatedShare']

/** AES-256-GCM under a key that RSA-OAEP with SHA-256 has encrypted. */
const algorithm = 'HYBRID-RSA-AES-256'
const ivBytes = 12
const tagBytes = 16
const keyBytes = 32

/** Seals a text to a key of an environment's own server. The padding of RSA-OAEP is chance that no seed determines. */
export async function sealTo(
  { random }: Pick<Backend, 'random'>,
  key: DelegationKey,
  text: string,
): Promise<SealedEnvelope> {
  const iv = Uint8Array.from(random.bytes(ivBytes))
  const contentKey = Uint8Array.from(random.bytes(keyBytes))
  const aes = await crypto.subtle.importKey('raw', contentKey, 'AES-GCM', false, ['encrypt'])
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, aes, utf8(text)))
  const encryptedKey = await crypto.subtle.encrypt('RSA-OAEP', await encryptionKeyOf(key), contentKey)
  return {
    alg: algorithm,
    iv: encodeBase64url(iv),
    ct: encodeBase64url(sealed.subarray(0, -tagBytes)),
    tag: encodeBase64url(sealed.subarray(-tagBytes)),
    ek: encodeBase64url(new Uint8Array(encryptedKey)),
    kid: key.kid,
  }
}

/**
 * Reads an envelope that a device sealed. What is inside stays unknown.
 *
 * @param key - The present key.
 * @throws {@link DomainError} `invalidUpdate` for another algorithm or key, `validationFailed`
 */
export async function readEnvelope({ alg, iv, ct, tag, ek, kid }: Input, key: DelegationKey): Promise<SealedEnvelope> {
  assert(alg === algorithm, 'invalidUpdate', { message: `alg must be ${algorithm}.` })
  assert(kid === undefined || kid === key.kid, 'invalidUpdate', {
    message: 'kid must name the present key of the environment, to which shares are sealed.',
  })
  const modulusBytes = Math.ceil(modulusBitsOf(await encryptionKeyOf(key)) / 8)
  assertBytes('iv', iv, ivBytes)
  assertBytes('tag', tag, tagBytes)
  assertBytes('ek', ek, modulusBytes)
  assert(ct !== '' && decodeBase64url(ct), 'validationFailed', {
    message: 'encryptedDelegatedShare.ct must be base64url of at least one byte.',
  })
  return { alg, iv, ct, tag, ek, kid: key.kid }
}

function assertBytes(name: string, text: string, length: number): void {
  assert(decodeBase64url(text)?.length === length, 'validationFailed', {
    message: `encryptedDelegatedShare.${name} must be ${length} bytes in base64url.`,
  })
}
