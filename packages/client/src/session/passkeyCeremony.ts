import { decodeBase64url, encodeBase64url } from '@latchkey/device/base64url'
import type {
  GetPasskeyAuthenticationOptionsResponse,
  GetPasskeyRegistrationOptionsResponse,
  MfaRegisterPasskeyDeviceGetResponse,
  PasskeyAuthRequest,
  PasskeyRegisterRequest,
} from '../generated/operations/schemas.ts'
import { assertArgument } from '../shared/assertArgument.ts'
import { SignInError } from '../shared/signInError.ts'
import { assertConditional, browserCredentials, withSignInErrors } from './passkeyError.ts'
import { inTurn } from './passkeyTurn.ts'
import type { Abortable } from './session.ts'

/** When the browser asks the person: `CredentialMediationRequirement` of the browser. */
export type PasskeyMediation = 'conditional' | 'optional' | 'required' | 'silent'

/** Options for signing a challenge, in the shape of `PublicKeyCredentialRequestOptionsJSON`. */
export type PasskeyRequestOptions = GetPasskeyAuthenticationOptionsResponse
/** Options for creating a passkey, in the shape of `PublicKeyCredentialCreationOptionsJSON`. */
export type PasskeyCreationOptions =
  | GetPasskeyRegistrationOptionsResponse
  | NonNullable<MfaRegisterPasskeyDeviceGetResponse['registration']>
/** The browser's signature of a challenge. */
export type PasskeyAnswer = Omit<PasskeyAuthRequest, 'createMfaToken'>
/** The passkey that the browser created. It has the client data under both spellings, `Json` and `JSON`. */
export type PasskeyAttestation = Omit<PasskeyRegisterRequest, 'createMfaToken'> & {
  response: { clientDataJSON: string; transports?: string[] | undefined }
}

/** Options of {@link askForPasskey}. */
export interface AskForPasskeyOptions extends Abortable {
  /** `conditional` offers passkeys in the form's autofill. @default 'optional' */
  mediation?: PasskeyMediation | undefined
}

/**
 * Asks the browser to sign a challenge: `navigator.credentials.get()` with JSON as input and output. It ends an earlier
 * request of this page, because a browser accepts only one at a time.
 *
 * @throws {@link SignInError} `cancelled`, `invalid_domain`, `not_supported`, `no_passkey` or `request_pending`, with the
 *   browser's DOMException as `cause`; `superseded` when a later request has ended this one.
 * @example
 * const options = await passkeys.getSignInOptions(api)
 * const answer = await askForPasskey(options)
 */
export function askForPasskey(
  options: PasskeyRequestOptions,
  { signal, mediation }: AskForPasskeyOptions = {},
): Promise<PasskeyAnswer> {
  return inTurn(signal, (turn) => askBrowser(options, { signal: turn, mediation }))
}

/** Like {@link askForPasskey}, for a caller whose turn it is. */
export async function askBrowser(
  options: PasskeyRequestOptions,
  { signal, mediation }: AskForPasskeyOptions,
): Promise<PasskeyAnswer> {
  if (mediation === 'conditional') await assertConditional()
  assertOptions(options)
  const { challenge, allowCredentials, ...rest } = options
  const publicKey = {
    ...rest,
    challenge: decodeBase64url(challenge),
    allowCredentials: allowCredentials?.map(toDescriptor),
  } as PublicKeyCredentialRequestOptions
  const { response, ...credential } = fromBrowser(
    await withSignInErrors(signal, async () =>
      browserCredentials().get({ publicKey, signal, mediation } as CredentialRequestOptions),
    ),
  )
  const { clientDataJSON, authenticatorData, signature, userHandle } = response as AuthenticatorAssertionResponse
  return {
    ...credential,
    response: {
      clientDataJSON: encodeBase64url(clientDataJSON),
      authenticatorData: encodeBase64url(authenticatorData),
      signature: encodeBase64url(signature),
      // Older versions of Safari have an empty one where there is none.
      ...(userHandle?.byteLength && { userHandle: encodeBase64url(userHandle) }),
    },
  }
}

/**
 * Asks the browser to create a passkey: `navigator.credentials.create()` with JSON as input and output. It ends an
 * earlier request of this page, because a browser accepts only one at a time.
 *
 * @throws {@link SignInError} `already_registered` when the device has one of the user's passkeys already, `cancelled`,
 *   `invalid_domain`, `not_supported`, `no_passkey` or `request_pending`, with the browser's DOMException as `cause`;
 *   `superseded` when a later request has ended this one.
 * @example
 * const options = await passkeys.getRegistrationOptions(api, {}, { auth: session.auth })
 * const attestation = await makePasskey(options)
 */
export function makePasskey(options: PasskeyCreationOptions, { signal }: Abortable = {}): Promise<PasskeyAttestation> {
  return inTurn(signal, (turn) => makeInBrowser(options, turn))
}

/** Like {@link makePasskey}, for a caller whose turn it is. */
export async function makeInBrowser(options: PasskeyCreationOptions, signal: AbortSignal): Promise<PasskeyAttestation> {
  assertOptions(options)
  const { challenge, user, excludeCredentials, ...rest } = options
  const publicKey = {
    ...rest,
    challenge: decodeBase64url(challenge),
    user: { ...user, id: decodeBase64url(user.id) },
    excludeCredentials: excludeCredentials?.map(toDescriptor),
  } as PublicKeyCredentialCreationOptions
  const { response, ...credential } = fromBrowser(
    await withSignInErrors(signal, async () =>
      browserCredentials().create({ publicKey, signal } as CredentialCreationOptions),
    ),
  )
  const attestation = response as AuthenticatorAttestationResponse
  const clientData = encodeBase64url(attestation.clientDataJSON)
  return {
    ...credential,
    response: {
      attestationObject: encodeBase64url(attestation.attestationObject),
      clientDataJson: clientData,
      clientDataJSON: clientData,
      transports: tolerantly(() => attestation.getTransports?.()),
    },
  }
}

function assertOptions(options: { readonly challenge: string }): void {
  assertArgument(Object(options).challenge, 'options', 'those of the service, with their challenge')
}

function toDescriptor({ id, ...rest }: { id: string }): object {
  return { type: 'public-key', ...rest, id: decodeBase64url(id) }
}

function fromBrowser(credential: Credential | null) {
  if (!credential || !('rawId' in credential)) throw new SignInError('no_passkey', 'The browser returned no passkey.')
  const { id, rawId, response, authenticatorAttachment } = credential as PublicKeyCredential
  return {
    id,
    rawId: encodeBase64url(rawId),
    type: 'public-key' as const,
    response,
    ...(authenticatorAttachment && {
      authenticatorAttachment: authenticatorAttachment as 'platform' | 'cross-platform',
    }),
    clientExtensionResults: tolerantly(() => (credential as PublicKeyCredential).getClientExtensionResults()) ?? {},
  }
}

/**
 * Calls a method of a credential, and returns undefined if it throws. Password managers put objects of their own in
 * place of the browser's, and the methods of some refuse to run on them. The passkey exists by then, and none of these
 * values is needed.
 */
function tolerantly<T>(call: () => T): T | undefined {
  try {
    return call()
  } catch {
    return undefined
  }
}
