import type { components } from '@latchkey/types'
import type { EmbeddedSeed } from '../../../store/adminRecords.ts'
import type { User } from '../../../store/records.ts'
import type { VendorWallet } from '../../../store/vendorRecords.ts'
import { chainsFor } from '../../embeddedWallets/requestedChains.ts'
import { createSeedWallet, freeAccount } from '../../embeddedWallets/seedWallets.ts'
import type { Backend } from '../../shared/backend.ts'
import type { UserCaller } from '../../shared/callers.ts'
import { assert } from '../../shared/errors.ts'
import { missing } from '../../shared/missingRecords.ts'
import { existing } from '../../shared/recordGuards.ts'
import type { RequestContext } from '../../shared/request.ts'
import { touchUser } from '../../users/users.ts'
import { assertStamped } from '../../vendorWallets/stamps.ts'
import { vendorAccountsOf } from '../../vendorWallets/vendorAccounts.ts'
import { activityOf, createVendorRequest, takeVendorRequest } from '../../vendorWallets/vendorRequests.ts'
import { vendorWalletOf } from '../../vendorWallets/vendorWallets.ts'
import { issueSubnames } from '../../wallets/subnames.ts'
import { type EmbeddedChain, pathOf } from '../../wallets/walletDerivation.ts'
import { walletsOf } from '../../wallets/wallets.ts'
import { hasSpaceOnChain } from '../keys/sharedWallets.ts'
import type { SignInOutcome } from '../signIn/signIn.ts'
import { refreshCaller } from './vendorWallets.ts'

type Schemas = components['schemas']

/**
 * Writes the request to add a chain to the user's oldest wallet of the second generation.
 *
 * @throws {@link DomainError} `recordNotFound`, `noHdWallet`, `invalidWalletChains`, `walletExistsForChain`
 */
export function writeAccountRequest(
  backend: Backend,
  user: User,
  chain: EmbeddedChain,
): Schemas['VendorCreateWalletAccountsRequestBody'] {
  const { vendorWallet, walletId, seed } = hdWalletOf(backend, user)
  chainsFor(backend, user.environmentId, [chain])
  assertSpace(backend, user, chain)
  const account = freeAccount(backend, user.id, { seed, chain })
  return createVendorRequest(backend, vendorWallet, {
    purpose: 'createAccounts',
    account: { chain, path: pathOf(chain, account) },
    parameters: { walletId, accounts: vendorAccountsOf(chain, account) },
  })
}

interface HdWallet {
  readonly vendorWallet: VendorWallet
  /** Its id at the vendor. */
  readonly walletId: string
  /** The secret of its wallets. */
  readonly seed: EmbeddedSeed
}

function hdWalletOf(backend: Backend, { id }: User): HdWallet {
  const wallets = walletsOf(backend, id).filter((wallet) => vendorWalletOf(backend, wallet) !== undefined)
  assert(wallets.length > 0, 'recordNotFound', missing("vendor's wallet"))
  const wallet = existing(
    wallets.find(({ properties }) => properties?.vendorHDWalletId !== undefined),
    'noHdWallet',
  )
  return {
    vendorWallet: existing(vendorWalletOf(backend, wallet), 'internal'),
    walletId: wallet.properties?.vendorHDWalletId ?? '',
    seed: existing(backend.store.embeddedSeeds.get(wallet.embeddedSeedId ?? ''), 'internal'),
  }
}

function assertSpace(backend: Backend, { id: userId, environmentId }: User, chain: EmbeddedChain): void {
  assert(hasSpaceOnChain(backend, { environmentId, userId }, chain), 'walletExistsForChain')
}

/**
 * Creates the wallet of a stamped request, and gives the session new tokens.
 *
 * @throws {@link DomainError} `recordNotFound`, `noHdWallet`, `walletExistsForChain`, what {@link takeVendorRequest} and
 * {@link assertStamped} refuse, and the refusal of a gate or an allowlist
 */
export async function createAccount(
  backend: Backend,
  caller: UserCaller,
  { signed, request }: { readonly signed: Schemas['VendorSignedRequest']; readonly request: RequestContext },
): Promise<SignInOutcome> {
  const { user } = caller
  const { seed } = hdWalletOf(backend, user)
  const vendorRequest = takeVendorRequest(backend, user.id, { purpose: 'createAccounts', body: signed.body })
  const { vendorWallet } = vendorRequest
  await assertStamped(backend, vendorWallet, { signed, activity: activityOf('createAccounts'), request })
  const { chain, path } = existing(vendorRequest.request.account, 'internal')
  assertSpace(backend, user, chain)
  assert(pathOf(chain, freeAccount(backend, user.id, { seed, chain })) === path, 'invalidVerification', {
    message: 'The account of the request exists by now. Ask for a new request.',
  })
  await createSeedWallet(backend, user, { chain, vendorWallet, seed })
  touchUser(backend, user.id)
  issueSubnames(backend, user)
  return refreshCaller(backend, caller)
}
