import type { components } from '@latchkey/types'
import type { Wallet } from '../../../store/records.ts'
import type { VendorWallet } from '../../../store/vendorRecords.ts'
import { chainsFor } from '../../embeddedWallets/requestedChains.ts'
import { createSeedWallet } from '../../embeddedWallets/seedWallets.ts'
import { activeVersions, assertWalletService } from '../../embeddedWallets/versions.ts'
import type { Backend } from '../../shared/backend.ts'
import type { UserCaller } from '../../shared/callers.ts'
import { assert } from '../../shared/errors.ts'
import { recordOf } from '../../shared/recordGuards.ts'
import type { RequestContext } from '../../shared/request.ts'
import { touchUser } from '../../users/users.ts'
import { registerSessionKey } from '../../vendorWallets/sessionKeys.ts'
import { createVendorWallet, vendorWalletsOf } from '../../vendorWallets/vendorWallets.ts'
import { registerWalletPasskey } from '../../vendorWallets/walletPasskeys.ts'
import { issueSubnames } from '../../wallets/subnames.ts'
import { walletsOf } from '../../wallets/wallets.ts'
import { deleteWallet } from '../keys/deletedWallets.ts'
import { assertSpaceOnChain } from '../keys/sharedWallets.ts'
import { refreshSession, type SignInOutcome } from '../signIn/signIn.ts'

type Schemas = components['schemas']
type Params = Schemas['CreateEmbeddedWalletParams']
type Version = Schemas['EmbeddedWalletVersionEnum']

const versionOf: Record<Schemas['EmbeddedWalletProviderEnum'], Version> = {
  turnkey: 'V1',
  turnkeyhd: 'V2',
  dynamicWaas: 'V3',
}

/**
 * Creates embedded wallets for the user who is signed in, and gives the session new tokens.
 *
 * @throws {@link DomainError} `providerNotAvailable`, `noCompatibleWalletService`, `invalidWalletChains`,
 * `tooManyOnChain`, `walletWithoutPasskey`, `validationFailed`, what {@link
 * registerWalletPasskey} and {@link registerSessionKey} refuse, and the refusal of a gate or an allowlist
 */
export async function createOwnWallets(
  backend: Backend,
  caller: UserCaller,
  { body, request }: { readonly body: Schemas['CreateEmbeddedWalletsRequest']; readonly request: RequestContext },
): Promise<SignInOutcome> {
  assertWalletService(backend, caller.user.environmentId)
  for (const params of body.embeddedWallets) await createGroup(backend, caller, { params, request })
  const { user } = caller
  touchUser(backend, user.id)
  issueSubnames(backend, user)
  return refreshCaller(backend, caller)
}

/** Creates the wallets of one entry: those of one key at the custody vendor, or in shares. */
async function createGroup(
  backend: Backend,
  { user, session }: UserCaller,
  { params, request }: { readonly params: Params; readonly request: RequestContext },
): Promise<void> {
  const { chain, chains = [], sessionPublicKey } = params
  const version = versionOf[params.embeddedWalletProvider]
  assert(activeVersions(backend, user.environmentId).includes(version), 'noCompatibleWalletService', {
    message: `Wallets of the generation ${version} are not active in this environment.`,
  })
  const requestedChains = chainsFor(backend, user.environmentId, chain ? [...chains, chain] : chains)
  const passkeyId = await passkeyOf(backend, user, { params, version, request })
  const vendorWallet = version === 'V3' ? undefined : createVendorWallet(backend, user, { version, passkeyId })
  for (const walletChain of requestedChains) {
    assertSpaceOnChain(backend, { environmentId: user.environmentId, userId: user.id }, { walletChain })
    await createSeedWallet(backend, user, { chain: walletChain, vendorWallet })
  }
  if (sessionPublicKey === undefined) return
  assert(version === 'V2', 'noHdWallet', {
    message: 'sessionPublicKey must be left out, since only wallets of V2 have session keys.',
  })
  const present = backend.store.sessions.get(session.id) ?? session
  await registerSessionKey(backend, { user, session: present }, { publicKey: sessionPublicKey })
}

interface GroupPasskey {
  readonly params: Params
  readonly version: Version
  readonly request: RequestContext
}

async function passkeyOf(
  backend: Backend,
  user: UserCaller['user'],
  { params, version, request }: GroupPasskey,
): Promise<string | undefined> {
  const { embeddedWalletSpecificOpts: proof, isAuthenticatorAttached, passkeyAlias: alias } = params
  assert(
    isAuthenticatorAttached === undefined || isAuthenticatorAttached === (proof !== undefined),
    'validationFailed',
    {
      message: 'isAuthenticatorAttached must say whether embeddedWalletSpecificOpts has a passkey.',
    },
  )
  if (proof === undefined) return undefined
  assert(version !== 'V3', 'walletWithoutPasskey')
  const { attestation, challenge } = proof
  return (await registerWalletPasskey(backend, user, { attestation, challenge, alias, request })).id
}

/** Gives the caller's session new tokens, which show what has changed. */
export async function refreshCaller(backend: Backend, { user, session, isFormer }: UserCaller): Promise<SignInOutcome> {
  const { store } = backend
  return refreshSession(backend, {
    user: store.users.get(user.id) ?? user,
    session: store.sessions.get(session.id) ?? session,
    isFormer,
  })
}

/**
 * Makes all first-generation wallets of a user wallets of the second generation. Keys, addresses and passkeys stay.
 *
 * @throws {@link DomainError} `noCompatibleWalletService`, `noFirstGeneration`, what {@link registerSessionKey} refuses,
 * and the refusal of a gate or an allowlist
 */
export async function upgradeWallets(
  backend: Backend,
  caller: UserCaller,
  publicKey: string | undefined,
): Promise<SignInOutcome> {
  const { user, session } = caller
  assert(activeVersions(backend, user.environmentId).includes('V2'), 'noCompatibleWalletService', {
    message: 'Wallets of the generation V2 are not active in this environment.',
  })
  assert(walletsOf(backend, user.id).some(isFirstGeneration), 'noFirstGeneration')
  for (const vendorWallet of vendorWalletsOf(backend, user.id))
    if (vendorWallet.hdWalletId === undefined) upgrade(backend, vendorWallet)
  touchUser(backend, user.id)
  if (publicKey !== undefined) await registerSessionKey(backend, { user, session }, { publicKey })
  return refreshCaller(backend, caller)
}

function isFirstGeneration({ properties }: Wallet): boolean {
  return properties?.version === 'V1'
}

/** Deleted wallets are upgraded, too, since they may come back. */
function upgrade(backend: Backend, vendorWallet: VendorWallet): void {
  const { store, newId } = backend
  const { userId, subOrganizationId } = vendorWallet
  const hdWalletId = newId()
  store.vendorWallets.put({ ...vendorWallet, hdWalletId })
  const isOfGroup = ({ properties }: Wallet) => properties?.vendorSubOrganizationId === subOrganizationId
  for (const wallet of walletsOf(backend, userId).filter(isOfGroup)) store.wallets.put(upgraded(wallet, hdWalletId))
  for (const deleted of store.deletedWallets.scan('byUser', [userId]))
    if (isOfGroup(deleted.wallet))
      store.deletedWallets.put({ ...deleted, wallet: upgraded(deleted.wallet, hdWalletId) })
}

function upgraded(wallet: Wallet, vendorHDWalletId: string): Wallet {
  const { vendorPrivateKeyId: _, ...properties } = wallet.properties ?? {}
  return { ...wallet, properties: { ...properties, version: 'V2', isSessionKeyCompatible: true, vendorHDWalletId } }
}

/**
 * Deletes an embedded wallet of a user so that the user can restore it.
 *
 * @throws {@link DomainError} `recordNotFound`
 */
export function softDeleteWallet(backend: Backend, { id: userId }: UserCaller['user'], walletId: string): void {
  const wallet = recordOf(backend.store.wallets.get(walletId), { userId, provider: 'embeddedWallet' }, 'wallet')
  deleteWallet(backend, wallet, { byUser: true })
}
