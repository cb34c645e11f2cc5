import { getRegistrationOptions, getSignInOptions, register, signIn } from '../generated/operations/passkeys.ts'
import type { PasskeyAuthRequest, PasskeyRegisterRequest } from '../generated/operations/schemas.ts'
import {
  askForPasskey,
  makePasskey,
  type PasskeyAnswer,
  type PasskeyAttestation,
  type PasskeyCreationOptions,
  type PasskeyMediation,
  type PasskeyRequestOptions,
} from './passkeyCeremony.ts'
import { withSignInErrors } from './passkeyError.ts'
import { type PasskeyAnswerJson, type PasskeyAttestationJson, toAnswer, toAttestation } from './passkeyJson.ts'
import type { Abortable, Session, SignInOutcome } from './session.ts'

/** Options of {@link signInWithPasskey}. */
export interface PasskeyOptions extends Abortable, Pick<PasskeyAuthRequest, 'createMfaToken'> {
  /** The site of the environment whose passkeys to use, if it is not the site of the page. */
  relatedOriginRpId?: string | undefined
  /** `conditional` offers passkeys in the form's autofill. @default 'optional' */
  mediation?: PasskeyMediation | undefined
  /**
   * The function that signs the challenge, such as that of a library for React Native.
   * @default askForPasskey, which uses the browser
   */
  ask?(options: PasskeyRequestOptions): Promise<PasskeyAnswer | PasskeyAnswerJson>
}

/**
 * Signs in with a passkey that the browser, a phone or a security key has for the site. The person enters no name.
 *
 * @throws {@link SignInError} as {@link askForPasskey}: `cancelled`, `invalid_domain`, `not_supported`, `no_passkey`.
 * @throws {@link ApiError} as `passkeys.signIn`.
 * @example await signInWithPasskey(session)
 */
export async function signInWithPasskey(session: Session, options: PasskeyOptions = {}): Promise<SignInOutcome> {
  const {
    relatedOriginRpId,
    createMfaToken,
    signal,
    ask = (browserOptions) => askForPasskey(browserOptions, options),
  } = options
  const browserOptions = await getSignInOptions(session.api, { query: { relatedOriginRpId } }, { auth: null, signal })
  const body = { ...toAnswer(await withSignInErrors(signal, () => ask(browserOptions))), createMfaToken }
  return session.signIn((choice) => signIn(session.api, { body }, choice), options)
}

/** Options of {@link addPasskey}. */
export interface AddPasskeyOptions extends Abortable, Pick<PasskeyRegisterRequest, 'createMfaToken'> {
  /** Proof of a second factor, if the service requires one. */
  mfaToken?: string | undefined
  /**
   * The function that creates the passkey, such as that of a library for React Native.
   * @default makePasskey, which uses the browser
   */
  make?(options: PasskeyCreationOptions): Promise<PasskeyAttestation | PasskeyAttestationJson>
}

/**
 * Creates a passkey for the user who is signed in.
 *
 * @throws {@link SignInError} as {@link makePasskey}: `already_registered`, `cancelled`, `invalid_domain`,
 *   `not_supported`, `no_passkey`.
 * @throws {@link ApiError} as `passkeys.register`.
 * @example await addPasskey(session)
 */
export async function addPasskey(session: Session, options: AddPasskeyOptions = {}): Promise<SignInOutcome> {
  const { createMfaToken, mfaToken, signal, make = (browserOptions) => makePasskey(browserOptions, options) } = options
  const browserOptions = await getRegistrationOptions(session.api, {}, { auth: session.auth, signal })
  const body = { ...toAttestation(await withSignInErrors(signal, () => make(browserOptions))), createMfaToken }
  const headers = mfaToken ? { 'x-mfa-auth-token': mfaToken } : {}
  return session.proceed((choice) => register(session.api, { body, headers }, choice), options)
}
