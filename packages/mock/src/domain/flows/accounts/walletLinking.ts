import type { components } from '@latchkey/types'
import type { Credential, Session, User, Wallet } from '../../../store/records.ts'
import { personOf, refusalOf } from '../../access/access.ts'
import { screenWallets } from '../../access/walletScreening.ts'
import { assertNotRequired } from '../../contacts/contactChanges.ts'
import { showsContact } from '../../contacts/contacts.ts'
import { withoutLostEmail } from '../../contacts/emails.ts'
import {
  assertNotLastCredential,
  isLastCredential,
  replaceCredential,
  walletOf,
} from '../../credentials/credentials.ts'
import { isGuarded } from '../../secondFactor/factorGuard.ts'
import { assertFreshForEmail, spendMfaToken } from '../../secondFactor/mfaTokens.ts'
import type { Backend } from '../../shared/backend.ts'
import type { UserCaller } from '../../shared/callers.ts'
import { assert } from '../../shared/errors.ts'
import { existing, recordOf } from '../../shared/recordGuards.ts'
import { sdkSettingsOf } from '../../shared/settings.ts'
import { touchUser } from '../../users/users.ts'
import { markBrowserWallet } from '../../wallets/browserWallets.ts'
import { keepWallet } from '../../wallets/keptWallets.ts'
import { smartWalletsOf, standInOf } from '../../wallets/smartWallets.ts'
import { issueSubnames } from '../../wallets/subnames.ts'
import { newWalletRecords, walletsOf } from '../../wallets/wallets.ts'
import { dropWallet } from '../keys/droppedWallets.ts'
import { deletePasskey } from '../signIn/passkeys.ts'
import { answerLinking, answerSession, type SignInOutcome } from '../signIn/signIn.ts'
import { type ProvedWallet, proveWallet, type SignedRequest } from '../signIn/walletSignIn.ts'

type Schemas = components['schemas']
type Caller = Pick<UserCaller, 'user' | 'session'>

/**
 * Adds a wallet to the user who is signed in. A wallet that the user has already stays as it is.
 *
 * @throws {@link DomainError} what {@link proveWallet} refuses, `screeningBlocked`, `invalidUpdate` for a second wallet
 * where the environment allows one, `confirmWalletTransfer` for another user's wallet, or what {@link transferWallet}
 * refuses where the environment asks for no confirmation
 */
export async function linkProvedWallet(backend: Backend, caller: Caller, input: SignedRequest): Promise<SignInOutcome> {
  const proved = await proveWallet(backend, caller.user.environmentId, input)
  const isOthers = proved.credential !== undefined && proved.credential.userId !== caller.user.id
  const asks = sdkSettingsOf(backend, caller.user.environmentId).confirmWalletTransfers !== false
  assert(!isOthers || !asks, 'confirmWalletTransfer')
  return takeWallet(backend, caller, proved)
}

/**
 * Moves a wallet from the user who has it to the user who is signed in. A wallet that nobody has is added.
 *
 * @throws {@link DomainError} what {@link proveWallet} refuses, `screeningBlocked`, `invalidUpdate` for a second wallet
 * where the environment allows one, `walletCannotMove` from a user who may not sign in or has a second factor,
 * `walletLinked` for an embedded wallet and for the last credential that its user can sign in with, unless
 * `skipEmptyAccountCheck` is set
 */
export async function transferWallet(backend: Backend, caller: Caller, input: SignedRequest): Promise<SignInOutcome> {
  return takeWallet(backend, caller, await proveWallet(backend, caller.user.environmentId, input))
}

async function takeWallet(
  backend: Backend,
  caller: Caller,
  { fields, credential, wallet }: ProvedWallet,
): Promise<SignInOutcome> {
  const { user } = caller
  if (credential?.userId === user.id) return answerLinking(backend, caller)
  const { environmentId } = user
  const { publicWalletAddress: publicKey, chain } = fields
  screenWallets(backend, { environmentId, wallets: [{ chain, publicKey }] }, user.id)
  const isAlone =
    sdkSettingsOf(backend, user.environmentId).multiWallet !== false || walletsOf(backend, user.id).length === 0
  assert(isAlone, 'invalidUpdate', { message: 'A user of this environment has one wallet only.' })
  if (credential && wallet)
    moveWallet(backend, user, { credential, wallet, isEmptyingAllowed: fields.skipEmptyAccountCheck ?? false })
  else {
    const records = markBrowserWallet(newWalletRecords(backend, environmentId, { userId: user.id, fields }), {
      isClaimed: true,
    })
    keepWallet(backend, records.wallet)
    backend.store.credentials.insert(records.credential)
  }
  issueSubnames(backend, user)
  touchUser(backend, user.id)
  return answerLinking(backend, caller)
}

interface Move {
  readonly credential: Credential
  readonly wallet: Wallet
  /** Whether the former user may lose the last credential to sign in with. */
  readonly isEmptyingAllowed: boolean
}

function moveWallet(backend: Backend, user: User, { credential, wallet, isEmptyingAllowed }: Move): void {
  const { store } = backend
  const { environmentId, userId: formerId } = credential
  assert(wallet.provider !== 'embeddedWallet', 'walletLinked', { message: 'Embedded wallets stay with their user.' })
  assert(wallet.signerWalletId === undefined, 'walletLinked', {
    message: 'A smart wallet stays with the wallet that signs for it. Move that one.',
  })
  const refusal = refusalOf(backend, personOf(backend, environmentId, { userId: formerId }))
  assert(refusal === undefined, 'walletCannotMove')
  const former = store.users.get(formerId)
  assert(!former || !isGuarded(backend, former), 'walletCannotMove', {
    message: 'The other user has a second factor. Sign in as that user and unlink the wallet first.',
  })
  const isEmptying = isLastCredential(backend, credential)
  assert(isEmptyingAllowed || !isEmptying, 'walletLinked', {
    message:
      'The other user has no other credential to sign in with. Set `skipEmptyAccountCheck` to leave that user without any.',
  })
  for (const leaving of [wallet, ...smartWalletsOf(backend, wallet.id)]) handOver(backend, user, leaving)
  touchUser(backend, formerId)
}

/** Moves a wallet with its credential. */
function handOver(backend: Backend, user: User, wallet: Wallet): void {
  const { store } = backend
  const credential = existing(store.credentials.get(wallet.id), 'internal')
  store.wallets.put({ ...wallet, userId: user.id, lastSelectedAt: undefined })
  store.credentials.put({
    ...credential,
    userId: user.id,
    previousUserIds: [...(credential.previousUserIds ?? []), wallet.userId],
  })
  replaceCredential(backend, wallet.userId, wallet.id)
}

/**
 * Removes a wallet or another credential from the user who is signed in.
 *
 * @param input.raw - Proof of a second factor, which is needed to remove something that can be one itself: a passkey,
 * or an e-mail address where codes by e-mail are enabled.
 * @throws {@link DomainError} `invalidUnlink` unless exactly one credential of the user's is named, and for an embedded
 * wallet, `forbiddenUnlink` for a wallet where the environment does not allow unlinking, `lastCredential`, `emailRequired`
 * or `invalidUpdate` for the last proof of an address or number that the environment requires,
 * `invalidWalletId` for a primary wallet that is not another one of the user's, and what {@link deletePasskey} refuses
 * for the credential of a passkey
 */
export async function unlink(
  backend: Backend,
  { user, session }: Caller,
  { body, raw }: { readonly body: Schemas['VerifyUnlinkRequest']; readonly raw?: string | undefined },
): Promise<SignInOutcome> {
  const { store } = backend
  const credential = namedCredential(backend, user, body)
  const wallet = walletOf(backend, credential)
  if (wallet) {
    assert(!sdkSettingsOf(backend, user.environmentId).multiWalletUnlinkDisabled, 'forbiddenUnlink')
    assert(wallet.provider !== 'embeddedWallet', 'invalidUnlink', { message: 'Embedded wallets cannot be unlinked.' })
  }
  assertNotLastCredential(backend, credential)
  const primary = body.primaryWalletId === undefined ? undefined : ownWallet(backend, user, body.primaryWalletId)
  assert(primary === undefined || primary.id !== wallet?.id, 'invalidWalletId', {
    message: 'The primary wallet must be another one than the wallet that is unlinked.',
  })
  const proof = credential.format === 'email' ? assertFreshForEmail(backend, { user, session }, raw) : undefined
  if (wallet) dropWallet(backend, wallet)
  else if (credential.passkeyId === undefined) dropCredential(backend, credential)
  else deletePasskey(backend, { user, session }, { passkeyId: credential.passkeyId, raw })
  spendMfaToken(backend, proof)
  touchUser(backend, user.id)
  const next = { user: store.users.get(user.id) ?? user, session: store.sessions.get(session.id) ?? session }
  return answerSession(backend, primary ? selectFor(backend, next, primary) : next)
}

/** The credential that the three fields name. If several are sent, they must name the same one. */
function namedCredential(
  backend: Backend,
  user: User,
  { walletId, verifiedCredentialId, verifiedCrentialId }: Schemas['VerifyUnlinkRequest'],
): Credential {
  const ids = [walletId, verifiedCredentialId, verifiedCrentialId].filter((id) => id !== undefined)
  const [credentialId] = ids
  assert(credentialId !== undefined, 'invalidUnlink', { message: 'Name a wallet or a credential to unlink.' })
  assert(new Set(ids).size === 1, 'invalidUnlink', { message: 'The request names several credentials to unlink.' })
  const credential = recordOf(
    backend.store.credentials.get(credentialId),
    { userId: user.id },
    { failure: 'invalidUnlink' },
  )
  assert(walletId === undefined || credential.format === 'blockchain', 'invalidUnlink', {
    message: '`walletId` names a credential that is not a wallet. Use `verifiedCredentialId`.',
  })
  return credential
}

/**
 * Deletes a credential, and the profile's address or number that it proved.
 *
 * @throws {@link DomainError} `emailRequired` or `invalidUpdate` for one that the environment requires
 */
function dropCredential(backend: Backend, credential: Credential): void {
  const { id, userId, environmentId, format, key } = credential
  const { store } = backend
  store.credentials.delete(id)
  replaceCredential(backend, userId, id)
  const user = store.users.get(userId)
  if (!user) return
  const changed = withoutLostEmail(backend, user, { former: credential })
  if (user.email && !changed.email) assertNotRequired(backend, environmentId, 'email')
  const losesNumber = format === 'phoneNumber' && showsContact(user, { channel: 'sms', key })
  if (losesNumber) assertNotRequired(backend, environmentId, 'sms')
  store.users.put(losesNumber ? { ...changed, phoneNumber: undefined } : changed)
}

/**
 * Selects the wallet that the user acts with, in this session's tokens and from now on.
 *
 * @param walletId - Its id, optionally followed by a dash and a suffix of the wallet's vendor.
 * @throws {@link DomainError} `invalidWalletId`
 */
export async function selectWallet(backend: Backend, caller: Caller, walletId: string): Promise<SignInOutcome> {
  const [, id] = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:-[\w-]{1,100})?$/.exec(walletId) ?? []
  assert(id !== undefined, 'invalidWalletId', { message: 'This is not the id of a wallet.' })
  const wallet = ownWallet(backend, caller.user, id)
  return answerSession(backend, selectFor(backend, caller, wallet))
}

function ownWallet({ store }: Backend, user: User, walletId: string): Wallet {
  return recordOf(store.wallets.get(walletId), { userId: user.id }, { failure: 'invalidWalletId' })
}

function selectFor(backend: Backend, { user, session }: Caller, wallet: Wallet): { user: User; session: Session } {
  const { store, clock } = backend
  const credentialId = standInOf(backend, wallet)
  store.wallets.put({ ...(store.wallets.get(credentialId) ?? wallet), lastSelectedAt: clock.iso() })
  return {
    user: store.users.put({ ...user, lastCredentialId: credentialId }),
    session: store.sessions.put({ ...session, credentialId }),
  }
}
