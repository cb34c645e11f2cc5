import { signIn, verify } from '../generated/operations/frame.ts'
import type { FrameSignInRequest } from '../generated/operations/schemas.ts'
import { abortable } from '../shared/abortable.ts'
import { assertObject } from '../shared/assertArgument.ts'
import { getNonce } from './nonce.ts'
import type { Abortable, Session, SignInOutcome } from './session.ts'
import { createSignInMessage } from './signInMessage.ts'

/** A Farcaster account and its signing function. */
export interface FrameOptions extends Abortable, Pick<FrameSignInRequest, 'captchaToken' | 'sessionPublicKey'> {
  /**
   * Asks the account to sign in (FIP-11), like the `signIn` action of a frame's host.
   *
   * @returns Message and signature. Without `address`, the custody address is read from the message.
   */
  sign(input: { nonce: string }): Promise<{ message: string; signature: string; address?: string }>
}

/**
 * Signs in with a Farcaster account: its custody address signs a message.
 *
 * @throws {@link ApiError} as `frame.signIn`.
 * @throws what `sign` throws.
 * @example await signInWithFrame(session, { sign: ({ nonce }) => sdk.actions.signIn({ nonce }) })
 */
export async function signInWithFrame(session: Session, options: FrameOptions): Promise<SignInOutcome> {
  const body = await proveFrame(session, options)
  return session.signIn((choice) => signIn(session.api, { body }, choice), options)
}

/**
 * Adds the Farcaster account to the user who is signed in.
 *
 * @throws {@link ApiError} as `frame.verify`.
 * @throws {@link SignInError} `no_session` when nobody is signed in.
 * @throws what `sign` throws.
 * @example await linkFrame(session, { sign: ({ nonce }) => sdk.actions.signIn({ nonce }) })
 */
export async function linkFrame(session: Session, options: FrameOptions): Promise<SignInOutcome> {
  const body = await proveFrame(session, options)
  return session.proceed((choice) => verify(session.api, { body }, choice), options)
}

/**
 * Writes the sign-in message of a Farcaster account (FIP-11), for clients that have the custody key.
 *
 * @param input - `fid` is the number of the account; `domain` and `uri` are those of the page by default.
 * @throws {@link SyntaxError} as {@link createSignInMessage}.
 * @example const message = createFrameMessage({ address, nonce, fid: 3 })
 */
export function createFrameMessage(input: {
  address: string
  nonce: string
  fid: number
  domain?: string | undefined
  uri?: string | undefined
}): string {
  assertObject(input, 'input', '{ address, nonce, fid }')
  const { fid, ...rest } = input
  return createSignInMessage({
    ...rest,
    chainId: 10,
    statement: 'Farcaster Auth',
    resources: [`farcaster://fid/${fid}`],
  })
}

/** Domain and address stand in the message's first two lines. */
async function proveFrame(session: Session, options: FrameOptions): Promise<FrameSignInRequest> {
  assertObject(options, 'options', '{ sign }')
  const { sign, signal, captchaToken, sessionPublicKey } = options
  const nonce = await getNonce(session, { signal })
  const { message, signature, address: givenAddress } = await abortable(signal, async () => sign({ nonce }))
  const [first = '', second = ''] = message.split('\n')
  return {
    message,
    signature,
    nonce,
    address: givenAddress ?? second,
    domain: first.split(' ')[0] ?? '',
    captchaToken,
    sessionPublicKey,
  }
}
