import type { components } from '@latchkey/types'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { encodeBase64url } from '../crypto/base64url.ts'
import { type CborValue, encodeCbor } from '../crypto/cbor.ts'
import type { World } from '../world.ts'

type Schemas = components['schemas']
type CreationOptions =
  | Schemas['GetPasskeyRegistrationOptionsResponse']
  | Schemas['MfaRegisterPasskeyDeviceGetResponseRegistration']
type RequestOptions = Schemas['GetPasskeyAuthenticationOptionsResponse']

/** Where the authenticator is used, and how it is to misbehave. */
export interface CeremonyInput {
  /** Origin of the page, which the answer repeats. It is not compared with the relying party: that is for the service to do. */
  readonly origin: string
  /** Whether the person proves to be the owner, by a finger or a PIN. @default true */
  readonly userVerified?: boolean
  /**
   * Whether the key may be copied to other devices, as the flag BE tells.
   *
   * @default false for a new key, and what a key was made with from then on
   */
  readonly backupEligible?: boolean
  /** Whether the key is copied, as the flag BS tells. @default false */
  readonly backedUp?: boolean
  /** What the signature counter tells. @default one more than the time before */
  readonly counter?: number
  /** The algorithm that a new key claims to be of, as a COSE number. @default -7, which the keys are of */
  readonly algorithm?: number
}

/** The answer to a registration: a body of `passkeys.register` and an `attestation` of `mfaDevices.verifyPasskey` alike. */
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

/** The answer to an authentication: a body of `passkeys.signIn` and `mfa.authenticatePasskey`. */
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

/** A device with passkeys, as a browser has one: discoverable ES256 keys that sign for real. */
export interface Authenticator {
  /**
   * Makes a passkey, as `navigator.credentials.create()` does, and gives its answer as JSON.
   *
   * @param options - What `passkeys.getRegistrationOptions` answers with, or the `registration` of `mfaDevices.createPasskey`.
   * @throws DOMException `InvalidStateError` where one of the excluded credentials is here, `NotSupportedError` where ES256 is not offered
   */
  create(options: CreationOptions, input: CeremonyInput): Promise<RegistrationAnswer>
  /**
   * Signs with the latest passkey that fits, as `navigator.credentials.get()` does, and gives its answer as JSON.
   *
   * @param options - What `passkeys.getSignInOptions` or `passkeys.getAuthenticationOptions` answers with.
   * @throws DOMException `NotAllowedError` where no passkey fits
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

/** Creates an authenticator without passkeys. Its keys come from the mock's randomness, and outlive a reset as a device would. */
export function createAuthenticator(world: Pick<World, 'random'>): Authenticator {
  const held: KeyPair[] = []
  return {
    async create(options, { algorithm = es256, ...input }) {
      const rpId = options.rp.id ?? hostOf(input.origin)
      const isHere = options.excludeCredentials?.some(({ id }) =>
        held.some((pair) => pair.id === id && pair.rpId === rpId),
      )
      if (isHere) throw new DOMException('This authenticator has a passkey of the user already.', 'InvalidStateError')
      if (!options.pubKeyCredParams.some(({ alg }) => alg === es256))
        throw new DOMException('This authenticator makes ES256 keys only.', 'NotSupportedError')
      const { p256 } = await loadCurves()
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
      held.push(pair)
      const attested = attestedData(credentialId, p256.getPublicKey(secretKey, false), algorithm)
      const authData = concatBytes(authenticatorData(pair, input, attestedFlag), attested)
      const clientData = encodeBase64url(collectClientData('webauthn.create', options.challenge, input))
      const attestationObject = encodeBase64url(
        encodeCbor(
          new Map<string, CborValue>([
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
      const pair = held.findLast(
        (one) => one.rpId === rpId && (allowed.length === 0 || allowed.some(({ id }) => id === one.id)),
      )
      if (!pair) throw new DOMException('This authenticator has no passkey that fits.', 'NotAllowedError')
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

/** The fixed part: hash of the relying party, flags, counter (WebAuthn, section 6.1). */
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

/** An authenticator without a model, the credential's id, and its key on P-256 as COSE writes it (WebAuthn, section 6.5.1). */
function attestedData(credentialId: Uint8Array, point: Uint8Array, algorithm: number): Uint8Array {
  const coseKey = encodeCbor(
    new Map<number, CborValue>([
      [1, 2],
      [3, algorithm],
      [-1, 1],
      [-2, point.subarray(1, 33)],
      [-3, point.subarray(33)],
    ]),
  )
  return concatBytes(new Uint8Array(16), Uint8Array.of(0, credentialId.length), credentialId, coseKey)
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
