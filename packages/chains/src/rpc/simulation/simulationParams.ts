/** Reads the parameters of `eth_simulateV1`. */
import { type BlockOverrides, readBlockOverrides } from '../blockOverrides.ts'
import { type CallRequest, readCall, readObject, readQuantity } from '../evmParams.ts'
import { RpcError } from '../jsonRpc.ts'
import { readStateOverrides, type StateOverrides } from '../stateOverrides.ts'

/** How many blocks a simulation may have, as in common nodes. */
export const blockLimit = 256
/** How many calls it may have. */
const callLimit = 1000

/** The code of common nodes for a simulation that is too large. */
const tooLarge = -38_026

/** A call of a simulation, with the fields of a transaction that it may have. */
export interface SimulatedCall extends CallRequest {
  readonly gas?: bigint
  readonly nonce?: bigint
  readonly gasPrice?: bigint
  readonly maxFeePerGas?: bigint
  readonly maxPriorityFeePerGas?: bigint
}

/** A block of a simulation. */
export interface BlockCalls {
  readonly block: BlockOverrides
  readonly state: StateOverrides
  readonly calls: readonly SimulatedCall[]
}

export interface Simulation {
  readonly blocks: readonly BlockCalls[]
  /** Whether nonces and fees are checked, as for transactions. */
  readonly validation: boolean
  /** Whether movements of the currency show as logs (ERC-7528). */
  readonly traceTransfers: boolean
  readonly returnFullTransactions: boolean
}

const isPresent = (value: unknown) => value !== undefined && value !== null

const optionalFields = ['gas', 'nonce', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas'] as const

function readSimulatedCall(value: unknown): SimulatedCall {
  const fields = readObject(value, 'call')
  const quantities = optionalFields.flatMap((name) =>
    isPresent(fields[name]) ? [[name, readQuantity(fields[name], name)] as const] : [],
  )
  if (isPresent(fields.gasPrice) && (isPresent(fields.maxFeePerGas) || isPresent(fields.maxPriorityFeePerGas)))
    throw new RpcError('params', 'both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified')
  return { ...readCall(value), ...Object.fromEntries(quantities) }
}

function readList(value: unknown, name: string): readonly unknown[] {
  if (!isPresent(value)) return []
  if (!Array.isArray(value)) throw new RpcError('params', `invalid argument: ${name} has to be a list`)
  return value as readonly unknown[]
}

function readBlockCalls(value: unknown): BlockCalls {
  const { blockOverrides, stateOverrides, calls } = readObject(value, 'blockStateCalls')
  return {
    block: readBlockOverrides(blockOverrides),
    state: readStateOverrides(stateOverrides),
    calls: readList(calls, 'calls').map(readSimulatedCall),
  }
}

/** @throws {@link RpcError} for a value that is no simulation, or a too large one */
export function readSimulation(value: unknown): Simulation {
  const { blockStateCalls, validation, traceTransfers, returnFullTransactions } = readObject(value, 'simulation')
  const list = readList(blockStateCalls, 'blockStateCalls')
  if (list.length === 0) throw new RpcError('params', 'empty input')
  if (list.length > blockLimit) throw tooManyBlocks()
  const blocks = list.map(readBlockCalls)
  if (blocks.reduce((sum, { calls }) => sum + calls.length, 0) > callLimit)
    throw new RpcError(tooLarge, `too many calls: at most ${callLimit}`)
  return {
    blocks,
    validation: validation === true,
    traceTransfers: traceTransfers === true,
    returnFullTransactions: returnFullTransactions === true,
  }
}

/** The refusal of a simulation with more blocks than nodes simulate. */
export const tooManyBlocks = () => new RpcError(tooLarge, 'too many blocks')
