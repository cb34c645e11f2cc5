import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { ChainReadStore } from '../backend.ts'
import type { ChainBlock } from '../records.ts'
import type { LedgerBackend } from './accounts.ts'
import { changeSettings, settingsOf } from './chainSettings.ts'
import { usualBaseFee, usualGasLimit } from './evm/gas.ts'

/** One chain: a family and the number of a network. */
export interface Network {
  readonly family: string
  readonly networkId: number
}

export type BlockStore = { readonly store: Pick<ChainReadStore, 'chainBlocks'> }

/** A block without its id. */
export type Block = Omit<ChainBlock, 'id'>

/** The block before all others, which every chain has. It is as old as the first block of Ethereum. */
function firstBlock({ family, networkId }: Network): Block {
  return {
    family,
    networkId,
    number: 0,
    hash: hashOf(`latchkey:${family}:${networkId}`),
    parentHash: '0x'.padEnd(66, '0'),
    createdAt: '2015-07-30T15:26:13.000Z',
  }
}

const hashOf = (text: string) => `0x${bytesToHex(keccak_256(utf8ToBytes(text)))}`

/** The hash of a block. @param salt - Tells it from other blocks with this parent. */
export function hashOfBlock(parentHash: string, number: number, salt: string): string {
  return hashOf(`${parentHash}:${number}:${salt}`)
}

export function latestBlock({ store }: BlockStore, network: Network): Block {
  const { family, networkId } = network
  const [latest] = store.chainBlocks.page('byNumber', [family, networkId], { descending: true, offset: 0, limit: 1 })
  return latest ?? firstBlock(network)
}

/** A block by its number or its hash. */
export function blockOf({ store }: BlockStore, network: Network, id: number | string): Block | undefined {
  const { family, networkId } = network
  const first = firstBlock(network)
  if (id === 0 || id === first.hash) return first
  return typeof id === 'number'
    ? store.chainBlocks.find('byNumber', [family, networkId, id])
    : store.chainBlocks.find('byHash', [family, networkId, id])
}

type FeeStore = { readonly store: Pick<ChainReadStore, 'chainBlocks' | 'chainSettings'> }

/**
 * The base fee of the next block of an EVM chain, in wei per unit of gas. After one that a test has set, each block
 * asks for an eighth less, as after empty blocks (EIP-1559), until it is the usual one again. A lower one stays.
 */
export function nextBaseFee(reader: FeeStore, networkId: number): bigint {
  const { nextBaseFee: set } = settingsOf(reader, networkId)
  if (set !== undefined) return BigInt(set)
  const { baseFee } = latestBlock(reader, { family: 'eip155', networkId })
  if (baseFee === undefined) return usualBaseFee
  const last = BigInt(baseFee)
  const lowered = last - last / 8n
  if (last <= usualBaseFee) return last
  return lowered < usualBaseFee ? usualBaseFee : lowered
}

/** The gas limit of the next block of an EVM chain. */
export function nextGasLimit(reader: FeeStore, networkId: number): bigint {
  return BigInt(settingsOf(reader, networkId).gasLimit ?? usualGasLimit)
}

/** The fields of the next block of an EVM chain. What was set only for this block does not hold for later ones. */
function takeEvmFields(backend: LedgerBackend, networkId: number): Partial<Block> {
  const { gasLimit, coinbase, nextRandao: randao, nextInstant: createdAt, ...settings } = settingsOf(backend, networkId)
  const baseFee = nextBaseFee(backend, networkId)
  if (settings.nextBaseFee !== undefined || randao !== undefined || createdAt !== undefined)
    changeSettings(backend, networkId, { nextBaseFee: undefined, nextRandao: undefined, nextInstant: undefined })
  return defined({
    gasLimit,
    coinbase,
    randao,
    createdAt,
    baseFee: baseFee === usualBaseFee ? undefined : baseFee.toString(),
  })
}

/** Makes the next block of a chain, at the present instant. */
export function mineBlock(backend: LedgerBackend, network: Network): Block {
  const { family, networkId } = network
  const parent = latestBlock(backend, network)
  const number = parent.number + 1
  const record = newRecord(backend)
  return backend.store.chainBlocks.insert({
    ...record,
    ...(family === 'eip155' && takeEvmFields(backend, networkId)),
    family,
    networkId,
    number,
    hash: hashOfBlock(parent.hash, number, record.id),
    parentHash: parent.hash,
  })
}
