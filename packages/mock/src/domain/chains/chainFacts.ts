import { type Backend, newRecord } from '../../backend.ts'
import type { AccountKey, ChainFacts } from '../../crypto/walletSignature.ts'
import type { AccountKeys, ContractWalletRecord, FarcasterId } from '../../store/worldRecords.ts'
import { addressKey, type Chain } from './chains.ts'

/** What the pretended chains answer to whoever verifies a signature. All environments share them. */
export function chainFacts({ store }: Pick<Backend, 'store'>): ChainFacts {
  return {
    contractWallet: (address) => store.contractWallets.find('byAddress', [address.toLowerCase()]),
    accountKeys: (chain, address) => store.accountKeys.find('byAccount', [addressKey(chain, address)])?.keys ?? [],
  }
}

/** Puts a contract wallet on the pretended EVM chains, or changes the one at the address. */
export function putContractWallet(
  backend: Backend,
  wallet: Omit<ContractWalletRecord, 'id' | 'createdAt'>,
): ContractWalletRecord {
  const address = wallet.address.toLowerCase()
  const known = backend.store.contractWallets.find('byAddress', [address])
  return backend.store.contractWallets.put({
    ...newRecord(backend),
    ...known,
    ...wallet,
    address,
    owners: wallet.owners.map((owner) => owner.toLowerCase()),
  })
}

/** Registers the keys of an account on a chain where its address does not follow from them, in place of those before. */
export function putAccountKeys(
  backend: Backend,
  { chain, address, keys }: { chain: Chain; address: string; keys: readonly AccountKey[] },
): AccountKeys {
  const account = addressKey(chain, address)
  const known = backend.store.accountKeys.find('byAccount', [account])
  return backend.store.accountKeys.put({ ...newRecord(backend), ...known, account, keys })
}

/** Registers a Farcaster id with the address that signs for it, or moves it to another address. */
export function putFarcasterId(backend: Backend, account: Omit<FarcasterId, 'id' | 'createdAt'>): FarcasterId {
  const known = backend.store.farcasterIds.find('byFid', [account.fid])
  return backend.store.farcasterIds.put({
    ...newRecord(backend),
    ...known,
    ...account,
    address: account.address.toLowerCase(),
  })
}
