import { encodeBase64url, encodeTextBase64url } from '@latchkey/base/base64url'
import { readHex, toHex, utf8 } from '@latchkey/base/bytes'
import { openBundle } from '@latchkey/crypto/hpke'
import type { components } from '@latchkey/types'
import { DomainError } from '../../domain/shared/errors.ts'
import { sha256Hex } from '../../domain/shared/sha256Hex.ts'
import { createExportActivity } from '../../domain/vendorWallets/exportActivities.ts'
import { type ExportedKey, exportInfo } from '../../domain/vendorWallets/exportedKeys.ts'
import { credentialInfo } from '../../domain/vendorWallets/sentKeys.ts'
import { transact, type World } from '../../world/world.ts'
import type { Authenticator } from './authenticator.ts'

type Schemas = components['schemas']

/** A page with an authenticator. */
interface PasskeyPage {
  readonly authenticator: Authenticator
  /** Origin of the page. */
  readonly origin: string
}

/** A P-256 key of a client: a session key, or the target of sealed bundles. */
export interface CustodyKey {
  /** Compressed, 33 bytes in hex. */
  readonly publicKey: string
  /** Signs the UTF-8 bytes of a text (ECDSA with SHA-256). @returns DER in hex */
  sign(text: string): Promise<string>
  /**
   * Opens the bundle of an e-mail of `walletRecovery`, which was sealed to this key. The mail has it as `code`.
   *
   * @returns The key in it, which stamps requests.
   * @throws Error for a bundle of another key
   */
  open(bundle: string): Promise<CustodyKey>
  /** Opens the bundle of `vendorWallets.getExportBundle`. @throws Error for a bundle of another key */
  openExport(bundle: string): Promise<ExportedKey>
}

/** Plays the clients of the simulated custody vendor: keys, passkeys and stamps of embedded wallets. */
export interface CustodyControl {
  /** Creates a key. The mock's seed determines it. */
  createKey(): Promise<CustodyKey>
  /**
   * Creates a passkey for wallets, as a page does.
   *
   * @param input.challenge - Base64url. @default random
   * @returns The `embeddedWalletSpecificOpts` of `vendorWallets.create`.
   */
  createPasskey(input: PasskeyPage & { readonly challenge?: string }): Promise<WalletPasskey>
  /**
   * Creates the passkey that replaces a lost one: its challenge is a signature by the key of the e-mail.
   *
   * @param input.key - The key in the bundle of the e-mail, as `CustodyKey.open` gives it.
   * @returns The `attestation` and `challenge` of `walletRecovery.completePasskeyRecovery`.
   */
  recoverPasskey(
    input: PasskeyPage & { readonly key: Pick<CustodyKey, 'sign'>; readonly vendorRecoveryUserId: string },
  ): Promise<WalletPasskey>
  /**
   * Lets the vendor export the key of a wallet.
   *
   * @param targetPublicKey - A P-256 key in hex, to which the exported key is sealed.
   * @returns The id of the activity, for `vendorWallets.getExportBundle`.
   * @throws TypeError for a wallet that is not at the vendor, and for a text that is not such a key
   */
  exportActivity(wallet: string | { readonly id: string }, targetPublicKey: string): Promise<{ activityId: string }>
  /**
   * Stamps a request to the custody vendor, as a client does with a key or with the passkey of a page.
   *
   * @param request - The request: written by the service, such as the reply of `vendorWallets.getDeleteRequest`, or by
   * the client.
   * @returns The `vendorSignedRequest` of a call.
   *
   * @example
   * const { data } = await vendorWallets.getDeleteRequest(client, { walletId })
   * const vendorSignedRequest = await mock.custody.stamp(data, { authenticator, origin })
   */
  stamp(
    request: { readonly type: string },
    signer: Pick<CustodyKey, 'publicKey' | 'sign'> | PasskeyPage,
  ): Promise<Schemas['VendorSignedRequest']>
}

type WalletPasskey = Schemas['CreateVendorEmbeddedWalletSpecificOpts']

export function createCustodyControl(world: World): CustodyControl {
  const control: CustodyControl = {
    async createKey() {
      const { p256 } = await import('@noble/curves/nist.js')
      return custodyKey(p256.utils.randomSecretKey(world.random.bytes(48)))
    },

    async createPasskey({ authenticator, origin, challenge = encodeBase64url(world.random.bytes(32)) }) {
      const rpId = new URL(origin).hostname
      const userHandle = encodeBase64url(world.random.bytes(16))
      const { id, response } = await authenticator.create(
        {
          challenge,
          rp: { id: rpId, name: rpId },
          user: { id: userHandle, name: 'wallet', displayName: 'wallet' },
          pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
        },
        { origin },
      )
      const { attestationObject, clientDataJson } = response
      return {
        challenge,
        attestation: {
          credentialId: id,
          attestationObject,
          clientDataJson,
          transports: ['AUTHENTICATOR_TRANSPORT_INTERNAL'],
        },
      }
    },

    async recoverPasskey({ key, vendorRecoveryUserId, ...page }) {
      const signature = readHex(await key.sign(vendorRecoveryUserId)) ?? new Uint8Array()
      return control.createPasskey({ ...page, challenge: encodeBase64url(signature) })
    },

    async exportActivity(wallet, targetPublicKey) {
      const walletId = typeof wallet === 'string' ? wallet : wallet.id
      const activityId = await transact(world, async (backend) => {
        const record = backend.store.wallets.get(walletId)
        if (!record) throw refusal('there is no wallet with this id.')
        try {
          return await createExportActivity(backend, record, targetPublicKey)
        } catch (error) {
          throw error instanceof DomainError ? refusal(error.message) : error
        }
      })
      return { activityId }
    },

    async stamp(request, signer) {
      const body = JSON.stringify(request)
      const activity = request.type.replace('ACTIVITY_TYPE_', '').toLowerCase()
      const stamp = 'authenticator' in signer ? await stampByPasskey(body, signer) : await stampByKey(body, signer)
      return { url: `https://custody.example.com/public/v1/submit/${activity}`, body, stamp }
    },
  }
  return control
}

function refusal(reason: string): TypeError {
  return new TypeError(`Failed to call "custody.exportActivity()": ${reason}`)
}

async function stampByKey(body: string, { publicKey, sign }: Pick<CustodyKey, 'publicKey' | 'sign'>) {
  const stamp = { publicKey, scheme: 'SIGNATURE_SCHEME_API_P256', signature: await sign(body) }
  return { stampHeaderName: 'X-Stamp', stampHeaderValue: encodeTextBase64url(JSON.stringify(stamp)) }
}

async function stampByPasskey(body: string, { authenticator, origin }: PasskeyPage) {
  const challenge = encodeTextBase64url(sha256Hex(body))
  const { id: credentialId, response } = await authenticator.get({ challenge }, { origin })
  const { clientDataJSON: clientDataJson, authenticatorData, signature } = response
  const stamp = { credentialId, clientDataJson, authenticatorData, signature }
  return { stampHeaderName: 'X-Stamp-Webauthn', stampHeaderValue: JSON.stringify(stamp) }
}

async function custodyKey(secretKey: Uint8Array): Promise<CustodyKey> {
  const { p256 } = await import('@noble/curves/nist.js')
  return {
    publicKey: toHex(p256.getPublicKey(secretKey, true)),
    sign: async (text) => toHex(p256.sign(utf8(text), secretKey, { format: 'der' })),
    open: async (bundle) => custodyKey(await openBundle(secretKey, { bundle, info: credentialInfo })),
    async openExport(bundle) {
      return JSON.parse(new TextDecoder().decode(await openBundle(secretKey, { bundle, info: exportInfo })))
    },
  }
}
