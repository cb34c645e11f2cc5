import { formatUnits, parseChainUnits } from '@latchkey/base/amounts'
import { defined } from '@latchkey/base/defined'
import { decimalsOf } from '@latchkey/chains/ledger/chainTokens'
import { assertKeptByLedger } from '@latchkey/chains/ledger/evm/machine/bytecodeStorage'
import { balancesOf, declareContract, setTokenAmount, tokenIdOf } from '@latchkey/chains/ledger/tokens'
import type { TokenBalance } from '@latchkey/chains/records'
import { addressKey, type Chain } from '@latchkey/crypto/chainAddresses'
import type { Entity } from '@latchkey/store/entity'
import type { OutsideBackend, OutsideReadStore } from '../domain/shared/backend.ts'

/** A contract, and an address that holds its tokens. */
export interface HoldingInput {
  /** Address that holds it. */
  readonly owner: string
  /** Family of the owner's address. @default 'EVM' */
  readonly chain?: Chain | undefined
  readonly networkId: number
  readonly contractAddress: string
}

/** A balance of a token or NFT, as tests read it: a view of the ledger. */
export interface Holding extends Entity {
  readonly networkId: number
  /** Lower-cased where the chain ignores case. */
  readonly contractAddress: string
  readonly owner: string
  readonly kind: 'nft' | 'token'
  /** In decimal where it is a number. */
  readonly tokenId?: string | undefined
  /** Whole tokens. Beyond 2^53 it loses digits; the ledger does not. */
  readonly amount: number
}

type HoldingStore = { readonly store: Pick<OutsideReadStore, 'tokenBalances' | 'chainTokens'> }

/**
 * Sets the balance of an address: an amount of a token, or a number of pieces of an NFT.
 *
 * @throws TypeError for an amount with more digits after the point than the token has, and for a contract with bytecode
 */
export function putHolding(
  backend: OutsideBackend,
  input: HoldingInput,
  { kind, tokenId, amount }: Pick<Holding, 'kind' | 'tokenId' | 'amount'>,
): Holding {
  const { owner, chain = 'EVM', networkId, contractAddress } = input
  const contract = addressKey(chain, contractAddress)
  assertKeptByLedger(backend, { account: contract, networkId })
  const decimals = kind === 'token' ? decimalsOf(backend, contract, networkId) : 0
  if (kind === 'nft') declareNft(backend, { account: contract, networkId, amount })
  const balance = setTokenAmount(
    backend,
    { networkId, contract, kind, ...defined({ tokenId: tokenId === undefined ? undefined : tokenIdOf(tokenId) }) },
    { owner: addressKey(chain, owner), amount: parseChainUnits(amount, decimals) },
  )
  return presentHolding(backend, balance)
}

/** Declares the standard of an NFT contract: several pieces of one NFT need ERC-1155. */
function declareNft(
  backend: OutsideBackend,
  { account, networkId, amount }: { readonly account: string; readonly networkId: number; readonly amount: number },
): void {
  const standard = backend.store.chainContracts.find('byAccount', [account, networkId])?.standard
  if (standard === undefined || amount > 1)
    declareContract(backend, { account, networkId, standard: amount > 1 ? 'erc1155' : 'erc721' })
}

/** Removes everything that an address holds of a contract. */
export function takeHoldings({ store }: OutsideBackend, input: HoldingInput): void {
  for (const { id } of recordsOf({ store }, input)) store.tokenBalances.delete(id)
}

/** The balances of an address, of one contract or of all. */
export function holdingsOf(
  backend: HoldingStore,
  input: Pick<HoldingInput, 'owner' | 'chain'> | HoldingInput,
): Holding[] {
  return recordsOf(backend, input).map((balance) => presentHolding(backend, balance))
}

/** A balance in whole tokens. */
export function presentHolding(
  backend: { readonly store: Pick<OutsideReadStore, 'chainTokens'> },
  { contract, amount, ...balance }: TokenBalance,
): Holding {
  const decimals = balance.kind === 'token' ? decimalsOf(backend, contract, balance.networkId) : 0
  return { ...balance, contractAddress: contract, amount: Number(formatUnits(BigInt(amount), decimals)) }
}

function recordsOf(
  { store }: HoldingStore,
  { chain = 'EVM', owner, ...at }: Pick<HoldingInput, 'owner' | 'chain'> | HoldingInput,
): TokenBalance[] {
  const account = addressKey(chain, owner)
  if (!('contractAddress' in at)) return balancesOf({ store }, account)
  return balancesOf({ store }, account, {
    networkId: at.networkId,
    contract: addressKey(chain, at.contractAddress),
  })
}
