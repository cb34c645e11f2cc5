import { signIn, verify } from '../generated/operations/frame.ts'
import type { FrameSignInRequest } from '../generated/operations/schemas.ts'
import type { Abortable, Session, SignInOutcome } from './session.ts'
import { createSignInMessage, getNonce } from './wallet.ts'

/** A Farcaster account and how it signs. */
export interface FrameOptions extends Abortable, Pick<FrameSignInRequest, 'captchaToken' | 'sessionPublicKey'> {
  /**
   * Has the account sign in (FIP-11), as the `signIn` action of a frame's host does.
   *
   * @returns Message and signature, and the custody address where the message is not to be asked for it.
   */
  sign(input: { nonce: string }): Promise<{ message: string; signature: string; address?: string }>
}

/**
 * Signs in with a Farcaster account, by the message that its custody address has signed.
 *
 * @throws {@link ApiError} as `frame.signIn`; what `sign` throws is thrown on.
 * @example await signInWithFrame(session, { sign: ({ nonce }) => sdk.actions.signIn({ nonce }) })
 */
export async function signInWithFrame(session: Session, options: FrameOptions): Promise<SignInOutcome> {
  const body = await proveFrame(session, options)
  return session.signIn((choice) => signIn(session.api, { body }, choice), options)
}

/**
 * Adds the Farcaster account to the user who is signed in.
 *
 * @throws {@link ApiError} as `frame.verify`; what `sign` throws is thrown on.
 */
export async function linkFrame(session: Session, options: FrameOptions): Promise<SignInOutcome> {
  const body = await proveFrame(session, options)
  return session.proceed((choice) => verify(session.api, { body }, choice), options)
}

/** Writes the message of an account (FIP-11), for clients that hold the custody key themselves. */
export function createFrameMessage(input: {
  address: string
  nonce: string
  fid: number
  domain?: string
  uri?: string
}): string {
  const { fid, ...rest } = input
  return createSignInMessage({
    ...rest,
    chainId: 10,
    statement: 'Farcaster Auth',
    resources: [`farcaster://fid/${fid}`],
  })
}

/** Domain and address stand in the message's first two lines. */
async function proveFrame(
  session: Session,
  { sign, signal, captchaToken, sessionPublicKey }: FrameOptions,
): Promise<FrameSignInRequest> {
  const nonce = await getNonce(session, { signal })
  const { message, signature, address: given } = await sign({ nonce })
  signal?.throwIfAborted()
  const [first = '', second = ''] = message.split('\n')
  return {
    message,
    signature,
    nonce,
    address: given ?? second,
    domain: first.split(' ')[0] ?? '',
    captchaToken,
    sessionPublicKey,
  }
}
