import { encodeBase64url } from '@latchkey/base/base64url'
import { readHex } from '@latchkey/base/bytes'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { loadWebAuthnHelpers } from '../../effects/decoratedLibraries.ts'
import type { World } from '../../world/world.ts'

/**
 * The options of a registration, as far as the authenticator reads them. The replies of the operations fit, even as
 * types of `@latchkey/client`, which also allow values that are newer than the listed ones.
 */
interface CreationOptions {
  /** base64url. */
  readonly challenge: string
  readonly rp: { readonly id?: string; readonly name?: string }
  /** The user that the passkey is for; `id` is base64url. */
  readonly user: { readonly id: string; readonly name?: string; readonly displayName?: string }
  /** The accepted kinds of keys, by their COSE numbers. */
  readonly pubKeyCredParams: readonly { readonly alg: number; readonly type: string }[]
  /** Passkeys that the user has already. */
  readonly excludeCredentials?: readonly { readonly id: string; readonly type?: string }[]
}

/** The options of an authentication, as far as the authenticator reads them. */
interface RequestOptions {
  /** base64url. */
  readonly challenge: string
  readonly rpId?: string
  /** The passkeys that can answer; none or an empty list for any that the authenticator has for the site. */
  readonly allowCredentials?: readonly { readonly id: string; readonly type?: string }[]
}

/** The page that uses the authenticator, and values that a test can make the authenticator report. */
export interface CeremonyInput {
  /** Origin of the page, which the answer repeats. The authenticator does not check it: that is up to the service. */
  readonly origin: string
  /** Whether the user is verified, such as by a fingerprint or a PIN. @default true */
  readonly userVerified?: boolean
  /**
   * Whether the key may be copied to other devices (flag BE).
   *
   * @default false for a new key; later the value from its creation
   */
  readonly backupEligible?: boolean
  /** Whether the key is copied (flag BS). @default false */
  readonly backedUp?: boolean
  /** Value of the signature counter. @default one more than the last value */
  readonly counter?: number
  /**
   * COSE number of the algorithm that a new key claims.
   *
   * @default -7 (ES256), the algorithm that all keys really have
   */
  readonly algorithm?: number
  /**
   * Model of the authenticator that a new key names, such as `bada5566-a7aa-401f-bd96-45619a55120d` of 1Password, by
   * which `passkeys.list` shows where the passkey is stored.
   *
   * @default none: all zeros
   */
  readonly aaguid?: string
}

/**
 * The answer to a registration: the body of `passkeys.register`, or the `attestation` of `mfaDevices.verifyPasskey`.
 */
interface RegistrationAnswer {
  readonly id: string
  readonly rawId: string
  readonly type: 'public-key'
  readonly authenticatorAttachment: 'platform'
  readonly clientExtensionResults: { readonly credProps: { readonly rk: true } }
  readonly response: {
    readonly attestationObject: string
    readonly clientDataJSON: string
    /** The same as `clientDataJSON`, in the spelling of `passkeys.register`. */
    readonly clientDataJson: string
    readonly transports: ['internal']
  }
}

/** The answer to an authentication: the body of `passkeys.signIn` or `mfa.authenticatePasskey`. */
interface AuthenticationAnswer {
  readonly id: string
  readonly rawId: string
  readonly type: 'public-key'
  readonly authenticatorAttachment: 'platform'
  readonly clientExtensionResults: Record<string, never>
  readonly response: {
    readonly clientDataJSON: string
    readonly authenticatorData: string
    readonly signature: string
    readonly userHandle: string
  }
}

/** A device with passkeys, as in a browser: discoverable ES256 keys that make real signatures. */
export interface Authenticator {
  /**
   * Makes a passkey, as `navigator.credentials.create()` does. Resolves with its answer as JSON.
   *
   * @param options - The reply of `passkeys.getRegistrationOptions`, or the `registration` of
   * `mfaDevices.createPasskey`.
   * @throws DOMException `InvalidStateError` when the authenticator has an excluded credential, `NotSupportedError`
   * when the options do not offer ES256
   */
  create(options: CreationOptions, input: CeremonyInput): Promise<RegistrationAnswer>
  /**
   * Signs with the latest matching passkey, as `navigator.credentials.get()` does. Resolves with its answer as JSON.
   *
   * @param options - The reply of `passkeys.getSignInOptions` or `passkeys.getAuthenticationOptions`.
   * @throws DOMException `NotAllowedError` when no passkey matches
   */
  get(options: RequestOptions, input: CeremonyInput): Promise<AuthenticationAnswer>
}

interface KeyPair {
  readonly id: string
  readonly rpId: string
  readonly userHandle: string
  readonly secretKey: Uint8Array
  readonly backupEligible: boolean
  counter: number
}

const es256 = -7
const attachment = { type: 'public-key', authenticatorAttachment: 'platform' } as const

/**
 * Creates an authenticator without passkeys. Its keys come from the mock's randomness. Like a real device, it keeps
 * them when the mock is reset.
 */
export function createAuthenticator(world: Pick<World, 'random'>): Authenticator {
  const keyPairs: KeyPair[] = []
  return {
    async create(options, { algorithm = es256, aaguid = '', ...input }) {
      const model = aaguid === '' ? new Uint8Array(16) : readHex(aaguid.replaceAll('-', ''))
      if (model?.length !== 16) throw new TypeError('Failed to create a passkey: `aaguid` is not a UUID.')
      const rpId = options.rp.id ?? hostOf(input.origin)
      const isExcluded = options.excludeCredentials?.some(({ id }) =>
        keyPairs.some((pair) => pair.id === id && pair.rpId === rpId),
      )
      if (isExcluded) throw new DOMException('This authenticator has an excluded passkey already.', 'InvalidStateError')
      if (!options.pubKeyCredParams.some(({ alg }) => alg === es256))
        throw new DOMException('This authenticator makes ES256 keys only.', 'NotSupportedError')
      const { p256 } = await loadCurves()
      const { isoCBOR } = await loadWebAuthnHelpers()
      const credentialId = world.random.bytes(32)
      const secretKey = p256.utils.randomSecretKey(world.random.bytes(48))
      const pair: KeyPair = {
        id: encodeBase64url(credentialId),
        rpId,
        userHandle: options.user.id,
        secretKey,
        backupEligible: input.backupEligible ?? false,
        counter: 0,
      }
      keyPairs.push(pair)
      const publicKey = isoCBOR.encode(coseKey(p256.getPublicKey(secretKey, false), algorithm))
      const attested = concatBytes(model, Uint8Array.of(0, credentialId.length), credentialId, publicKey)
      const authData = concatBytes(authenticatorData(pair, input, attestedFlag), attested)
      const clientData = encodeBase64url(collectClientData('webauthn.create', options.challenge, input))
      const attestationObject = encodeBase64url(
        isoCBOR.encode(
          new Map<string, string | Uint8Array | Map<string, string>>([
            ['fmt', 'none'],
            ['attStmt', new Map()],
            ['authData', authData],
          ]),
        ),
      )
      return {
        ...attachment,
        id: pair.id,
        rawId: pair.id,
        clientExtensionResults: { credProps: { rk: true } },
        response: {
          attestationObject,
          clientDataJSON: clientData,
          clientDataJson: clientData,
          transports: ['internal'],
        },
      }
    },

    async get(options, input) {
      const rpId = options.rpId ?? hostOf(input.origin)
      const allowed = options.allowCredentials ?? []
      const pair = keyPairs.findLast(
        (each) => each.rpId === rpId && (allowed.length === 0 || allowed.some(({ id }) => id === each.id)),
      )
      if (!pair) throw new DOMException('This authenticator has no passkey for this request.', 'NotAllowedError')
      const { p256 } = await loadCurves()
      const authData = authenticatorData(pair, input)
      const clientData = collectClientData('webauthn.get', options.challenge, input)
      const signature = p256.sign(concatBytes(authData, sha256(clientData)), pair.secretKey, { format: 'der' })
      return {
        ...attachment,
        id: pair.id,
        rawId: pair.id,
        clientExtensionResults: {},
        response: {
          clientDataJSON: encodeBase64url(clientData),
          authenticatorData: encodeBase64url(authData),
          signature: encodeBase64url(signature),
          userHandle: pair.userHandle,
        },
      }
    },
  }
}

const presentFlag = 0x01
const verifiedFlag = 0x04
const backupEligibleFlag = 0x08
const backedUpFlag = 0x10
const attestedFlag = 0x40

/** The part of fixed length: hash of the relying party, flags, counter (WebAuthn, section 6.1). */
function authenticatorData(
  pair: KeyPair,
  { userVerified = true, backupEligible = pair.backupEligible, backedUp = false, counter }: CeremonyInput,
  moreFlags = 0,
): Uint8Array {
  pair.counter = counter ?? pair.counter + 1
  const flags =
    presentFlag |
    (userVerified ? verifiedFlag : 0) |
    (backupEligible ? backupEligibleFlag : 0) |
    (backedUp ? backedUpFlag : 0) |
    moreFlags
  const bytes = new Uint8Array(37)
  bytes.set(sha256(utf8ToBytes(pair.rpId)))
  const view = new DataView(bytes.buffer)
  view.setUint8(32, flags)
  view.setUint32(33, pair.counter)
  return bytes
}

/** A P-256 key in COSE (WebAuthn, section 6.5.1). @param point - Uncompressed, in 65 bytes. */
function coseKey(point: Uint8Array, algorithm: number): Map<number, number | Uint8Array> {
  return new Map<number, number | Uint8Array>([
    [1, 2],
    [3, algorithm],
    [-1, 1],
    [-2, point.subarray(1, 33)],
    [-3, point.subarray(33)],
  ])
}

function collectClientData(
  type: 'webauthn.create' | 'webauthn.get',
  challenge: string,
  { origin }: CeremonyInput,
): Uint8Array<ArrayBuffer> {
  return utf8ToBytes(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function hostOf(origin: string): string {
  return new URL(origin).hostname
}

async function loadCurves() {
  return import('@noble/curves/nist.js')
}
