import { newRecord, type OutsideBackend, type OutsideReadStore } from '../backend.ts'
import { addressKey, type Chain } from '../domain/chains/chains.ts'
import type { Holding } from '../store/outsideRecords.ts'

/** A contract and an address that holds something of it. */
export interface HoldingInput {
  /** Address that holds it. */
  readonly owner: string
  /** Family of the owner's address. @default 'EVM' */
  readonly chain?: Chain
  readonly networkId: number
  readonly contractAddress: string
}

/** Sets what an address holds of a contract: how many of a token, or of one of its NFTs. */
export function putHolding(
  backend: OutsideBackend,
  input: HoldingInput,
  amount: Pick<Holding, 'kind' | 'tokenId' | 'amount'>,
): Holding {
  const held = holdingsOf(backend, input).find(
    ({ kind, tokenId }) => kind === amount.kind && tokenId === amount.tokenId,
  )
  const { owner, chain = 'EVM', networkId, contractAddress } = input
  return backend.store.holdings.put({
    ...(held ?? newRecord(backend)),
    owner: addressKey(chain, owner),
    networkId,
    contractAddress: addressKey(chain, contractAddress),
    ...amount,
  })
}

/** Removes everything that an address holds of a contract. */
export function takeHoldings({ store }: OutsideBackend, input: HoldingInput): void {
  for (const { id } of holdingsOf({ store }, input)) store.holdings.delete(id)
}

/** What an address holds, of one contract or of all. */
export function holdingsOf(
  { store }: { readonly store: Pick<OutsideReadStore, 'holdings'> },
  { chain = 'EVM', owner, ...contract }: Pick<HoldingInput, 'owner' | 'chain'> | HoldingInput,
): Holding[] {
  const account = addressKey(chain, owner)
  return 'contractAddress' in contract
    ? [...store.holdings.scan('byOwner', [account, contract.networkId, addressKey(chain, contract.contractAddress)])]
    : [...store.holdings.scan('byOwner', [account])]
}
