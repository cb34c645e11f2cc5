import type { components } from '@latchkey/types'
import { encodeBase64url, encodeTextBase64url } from '../crypto/base64url.ts'
import { toHex, utf8 } from '../crypto/bytes.ts'
import { sha256Hex } from '../domain/shared/sha256Hex.ts'
import type { World } from '../world.ts'
import type { Authenticator } from './authenticator.ts'

type Schemas = components['schemas']

/** A page with an authenticator. */
interface PasskeyPage {
  readonly authenticator: Authenticator
  /** Origin of the page. */
  readonly origin: string
}

/** A P-256 key of a client: a session key, or the target of sealed bundles. */
interface CustodyKey {
  /** Compressed, 33 bytes in hex. */
  readonly publicKey: string
  /** Signs the UTF-8 bytes of a text (ECDSA with SHA-256). @returns DER in hex */
  sign(text: string): Promise<string>
}

/** What clients of the pretended custody vendor do: keys, passkeys and stamps of embedded wallets. */
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
   * Stamps a request to the custody vendor, as a client does with a key or with the passkey of a page.
   *
   * @param request - What the service wrote, such as the reply of `vendorWallets.getDeleteRequest`, or what the client
   * writes.
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
  return {
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

    async stamp(request, signer) {
      const body = JSON.stringify(request)
      const activity = request.type.replace('ACTIVITY_TYPE_', '').toLowerCase()
      const stamp = 'authenticator' in signer ? await stampByPasskey(body, signer) : await stampByKey(body, signer)
      return { url: `https://custody.example.com/public/v1/submit/${activity}`, body, stamp }
    },
  }
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
  }
}
