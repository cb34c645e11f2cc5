import { defined } from '@latchkey/base/defined'
import { addressKey, isAddressOf } from '@latchkey/crypto/chainAddresses'
import { parseSignInMessage, type SignInMessage } from '@latchkey/crypto/signInMessage'
import { signInMessageFault } from '@latchkey/crypto/signInMessageFault'
import type { components } from '@latchkey/types'
import type { SocialAccount } from '../../../effects/outside.ts'
import { assertEnabledProvider } from '../../providers/providers.ts'
import type { Backend } from '../../shared/backend.ts'
import type { UserCaller } from '../../shared/callers.ts'
import { assertCaptcha } from '../../shared/captcha.ts'
import { assert, DomainError } from '../../shared/errors.ts'
import type { RequestContext } from '../../shared/request.ts'
import { assertClaims } from '../../wallets/messageChecks.ts'
import { claimsOf } from '../../wallets/walletMessages.ts'
import { linkOAuthAccount, signInWithOAuthAccount } from './oauthAccounts.ts'
import type { SignInOutcome } from './signIn.ts'
import { assertSignature } from './walletSignIn.ts'

type Schemas = components['schemas']

export interface FrameRequest {
  readonly body: Schemas['FrameSignInRequest']
  readonly request: RequestContext
}

/**
 * Signs in the holder of a Farcaster account.
 *
 * @throws {@link DomainError} `recordNotFound` without such an environment, what {@link proveAccount} refuses, and what
 * the sign-in refuses
 * @see FIP-11, Sign In With Farcaster
 */
export async function signInWithFrame(
  backend: Backend,
  environmentId: string,
  input: FrameRequest,
): Promise<SignInOutcome> {
  const { body, request } = input
  assertCaptcha(backend, environmentId, body.captchaToken)
  const account = await proveAccount(backend, environmentId, input)
  return signInWithOAuthAccount(backend, environmentId, {
    account,
    request,
    sessionPublicKey: body.sessionPublicKey,
  })
}

/**
 * Links a Farcaster account to the user who is signed in. Linking it again changes nothing.
 *
 * @throws {@link DomainError} what {@link proveAccount} refuses, and `socialAccountExists`
 */
export async function linkFrame(
  backend: Backend,
  caller: Pick<UserCaller, 'user' | 'session'>,
  input: FrameRequest,
): Promise<SignInOutcome> {
  const account = await proveAccount(backend, caller.user.environmentId, input)
  return linkOAuthAccount(backend, caller, { account })
}

/**
 * Verifies that the custody address of a Farcaster account has signed, and uses up the nonce.
 *
 * @throws {@link DomainError} `providerNotAvailable`, `invalidWalletAddress`, `invalidVerification` for a message that
 * is not valid here, `invalidSignature`, also if the address is not the account's, `unsupportedSignature`,
 * `walletNotDeployed`
 */
async function proveAccount(
  backend: Backend,
  environmentId: string,
  { body, request }: FrameRequest,
): Promise<SocialAccount> {
  const { address, message: text, signature } = body
  assertEnabledProvider(backend, environmentId, { provider: 'farcaster' })
  assert(isAddressOf('EVM', address), 'invalidWalletAddress')
  const message = parseSignInMessage(text, { accountName: 'Ethereum' })
  if (!message) throw new DomainError('invalidVerification', { message: signInMessageFault(text, 'Ethereum') })
  assert(message.statement === statement, 'invalidVerification', {
    message: `The statement of the message is not "${statement}".`,
  })
  assert(message.chainId === chainId, 'invalidVerification', {
    message: `The message is not for the network that accounts are registered on, ${chainId}.`,
  })
  assert(message.domain === body.domain && message.nonce === body.nonce, 'invalidVerification', {
    message: 'The message has another domain or nonce than the request.',
  })
  const isOwn = addressKey('EVM', message.address) === addressKey('EVM', address)
  assert(isOwn, 'invalidSignature', { message: 'The message names another address than the request.' })
  const fid = fidOf(message)
  assert(fid !== undefined, 'invalidVerification', {
    message: 'The resources of the message do not name exactly one Farcaster account.',
  })
  assertClaims(backend, environmentId, { claims: claimsOf(message), origin: request.origin })
  await assertSignature(backend, { chain: 'EVM', address, message: text, signature })
  const account = backend.outside.chains.farcasterAccount(fid)
  assert(account?.address === address.toLowerCase(), 'invalidSignature', {
    message: 'This address is not the custody address of the Farcaster account.',
  })
  const { username, displayName, photo } = account
  return {
    provider: 'farcaster',
    accountId: String(fid),
    emailVerified: false,
    username,
    displayName,
    ...defined({ photos: photo === undefined ? undefined : [photo] }),
  }
}

const statement = 'Farcaster Auth'
/** OP Mainnet. */
const chainId = '10'

/** The Farcaster id in the resources, if there is exactly one. */
function fidOf({ resources = [] }: SignInMessage): number | undefined {
  const ids = resources.flatMap((resource) => /^farcaster:\/\/fid\/([1-9]\d{0,14})$/.exec(resource)?.[1] ?? [])
  return ids.length === 1 ? Number(ids[0]) : undefined
}
