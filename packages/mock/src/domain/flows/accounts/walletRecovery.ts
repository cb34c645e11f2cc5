import { asciiLowerCase } from '@latchkey/base/asciiCase'
import { decodeBase64url } from '@latchkey/base/base64url'
import { toHex } from '@latchkey/base/bytes'
import { isSignedByP256 } from '@latchkey/crypto/p256Keys'
import type { components } from '@latchkey/types'
import type { User, Wallet } from '../../../store/records.ts'
import type { VendorWallet } from '../../../store/vendorRecords.ts'
import { provedEmailOf } from '../../contacts/notices.ts'
import { assertFreshFactor, spendMfaToken } from '../../secondFactor/mfaTokens.ts'
import { isEmail } from '../../shared/addresses.ts'
import type { Backend } from '../../shared/backend.ts'
import type { UserCaller } from '../../shared/callers.ts'
import { assert } from '../../shared/errors.ts'
import { missing } from '../../shared/missingRecords.ts'
import { existing, type Missing, recordOf } from '../../shared/recordGuards.ts'
import type { RequestContext } from '../../shared/request.ts'
import { sdkSettingsOf } from '../../shared/settings.ts'
import { touchUser } from '../../users/users.ts'
import { sendKey } from '../../vendorWallets/sentKeys.ts'
import { assertStamped } from '../../vendorWallets/stamps.ts'
import { activityOf, activityTypeOf, useOwnRequest } from '../../vendorWallets/vendorRequests.ts'
import { vendorWalletOf, vendorWalletsOf } from '../../vendorWallets/vendorWallets.ts'
import { dropWalletPasskeys, registerWalletPasskey } from '../../vendorWallets/walletPasskeys.ts'
import { walletsOf } from '../../wallets/wallets.ts'
import type { SignInOutcome } from '../signIn/signIn.ts'
import { refreshCaller } from './vendorWallets.ts'

type Schemas = components['schemas']

/**
 * Sends an API key of a wallet to its recovery address.
 *
 * @throws {@link DomainError} `recordNotFound`, and what {@link sendKey} refuses
 */
export async function startEmailAuth(
  backend: Backend,
  user: User,
  { walletId, vendorEmailAuthTargetPublicKey: publicKey }: Schemas['InitEmailAuthRequest'],
): Promise<Schemas['InitEmailAuthResponse']> {
  const { store, clock } = backend
  const vendorWallet = ownVendorWallet(backend, user, { walletId, failure: "vendor's wallet" })
  const target = { publicKey, field: 'vendorEmailAuthTargetPublicKey' }
  const sent = await sendKey(backend, user, { vendorWallet, target, purpose: 'Use your wallet' })
  const apiKeys = vendorWallet.apiKeys.filter(({ expiresAt }) => expiresAt > clock.iso())
  store.vendorWallets.put({ ...vendorWallet, apiKeys: [...apiKeys, sent] })
  return { vendorUserId: vendorWallet.vendorUserId, vendorApiKeyId: sent.id }
}

/**
 * Sends the key with which the passkey of a wallet is replaced.
 *
 * @throws {@link DomainError} `recordNotFound`, `walletWithoutPasskey`, and what {@link sendKey} refuses
 */
export async function startPasskeyRecovery(
  backend: Backend,
  { user, session }: UserCaller,
  { walletId, vendorRecoveryTargetPublicKey: publicKey }: Schemas['InitPasskeyRecoveryRequest'],
): Promise<Schemas['InitPasskeyRecoveryResponse']> {
  const vendorWallet = ownVendorWallet(backend, user, { walletId, failure: 'walletWithoutPasskey' })
  const isEnabled = sdkSettingsOf(backend, user.environmentId).passkeyEmbeddedWalletRecoveryEnabled !== false
  assert(isEnabled, 'recoveryDisabled')
  const target = { publicKey, field: 'vendorRecoveryTargetPublicKey' }
  const sent = await sendKey(backend, user, { vendorWallet, target, purpose: 'Replace the passkey of your wallet' })
  backend.store.vendorWallets.put({ ...vendorWallet, recovery: { ...sent, walletId, sessionId: session.id } })
  return { vendorRecoveryUserId: sent.id }
}

interface NamedWallet {
  readonly walletId: string
  /** For an embedded wallet of the user that is not at the vendor. */
  readonly failure: Missing
}

function ownVendorWallet(backend: Backend, { id: userId }: User, { walletId, failure }: NamedWallet): VendorWallet {
  const wallet = recordOf(backend.store.wallets.get(walletId), { userId, provider: 'embeddedWallet' }, 'wallet')
  return existing(vendorWalletOf(backend, wallet), failure)
}

/** How long after a sign-in its session replaces passkeys without the key of the e-mail, in milliseconds. */
const freshSignInMs = 900_000

/**
 * Replaces the passkeys of a wallet, whose recovery has begun, by a new one. The challenge of the new passkey is a
 * signature by the key of the e-mail, or any other one if the session that began the recovery has just signed in. So an
 * old session alone replaces nothing.
 *
 * @throws {@link DomainError} `recordNotFound`, `walletWithoutPasskey`, `invalidVerification`, `invalidSignature`,
 * `duplicateExists`, `mfaRequired`, `unauthorized`, what {@link registerWalletPasskey} refuses, and the refusal of a
 * gate or an allowlist
 */
export async function completePasskeyRecovery(
  backend: Backend,
  caller: UserCaller,
  { body, request }: { readonly body: Schemas['CompletePasskeyRecoveryRequest']; readonly request: RequestContext },
): Promise<SignInOutcome> {
  const { store, clock } = backend
  const { user } = caller
  const { walletId, attestation, challenge } = body
  const vendorWallet = ownVendorWallet(backend, user, { walletId, failure: 'walletWithoutPasskey' })
  const { recovery, passkeyIds } = vendorWallet
  assert(recovery && recovery.walletId === walletId && recovery.expiresAt > clock.iso(), 'invalidVerification', {
    message: 'No recovery of this wallet has begun, or it has expired. Start another one.',
  })
  const signature = toHex(decodeBase64url(challenge) ?? new Uint8Array())
  const isSigned = await isSignedByP256(recovery.publicKey, { text: recovery.id, signature, format: 'der' })
  const { session } = caller
  const isFresh = recovery.sessionId === session.id && session.createdAt > clock.isoIn(-freshSignInMs)
  assert(isSigned || isFresh, 'invalidSignature', {
    message:
      'challenge must be a signature over vendorRecoveryUserId by the key of the e-mail, unless the session that began the recovery signed in within the last 15 minutes.',
  })
  const proof = assertFreshFactor(backend, caller, request.mfaAuthToken)
  const passkey = await registerWalletPasskey(backend, user, { attestation, challenge, request })
  assert(!passkeyIds.includes(passkey.id), 'duplicateExists', { message: 'The wallet has this passkey already.' })
  spendMfaToken(backend, proof)
  store.vendorWallets.put({ ...vendorWallet, passkeyIds: [passkey.id], apiKeys: [], recovery: undefined })
  dropWalletPasskeys(backend, vendorWallet)
  attachAuthenticator(backend, vendorWallet)
  touchUser(backend, user.id)
  tellOfRecovery(backend, user, vendorWallet)
  return refreshCaller(backend, caller)
}

/** Tells the owner by e-mail, since a thief with a stolen session may have replaced the passkey. */
function tellOfRecovery(backend: Backend, { id, environmentId }: User, { recoveryEmail }: VendorWallet): void {
  const to = recoveryEmail ?? provedEmailOf(backend, id)
  if (to === undefined) return
  backend.outside.messages.send({
    environmentId,
    channel: 'email',
    to,
    subject: 'The passkey of your wallet was replaced',
    text: 'A new passkey secures your wallet. If it is not yours, recover the wallet again, and end your sessions.',
  })
}

/** The wallets of the sub-organization say that a passkey secures them, deleted ones as well. */
function attachAuthenticator(backend: Backend, { userId, subOrganizationId }: VendorWallet): void {
  const { store } = backend
  const isOfGroup = ({ properties }: Wallet) => properties?.vendorSubOrganizationId === subOrganizationId
  const attached = (wallet: Wallet): Wallet => ({
    ...wallet,
    properties: { ...wallet.properties, isAuthenticatorAttached: true },
  })
  for (const wallet of walletsOf(backend, userId).filter(isOfGroup)) store.wallets.put(attached(wallet))
  for (const deleted of store.deletedWallets.scan('byUser', [userId]))
    if (isOfGroup(deleted.wallet)) store.deletedWallets.put({ ...deleted, wallet: attached(deleted.wallet) })
}

/** A client's request for a new recovery address. */
interface UpdateUserBody {
  readonly type: string
  readonly timestampMs: string
  readonly organizationId: string
  readonly parameters: { readonly userId: string; readonly userEmail: string }
}

/**
 * Changes the recovery address of a wallet, as a stamped request says that the client wrote itself.
 *
 * @throws {@link DomainError} `recordNotFound`, `invalidVerification`, `noRecoveryEmail`, and what {@link assertStamped}
 * refuses
 */
export async function updateRecoveryEmail(
  backend: Backend,
  user: User,
  { signed, request }: { readonly signed: Schemas['VendorSignedRequest']; readonly request: RequestContext },
): Promise<void> {
  const body = readUpdate(signed.body)
  assert(body, 'invalidVerification', {
    message: `vendorSignedRequest.body must be a request of the type ${activityTypeOf('updateUser')}.`,
  })
  const { organizationId, parameters, timestampMs } = body
  const vendorWallet = existing(
    vendorWalletsOf(backend, user.id).find(({ subOrganizationId }) => subOrganizationId === organizationId),
    "vendor's wallet",
  )
  assert(parameters.userId === vendorWallet.vendorUserId, 'recordNotFound', missing('user'))
  await assertStamped(backend, vendorWallet, { signed, activity: activityOf('updateUser'), request })
  useOwnRequest(backend, vendorWallet, {
    purpose: 'updateUser',
    body: signed.body,
    timestampMs: Number(timestampMs),
  })
  assert(isEmail(parameters.userEmail), 'noRecoveryEmail')
  backend.store.vendorWallets.put({ ...vendorWallet, recoveryEmail: asciiLowerCase(parameters.userEmail) })
}

function readUpdate(text: string): UpdateUserBody | undefined {
  try {
    const body = JSON.parse(text) as Partial<UpdateUserBody> | null
    const { userId, userEmail } = body?.parameters ?? {}
    const isWhole =
      body?.type === activityTypeOf('updateUser') &&
      /^\d{1,15}$/.test(String(body.timestampMs)) &&
      [body.organizationId, userId, userEmail].every((value) => typeof value === 'string')
    return isWhole ? (body as UpdateUserBody) : undefined
  } catch {
    return undefined
  }
}
