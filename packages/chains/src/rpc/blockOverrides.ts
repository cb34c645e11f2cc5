import { nextBlock } from '../ledger/evm/blockContext.ts'
import type { BlockContext } from '../ledger/evm/callContext.ts'
import type { EvmChain } from './evmChain.ts'
import { readAddress, readHash, readObject, readQuantity } from './evmParams.ts'
import { RpcError } from './jsonRpc.ts'

/** The fields of a block that a caller sets. */
export type BlockOverrides = Partial<Omit<BlockContext, 'parentHash'>>

/** The names of a field: that of the specification, and an older one that some libraries send. */
const fields = {
  number: { names: ['number'], read: readNumber },
  time: { names: ['time'], read: readQuantity },
  gasLimit: { names: ['gasLimit'], read: readQuantity },
  baseFee: { names: ['baseFeePerGas', 'baseFee'], read: readQuantity },
  coinbase: { names: ['feeRecipient', 'coinbase'], read: readAddress },
  randao: { names: ['prevRandao', 'random'], read: readHash },
} as const satisfies Readonly<
  Record<string, { readonly names: readonly string[]; read(value: unknown, name: string): unknown }>
>

/** Fields that no block here can have. */
const refused: readonly string[] = ['withdrawals', 'beaconRoot', 'blockHash']

function readNumber(value: unknown, name: string): number {
  const number = readQuantity(value, name)
  if (number > BigInt(Number.MAX_SAFE_INTEGER))
    throw new RpcError('params', `invalid argument: ${name} has to be below 2^53`)
  return Number(number)
}

const isPresent = (value: unknown) => value !== undefined && value !== null

/** Reads block overrides as nodes take them. @throws {@link RpcError} */
export function readBlockOverrides(value: unknown): BlockOverrides {
  const overrides = isPresent(value) ? readObject(value, 'block overrides') : {}
  for (const name of refused)
    if (isPresent(overrides[name]))
      throw new RpcError('params', `block override "${name}" is not supported: the blocks of this chain have none`)
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, { names, read }]) => {
      const name = names.find((each) => isPresent(overrides[each]))
      return name === undefined ? [] : [[field, read(overrides[name], name)]]
    }),
  )
}

/** The chain, with calls in a block that has these fields. */
export function inOverriddenBlock(chain: EvmChain, overrides: BlockOverrides): EvmChain {
  if (Object.keys(overrides).length === 0) return chain
  return { ...chain, block: { ...(chain.block ?? nextBlock(chain.backend, chain.networkId)), ...overrides } }
}
