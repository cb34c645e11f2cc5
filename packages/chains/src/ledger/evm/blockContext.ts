import { instantOf } from '@latchkey/base/clock'
import type { Hex } from '../../codecs/evmTransactions.ts'
import { addressOf, type LedgerBackend } from '../accounts.ts'
import { type Block, latestBlock, nextBaseFee, nextGasLimit } from '../blocks.ts'
import { settingsOf } from '../chainSettings.ts'
import type { BlockContext } from './callContext.ts'
import { usualBaseFee, usualGasLimit } from './gas.ts'

const zeroAddress: Hex = `0x${'0'.repeat(40)}`

const secondsOf = (iso: string) => BigInt(Math.floor(instantOf(iso) / 1000))

const coinbaseOf = ({ coinbase }: Pick<Block, 'coinbase'>): Hex =>
  coinbase === undefined ? zeroAddress : (addressOf(coinbase) as Hex)

const randaoOf = (randao: string | undefined) => (randao === undefined ? {} : { randao: randao as Hex })

/** The next block of a chain. Its time is the present one, unless a test has set another. */
export function nextBlock(backend: Pick<LedgerBackend, 'store' | 'clock'>, networkId: number): BlockContext {
  const { number, hash } = latestBlock(backend, { family: 'eip155', networkId })
  const settings = settingsOf(backend, networkId)
  return {
    number: number + 1,
    parentHash: hash as Hex,
    time: secondsOf(settings.nextInstant ?? backend.clock.iso()),
    baseFee: nextBaseFee(backend, networkId),
    gasLimit: nextGasLimit(backend, networkId),
    coinbase: coinbaseOf(settings),
    ...randaoOf(settings.nextRandao),
  }
}

/** A block that the chain has. */
export function contextOf(block: Block): BlockContext {
  return {
    number: block.number,
    parentHash: block.parentHash as Hex,
    time: secondsOf(block.createdAt),
    baseFee: BigInt(block.baseFee ?? usualBaseFee),
    gasLimit: BigInt(block.gasLimit ?? usualGasLimit),
    coinbase: coinbaseOf(block),
    ...randaoOf(block.randao),
  }
}
