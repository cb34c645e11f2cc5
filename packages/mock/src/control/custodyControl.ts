import type { components } from '@latchkey/types'
import { encodeBase64url } from '../crypto/base64url.ts'
import { toHex, utf8 } from '../crypto/bytes.ts'
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
  }
}

async function custodyKey(secretKey: Uint8Array): Promise<CustodyKey> {
  const { p256 } = await import('@noble/curves/nist.js')
  return {
    publicKey: toHex(p256.getPublicKey(secretKey, true)),
    sign: async (text) => toHex(p256.sign(utf8(text), secretKey, { format: 'der' })),
  }
}
