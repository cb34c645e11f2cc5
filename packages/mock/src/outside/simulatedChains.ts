import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { Chains, CodeKind, SpendingRight, TokenHolding } from '@latchkey/chains/chains'
import { accountAt, addressOf, familyOf } from '@latchkey/chains/ledger/accounts'
import { blockOf, type BlockStore, type Network } from '@latchkey/chains/ledger/blocks'
import { businessAddress, payByBusiness } from '@latchkey/chains/ledger/businessPayments'
import { describedToken, tokenContract, tokenContracts } from '@latchkey/chains/ledger/chainTokens'
import { contractWalletAt } from '@latchkey/chains/ledger/contractWallets'
import { mineAtInterval } from '@latchkey/chains/ledger/intervalBlocks'
import { isNativeAddress } from '@latchkey/chains/ledger/nativeAddresses'
import { balancesOf, totalsOf } from '@latchkey/chains/ledger/tokens'
import { transactionsOf } from '@latchkey/chains/ledger/transactions'
import type { ChainAllowance, ChainContract, ContractWalletRecord, TokenBalance } from '@latchkey/chains/records'
import { addressKey, type Chain, chainNamespace } from '@latchkey/crypto/chainAddresses'
import type { AccountKey } from '@latchkey/crypto/walletSignature'
import type { OutsideBackend } from '../domain/shared/backend.ts'
import type { AccountKeys, FarcasterId } from '../store/outsideRecords.ts'
import { outsideUrls } from './addresses.ts'
import { presentHolding } from './holdings.ts'

/** The chains, as the service sees them. All environments share them. */
export function chains(backend: OutsideBackend): Chains {
  const { store } = backend
  return {
    contractWallet: (address, network) =>
      contractWalletAt({ store }, address, network === undefined ? undefined : Number(network)),
    accountKeys: (chain, address) => store.accountKeys.find('byAccount', [addressKey(chain, address)])?.keys ?? [],
    farcasterAccount: (fid) => store.farcasterIds.find('byFid', [fid]),
    holdings: (account, networkId, contract) =>
      totalsOf({ store }, account, { networkId, contract }).map((balance) => presentHolding({ store }, balance)),
    tokenContracts: (chain) => tokenContracts(backend, chain),
    tokenContract: (contract, networkId) => tokenContract(backend, contract, networkId),
    nativeBalance: (account, networkId) => accountAt(backend, { account, networkId }).balance,
    tokenBalances: (account, networkId) =>
      totalsOf({ store }, account, { networkId })
        .map(exactBalance)
        .filter(({ amount }) => amount > 0n),
    allowances: (owner, networkId) => [
      ...[...store.chainAllowances.scan('byOwner', [owner, networkId])].map(exactAllowance),
      ...balancesOf({ store }, owner, { networkId }).flatMap(delegatedRight),
    ],
    transactions: (account, networkId, page) => transactionsOf(backend, { account, networkId }, page),
    // The ledger itself tells of its transactions.
    sentTransaction: () => undefined,
    blockHash: (chain, networkId, blockNumber) =>
      blockHash(backend, { family: chainNamespace(chain), networkId }, blockNumber),
    codeKind: (account, networkId) => codeKind(backend, account, networkId),
    isErc721: (contract, networkId) =>
      [...store.chainContracts.scan('byAccount', [contract])].some(
        (each) =>
          (each.tokens ?? each.standard) === 'erc721' && (networkId === undefined || each.networkId === networkId),
      ),
    rpcUrl(chain, reference) {
      const family = rpcFamilies[chainNamespace(chain)]
      return family && outsideUrls(backend).rpc(family, reference)
    },
    pay: (payment) => payByBusiness(backend, payment),
    businessAddress: (name, chain) => businessAddress(name, chainNamespace(chain)),
    mineAtInterval: (settingsId) => mineAtInterval(backend, settingsId),
    evm: async () => (await import('@latchkey/chains/ledger/evm/evmRunner')).evmRunner(backend),
    solana: async () => (await import('@latchkey/chains/ledger/solana/solanaRunner')).solanaRunner(backend),
  }
}

const rpcFamilies: Readonly<Record<string, 'evm' | 'solana'>> = { eip155: 'evm', solana: 'solana' }

function exactBalance({ kind, contract, tokenId, amount }: TokenBalance): TokenHolding {
  return { kind, contract, ...defined({ tokenId }), amount: BigInt(amount) }
}

function exactAllowance({ spender, contract, tokenId, amount }: ChainAllowance): SpendingRight {
  return {
    spender,
    contract,
    ...defined({ tokenId, amount: amount === undefined ? undefined : BigInt(amount) }),
  }
}

/** The right of the delegate of a token account of Solana to spend from it. */
function delegatedRight({ owner, contract, spl }: TokenBalance): SpendingRight[] {
  const amount = BigInt(spl?.delegatedAmount ?? '0')
  if (spl?.delegate === undefined || amount === 0n) return []
  return [{ spender: `${familyOf(owner)}:${spl.delegate}`, contract, amount }]
}

function blockHash(backend: BlockStore, network: Network, blockNumber: number): string {
  const block = blockOf(backend, network, blockNumber)
  if (!block) throw new Error(`The ledger lacks block ${blockNumber} of ${network.family}:${network.networkId}.`)
  return block.hash
}

const codeKinds: Readonly<Record<ChainContract['standard'], CodeKind>> = {
  erc20: 'contract',
  erc721: 'contract',
  erc1155: 'contract',
  coinbaseWallet: 'wallet',
  handlers: 'handlers',
  bytecode: 'contract',
}

function codeKind({ store }: Pick<OutsideBackend, 'store'>, account: string, networkId: number): CodeKind {
  const standard = store.chainContracts.find('byAccount', [account, networkId])?.standard
  if (standard !== undefined) return codeKinds[standard]
  if (describedToken({ store }, account, networkId)) return 'contract'
  const address = addressOf(account)
  if (familyOf(account) === 'eip155' && isNativeAddress(address, networkId)) return 'contract'
  if (contractWalletAt({ store }, address, networkId)?.isDeployed) return 'wallet'
  return accountAt({ store }, { account, networkId }).delegate === undefined ? 'none' : 'wallet'
}

/** Deploys a contract wallet, or changes the one at the address. */
export function putContractWallet(
  backend: OutsideBackend,
  wallet: Omit<ContractWalletRecord, 'id' | 'createdAt'>,
): ContractWalletRecord {
  const address = wallet.address.toLowerCase()
  const existingWallet = backend.store.contractWallets.find('byAddress', [address])
  return backend.store.contractWallets.put({
    ...newRecord(backend),
    ...existingWallet,
    ...wallet,
    address,
    owners: wallet.owners.map((owner) => owner.toLowerCase()),
  })
}

/** Registers the keys of an account on a chain whose addresses do not follow from keys, replacing the former keys. */
export function putAccountKeys(
  backend: OutsideBackend,
  { chain, address, keys }: { chain: Chain; address: string; keys: readonly AccountKey[] },
): AccountKeys {
  const account = addressKey(chain, address)
  const existingKeys = backend.store.accountKeys.find('byAccount', [account])
  return backend.store.accountKeys.put({ ...newRecord(backend), ...existingKeys, account, keys })
}

/** Registers a Farcaster id with the address that signs for it, or moves it to another address. */
export function putFarcasterId(backend: OutsideBackend, account: Omit<FarcasterId, 'id' | 'createdAt'>): FarcasterId {
  const existingAccount = backend.store.farcasterIds.find('byFid', [account.fid])
  return backend.store.farcasterIds.put({
    ...newRecord(backend),
    ...existingAccount,
    ...account,
    address: account.address.toLowerCase(),
  })
}
