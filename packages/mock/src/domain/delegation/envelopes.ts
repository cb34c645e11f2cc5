import { faultOf, sealEnvelope } from '@latchkey/device/envelope'
import type { components } from '@latchkey/types'
import type { DelegationKey, SealedEnvelope } from '../../store/delegationRecords.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { encryptionKeyOf } from './keys.ts'

type Input = components['schemas']['DelegatedShareDeliveryRequestEncryptedDelegatedShare']

/** Seals a text to a key of an environment's own server. */
export async function sealTo(
  { random }: Pick<Backend, 'random'>,
  key: DelegationKey,
  text: string,
): Promise<SealedEnvelope> {
  return sealEnvelope(text, {
    publicKey: await encryptionKeyOf(key),
    kid: key.kid,
    random: (length) => Uint8Array.from(random.bytes(length)),
  })
}

/**
 * Reads an envelope that a device sealed. What is inside stays unknown.
 *
 * @param key - The present key.
 * @throws {@link DomainError} `invalidUpdate` for another algorithm or key, `validationFailed`
 */
export async function readEnvelope(envelope: Input, key: DelegationKey): Promise<SealedEnvelope> {
  const { alg, iv, ct, tag, ek, kid } = envelope
  const fault = faultOf(envelope, await encryptionKeyOf(key))
  assert(fault?.field !== 'alg', 'invalidUpdate', { message: `alg ${fault?.must}` })
  assert(kid === undefined || kid === key.kid, 'invalidUpdate', {
    message: 'kid must name the present key of the environment, to which shares are sealed.',
  })
  assert(!fault, 'validationFailed', { message: `encryptedDelegatedShare.${fault?.field} ${fault?.must}` })
  return { alg, iv, ct, tag, ek, kid: key.kid }
}
