import { toHex } from '@latchkey/base/bytes'
import { sealBundle } from '@latchkey/crypto/hpke'
import { readP256Key } from '@latchkey/crypto/p256Keys'
import type { User } from '../../store/records.ts'
import type { VendorWallet } from '../../store/vendorRecords.ts'
import { provedEmailOf } from '../contacts/notices.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { existing } from '../shared/recordGuards.ts'
import { sdkSettingsOf } from '../shared/settings.ts'

/** How long a sent key can stamp requests, in milliseconds. */
const sentKeyMs = 900_000

/** The HPKE `info` of the bundle of a sent key. */
export const credentialInfo = 'custody credential'

/** A key whose secret part is on its way by e-mail. */
export interface SentKey {
  /** UUID. */
  readonly id: string
  readonly publicKey: string
  readonly expiresAt: string
}

interface KeyMail {
  readonly vendorWallet: VendorWallet
  /** The public key of the client in hex, and the field of the request that has it. */
  readonly target: { readonly publicKey: string; readonly field: string }
  /** The sentence of the e-mail about what to do with it. */
  readonly purpose: string
}

/**
 * Sends a new key to the recovery address of a wallet, sealed to a key of the client. The service forgets the secret
 * part.
 *
 * @throws {@link DomainError} `recoveryDisabled`, `noRecoveryEmail`, `validationFailed`
 */
export async function sendKey(
  backend: Backend,
  { id: userId, environmentId }: User,
  { vendorWallet, target, purpose }: KeyMail,
): Promise<SentKey> {
  const { clock, newId, random, outside, store } = backend
  const isEnabled = sdkSettingsOf(backend, environmentId).embeddedWallets?.emailRecoveryEnabled !== false
  assert(isEnabled, 'recoveryDisabled')
  const to = existing(vendorWallet.recoveryEmail ?? provedEmailOf(backend, userId), 'noRecoveryEmail')
  const recipient = existing(await readP256Key(target.publicKey), 'validationFailed', {
    message: `${target.field} must be a point of the curve P-256.`,
  })
  const { p256 } = await import('@noble/curves/nist.js')
  const secretKey = p256.utils.randomSecretKey(random.bytes(48))
  const bundle = await sealBundle(recipient, {
    plaintext: secretKey,
    info: credentialInfo,
    randomness: random.bytes(32),
  })
  const { emailCompanyName, displayName = '' } = store.environments.get(environmentId)?.settings.general ?? {}
  outside.messages.send({
    environmentId,
    channel: 'email',
    to,
    subject: `Your wallet at ${emailCompanyName || displayName}`,
    text: [
      `${purpose} with this code: ${bundle}`,
      'It is good for 15 minutes, and only in the app that asked for it. If you did not ask for it, ignore this message.',
    ].join('\n\n'),
    code: bundle,
  })
  return { id: newId(), publicKey: toHex(p256.getPublicKey(secretKey, true)), expiresAt: clock.isoIn(sentKeyMs) }
}
