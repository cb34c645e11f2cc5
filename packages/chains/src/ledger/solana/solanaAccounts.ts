import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { ChainReadStore } from '../../backend.ts'
import { associatedTokenAddress } from '../../codecs/solanaAddresses.ts'
import { nativeMint, programs } from '../../codecs/solanaInstructions.ts'
import type { SolanaState, TokenBalance, TokenExtensions } from '../../records.ts'
import { accountAt, addressOf, changeAccount, type LedgerBackend } from '../accounts.ts'
import { decimalsOf, describedToken, putChainToken } from '../chainTokens.ts'
import { rentOf, sizes } from './accountSizes.ts'
import { extendedSize } from './extensionBytes.ts'
import { associatedExtensionsOf } from './requiredExtensions.ts'

/** The state of a token account. Amounts are in the smallest unit. */
export interface TokenAccount {
  readonly kind: 'token'
  readonly mint: string
  readonly owner: string
  readonly amount: bigint
  readonly delegate?: string | undefined
  readonly delegatedAmount: bigint
  readonly closeAuthority?: string | undefined
  readonly isFrozen: boolean
  readonly extensions?: TokenExtensions | undefined
}

/** The state of a mint. */
export type Mint = Extract<SolanaState, { kind: 'mint' }> & { readonly supply: bigint }

/** The data of an account, as the known programs read it. */
export type AccountData = TokenAccount | Mint | Exclude<SolanaState, { kind: 'mint' }>

/** An account of Solana. */
export interface SolanaAccount {
  readonly lamports: bigint
  /** The address of the program that keeps it. */
  readonly program: string
  /** Size of its data in bytes. */
  readonly space: number
  readonly isExecutable?: boolean
  readonly data?: AccountData | undefined
}

export const emptyAccount: SolanaAccount = { lamports: 0n, program: programs.system, space: 0 }

const nativeLoader = 'NativeLoader1111111111111111111111111111111'
const executables: ReadonlySet<string> = new Set(Object.values(programs))

type SolanaStore = {
  readonly store: Pick<ChainReadStore, 'chainAccounts' | 'chainTokens' | 'solanaAccounts' | 'tokenBalances'>
}

/** The form in which the ledger keeps an address. */
export const keyOf = (address: string): string => `solana:${address}`

/** An account by its address; the empty one when there is none. */
export function readAccount({ store }: SolanaStore, networkId: number, address: string): SolanaAccount {
  if (executables.has(address)) return { lamports: 1n, program: nativeLoader, space: 0, isExecutable: true }
  const { balance: lamports } = accountAt({ store }, { account: keyOf(address), networkId })
  const balance = store.tokenBalances.find('byTokenAccount', [networkId, address])
  if (balance) return tokenAccountOf(balance, lamports)
  const record = store.solanaAccounts.find('byAddress', [networkId, address])
  if (record) {
    const { program, space, state } = record
    const data =
      state?.kind === 'mint'
        ? { ...state, supply: supplyOf({ store }, { networkId, address }, state.extensions) }
        : state
    return { lamports, program, space, ...defined({ data }) }
  }
  return readMint({ store }, networkId, address) ?? { ...emptyAccount, lamports }
}

/** A mint that the ledger knows without an account: a described token, or one that somebody holds. */
function readMint({ store }: SolanaStore, networkId: number, address: string): SolanaAccount | undefined {
  const contract = keyOf(address)
  const [first] = store.tokenBalances.page('byContract', [contract, networkId], { offset: 0, limit: 1 })
  if (!first && !describedToken({ store }, contract, networkId)) return undefined
  const decimals = first?.kind === 'nft' ? 0 : decimalsOf({ store }, contract, networkId)
  const data: Mint = { kind: 'mint', decimals, supply: supplyOf({ store }, { networkId, address }) }
  return { lamports: rentOf(sizes.mint), program: programs.token, space: sizes.mint, data }
}

/** All tokens of a mint: those of accounts, and the fees that are withheld in accounts and in the mint. */
function supplyOf(
  { store }: SolanaStore,
  { networkId, address }: ClusterAddress,
  extensions?: TokenExtensions,
): bigint {
  let supply = BigInt(extensions?.transferFeeConfig?.withheldAmount ?? 0)
  for (const { amount, spl } of store.tokenBalances.scan('byContract', [keyOf(address), networkId]))
    supply += BigInt(amount) + BigInt(spl?.extensions?.transferFeeAmount?.withheldAmount ?? 0)
  return supply
}

function tokenAccountOf({ owner, contract, amount, spl }: TokenBalance, lamports: bigint): SolanaAccount {
  const mint = addressOf(contract)
  const space = spl?.space ?? sizes.token
  // Wrapped lamports that a test has granted lie in the account, too.
  const least = rentOf(space) + (mint === nativeMint ? BigInt(amount) : 0n)
  return {
    lamports: lamports < least ? least : lamports,
    program: spl?.program ?? programs.token,
    space,
    data: {
      kind: 'token',
      mint,
      owner: addressOf(owner),
      amount: BigInt(amount),
      ...defined({ delegate: spl?.delegate }),
      delegatedAmount: BigInt(spl?.delegatedAmount ?? '0'),
      ...defined({ closeAuthority: spl?.closeAuthority }),
      isFrozen: spl?.isFrozen ?? false,
      ...defined({ extensions: spl?.extensions }),
    },
  }
}

/**
 * Creates the token accounts of balances that a test or another part of the world has set: the associated account of
 * the owner. Every use of the Solana part of the ledger begins with it.
 */
export function openTokenAccounts({ store }: LedgerBackend, networkId: number): void {
  for (const balance of store.tokenBalances.scan('byNetworkWithoutAccount', [networkId])) {
    // An NFT with a number is one of a collection, whose mint nobody has named.
    if (balance.tokenId !== undefined) continue
    const mint = store.solanaAccounts.find('byAddress', [networkId, addressOf(balance.contract)])
    const program = mint?.program ?? programs.token
    const tokenAccount = associatedTokenAddress(addressOf(balance.owner), addressOf(balance.contract), program)
    if (store.tokenBalances.find('byTokenAccount', [networkId, tokenAccount])) continue
    if (program !== programs.token2022) {
      store.tokenBalances.put({ ...balance, tokenAccount })
      continue
    }
    const extensions = associatedExtensionsOf(mint?.state?.kind === 'mint' ? mint.state.extensions : undefined)
    const spl = { program, space: extendedSize('token', extensions), extensions }
    store.tokenBalances.put({ ...balance, tokenAccount, spl })
  }
}

/** Writes accounts. One without lamports ceases to exist. */
export function saveAccounts(
  backend: LedgerBackend,
  networkId: number,
  accounts: ReadonlyMap<string, SolanaAccount>,
): void {
  for (const [address, account] of accounts) {
    changeAccount(backend, { account: keyOf(address), networkId }, { balance: account.lamports })
    const present = account.lamports === 0n ? emptyAccount : account
    saveTokenAccount(backend, { networkId, address }, present)
    saveOther(backend, { networkId, address }, present)
  }
}

interface ClusterAddress {
  readonly networkId: number
  readonly address: string
}

function saveTokenAccount(
  backend: LedgerBackend,
  { networkId, address }: ClusterAddress,
  { program, space, data }: SolanaAccount,
) {
  const { tokenBalances } = backend.store
  const record = tokenBalances.find('byTokenAccount', [networkId, address])
  if (data?.kind !== 'token') {
    if (record) tokenBalances.delete(record.id)
    return
  }
  const contract = keyOf(data.mint)
  const [holding] = tokenBalances.page('byContract', [contract, networkId], { offset: 0, limit: 1 })
  tokenBalances.put({
    ...(record ?? { ...newRecord(backend), kind: holding?.kind ?? 'token' }),
    owner: keyOf(data.owner),
    networkId,
    contract,
    amount: data.amount.toString(),
    tokenAccount: address,
    spl: {
      program,
      ...(data.delegate !== undefined && {
        delegate: data.delegate,
        delegatedAmount: data.delegatedAmount.toString(),
      }),
      ...defined({
        closeAuthority: data.closeAuthority,
        isFrozen: data.isFrozen || undefined,
        space: space === sizes.token ? undefined : space,
        extensions: data.extensions,
      }),
    },
  })
}

function saveOther(
  backend: LedgerBackend,
  { networkId, address }: ClusterAddress,
  { program, space, data }: SolanaAccount,
) {
  const { solanaAccounts } = backend.store
  const record = solanaAccounts.find('byAddress', [networkId, address])
  if (record?.state?.kind === 'mint' && data?.kind !== 'mint') forgetToken(backend, { networkId, address })
  if (data?.kind === 'token' || (program === programs.system && space === 0)) {
    if (record) solanaAccounts.delete(record.id)
    return
  }
  if (data?.kind === 'mint') describeToken(backend, { networkId, address }, data)
  solanaAccounts.put({
    ...(record ? { id: record.id, createdAt: record.createdAt } : newRecord(backend)),
    networkId,
    address,
    program,
    space,
    ...defined({ state: data && stateOf(data) }),
  })
}

function stateOf(data: Exclude<AccountData, TokenAccount>): SolanaState {
  if (data.kind !== 'mint') return data
  const { supply: _, ...state } = data
  return state
}

/** Gives a new mint a name, or the one of its metadata. */
function describeToken(backend: LedgerBackend, { networkId, address }: ClusterAddress, mint: Mint): void {
  const described = describedToken(backend, keyOf(address), networkId)
  const { name = described?.name ?? 'Token', symbol = described?.symbol ?? 'TOKEN' } =
    mint.extensions?.tokenMetadata ?? {}
  if (described?.name === name && described.symbol === symbol) return
  const decimals = described ? undefined : mint.decimals
  putChainToken(backend, { chain: 'SOL', networkId, contractAddress: address, name, symbol, decimals })
}

function forgetToken({ store }: LedgerBackend, { networkId, address }: ClusterAddress): void {
  const token = store.chainTokens.find('byKey', [keyOf(address), networkId])
  if (token) store.chainTokens.delete(token.id)
}
