import { defined } from '@latchkey/base/defined'
import type { Account, Transfer } from './chains.ts'
import type { Hex } from './codecs/evmTransactions.ts'
import type { EvmLog } from './ledger/evm/abi.ts'

/** The topics of the events by which tokens move. */
const topics = {
  /** `Transfer(address,address,uint256)` of ERC-20, and of ERC-721, whose third value is indexed. */
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  /** `TransferSingle(address,address,address,uint256,uint256)` of ERC-1155. */
  single: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  /** `TransferBatch(address,address,address,uint256[],uint256[])` of ERC-1155. */
  batch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
} as const

export const accountOf = (address: string): Account => `eip155:${address.toLowerCase()}`

/** The address in an indexed field. */
export const addressIn = (topic: Hex | undefined): Hex => `0x${(topic ?? '').slice(-40).padStart(40, '0')}`

/** The words of a log's data. */
const wordsOf = (data: Hex): readonly bigint[] =>
  (data.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`))

/** The ids and amounts of a log of an ERC-1155 contract: one pair, or two lists after their offsets. */
export function piecesIn({ topics: [topic], data }: EvmLog): readonly (readonly [id: bigint, amount: bigint])[] {
  const words = wordsOf(data)
  if (topic === topics.single) return [[words[0] ?? 0n, words[1] ?? 0n]]
  const count = Number(words[2] ?? 0n)
  return words.slice(3, 3 + count).map((id, index) => [id, words[4 + count + index] ?? 0n])
}

/** The ends of a transfer: one that creates or destroys the asset has the zero address there. */
function endsOf(from: Hex, to: Hex): Pick<Transfer, 'from' | 'to'> {
  return defined({
    from: BigInt(from) === 0n ? undefined : accountOf(from),
    to: BigInt(to) === 0n ? undefined : accountOf(to),
  })
}

/** The movements of tokens that a log tells of. */
export function transfersIn(log: EvmLog): readonly Transfer[] {
  const [topic, first, second, third] = log.topics
  const contract = accountOf(log.address)
  if (topic === topics.transfer && second !== undefined) {
    const ends = endsOf(addressIn(first), addressIn(second))
    if (third !== undefined) return [{ kind: 'erc721', contract, tokenId: String(BigInt(third)), ...ends, amount: '1' }]
    return [{ kind: 'erc20', contract, ...ends, amount: String(wordsOf(log.data)[0] ?? 0n) }]
  }
  if ((topic === topics.single || topic === topics.batch) && third !== undefined) {
    const ends = endsOf(addressIn(second), addressIn(third))
    return piecesIn(log).map(([id, amount]) => ({
      kind: 'erc1155',
      contract,
      tokenId: String(id),
      ...ends,
      amount: String(amount),
    }))
  }
  return []
}

/** A movement of the network's currency. */
export const nativeTransfer = (from: string, to: string, value: bigint): Transfer => ({
  kind: 'native',
  from: accountOf(from),
  to: accountOf(to),
  amount: String(value),
})
