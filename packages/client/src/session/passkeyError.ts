import { SignInError, type SignInErrorReason } from '../shared/signInError.ts'

type Failure = readonly [reason: SignInErrorReason, sentence: string]

const notSupported: Failure = [
  'not_supported',
  'This browser does not support passkeys on this page, or none of the key types that the site accepts. A page needs HTTPS.',
]

const notAllowedHere: Failure = [
  'not_supported',
  'This page may not use passkeys. If it is in a frame, the frame needs ' +
    'allow="publickey-credentials-get; publickey-credentials-create". Its Permissions-Policy must allow both, too.',
]

/** How Chromium and Safari say that a frame or a policy forbids passkeys, by the name of a cancelled request. */
const forbidden = /permissions.policy|feature.policy|not enabled in this document|same as its ancestors/i

/** The failures that browsers report, by the name of their DOMException. */
const failures: Readonly<Record<string, Failure>> = {
  // Also when the browser has no passkey for the site: it does not tell sites the difference.
  NotAllowedError: ['cancelled', 'The person cancelled, chose no passkey, or did not answer in time.'],
  SecurityError: [
    'invalid_domain',
    'The passkeys of the environment belong to another domain than this page, or the page is at an IP address, where ' +
      'browsers do not allow passkeys. Open the page at the domain of the passkeys, or at localhost.',
  ],
  NotSupportedError: notSupported,
  InvalidStateError: ['already_registered', 'This device has a passkey of the user already.'],
  OperationError: [
    'request_pending',
    'The browser is busy with a request for a credential that another script has made. Try again when it has ended.',
  ],
}

/** The failures that libraries of React Native report, by the `error` of what they throw; others are `no_passkey`. */
const nativeFailures: Readonly<Record<string, SignInErrorReason>> = {
  UserCancelled: 'cancelled',
  TimedOut: 'cancelled',
  Interrupted: 'cancelled',
  BadConfiguration: 'invalid_domain',
  NotSupported: 'not_supported',
  NoCreateOption: 'not_supported',
  CredentialAlreadyExists: 'already_registered',
}

/**
 * Runs a ceremony of the browser, or of a library of React Native.
 *
 * @throws {@link SignInError} instead of the browser's DOMException or the library's error, which is its `cause`.
 */
export async function withSignInErrors<T>(signal: AbortSignal | undefined, ceremony: () => Promise<T>): Promise<T> {
  try {
    return await ceremony()
  } catch (error) {
    if (signal?.aborted) throw error
    const { error: code, message } = Object(error) as { error?: string; message?: string }
    // An object of its own, which is no Error.
    if (typeof code === 'string' && !(error instanceof Error))
      throw new SignInError(nativeFailures[code] ?? 'no_passkey', `${message}`, { cause: error })
    // React Native has no such class.
    if (!globalThis.DOMException || !(error instanceof DOMException)) throw error
    const isForbidden = error.name === 'NotAllowedError' && forbidden.test(error.message)
    const [reason, sentence] = isForbidden
      ? notAllowedHere
      : (failures[error.name] ?? ['no_passkey', 'The browser returned no passkey.'])
    throw new SignInError(reason, sentence, { cause: error })
  }
}

/** @throws {@link SignInError} `not_supported` outside of browsers, and where a page may use no passkeys. */
export function browserCredentials(): CredentialsContainer {
  const { credentials } = (globalThis.navigator ?? {}) as Partial<Navigator>
  if (!credentials) throw new SignInError(...notSupported)
  return credentials
}

/**
 * Refuses where a form cannot offer passkeys: such a browser would open its dialog when the page is loaded.
 *
 * @throws {@link SignInError} `not_supported`
 */
export async function assertConditional(): Promise<void> {
  const { PublicKeyCredential } = globalThis as { PublicKeyCredential?: Partial<typeof globalThis.PublicKeyCredential> }
  if (PublicKeyCredential && !(await PublicKeyCredential.isConditionalMediationAvailable?.()))
    throw new SignInError('not_supported', 'This browser does not offer passkeys in forms. Show a button instead.')
}
