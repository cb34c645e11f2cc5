import { getRegistrationOptions, getSignInOptions, register, signIn } from '../generated/operations/passkeys.ts'
import type { PasskeyAuthRequest, PasskeyRegisterRequest } from '../generated/operations/schemas.ts'
import { abortable } from '../shared/abortable.ts'
import { answerPasskey, type PasskeyAnswerOptions } from './passkeyAnswer.ts'
import { makeInBrowser, type PasskeyAttestation, type PasskeyCreationOptions } from './passkeyCeremony.ts'
import { withSignInErrors } from './passkeyError.ts'
import { type PasskeyAttestationJson, toAnswer, toAttestation } from './passkeyJson.ts'
import { inTurn } from './passkeyTurn.ts'
import type { Abortable, Session, SignInOutcome } from './session.ts'
import { assertSession } from './view.ts'

/** Options of {@link signInWithPasskey}. */
export interface PasskeyOptions extends PasskeyAnswerOptions, Pick<PasskeyAuthRequest, 'createMfaToken'> {
  /**
   * The site whose passkeys to use: its relying party id, if that is not the host of the page.
   * @default the host of the page
   */
  relatedOriginRpId?: string | undefined
}

/**
 * Signs in with a passkey that the browser, a phone or a security key has for the site. The person enters no name.
 *
 * A page can offer passkeys both in its form (`mediation: 'conditional'`) and with a button. A later call ends an
 * earlier one, which rejects with `superseded`. Ignore that reason.
 *
 * @throws {@link SignInError} as {@link askForPasskey}: `cancelled`, `invalid_domain`, `not_supported`, `no_passkey`,
 *   `superseded`, `request_pending`.
 * @throws {@link ApiError} as `passkeys.signIn`.
 * @example await signInWithPasskey(session)
 */
export async function signInWithPasskey(session: Session, options: PasskeyOptions = {}): Promise<SignInOutcome> {
  assertSession(session, 'sign in')
  const { relatedOriginRpId, createMfaToken } = options
  const answer = await answerPasskey(
    (signal) => getSignInOptions(session.api, { query: { relatedOriginRpId } }, { auth: null, signal }),
    options,
  )
  const body = { ...toAnswer(answer), createMfaToken }
  return session.signIn((choice) => signIn(session.api, { body }, choice), options)
}

/** Options of {@link addPasskey}. */
export interface AddPasskeyOptions extends Abortable, Pick<PasskeyRegisterRequest, 'createMfaToken'> {
  /** Proof of a second factor (`SignInOutcome.mfaToken`), if the service requires one. */
  mfaToken?: string | undefined
  /**
   * The function that creates the passkey, such as that of a library for React Native.
   * @default makePasskey, which uses the browser
   */
  make?(options: PasskeyCreationOptions): Promise<PasskeyAttestation | PasskeyAttestationJson>
}

/**
 * Creates a passkey, and adds it to the user who is signed in.
 *
 * @throws {@link SignInError} as {@link makePasskey}: `already_registered`, `cancelled`, `invalid_domain`,
 *   `not_supported`, `no_passkey`, `superseded`, `request_pending`.
 * @throws {@link ApiError} as `passkeys.register`.
 * @example await addPasskey(session)
 */
export async function addPasskey(session: Session, options: AddPasskeyOptions = {}): Promise<SignInOutcome> {
  assertSession(session, 'add a passkey')
  const { createMfaToken, mfaToken, signal, make } = options
  const getOptions = (turn: AbortSignal | undefined) =>
    getRegistrationOptions(session.api, {}, { auth: session.auth, signal: turn })
  const attestation = make
    ? await getOptions(signal).then((asked) =>
        withSignInErrors(signal, () => abortable(signal, async () => make(asked))),
      )
    : await inTurn(signal, async (turn) => makeInBrowser(await getOptions(turn), turn))
  const body = { ...toAttestation(attestation), createMfaToken }
  const headers = mfaToken ? { 'x-mfa-auth-token': mfaToken } : {}
  return session.proceed((choice) => register(session.api, { body, headers }, choice), options)
}
