import { defined } from '@latchkey/base/defined'
import type { Hex } from '../../codecs/evmTransactions.ts'
import { latestBlock } from '../../ledger/blocks.ts'
import { contextOf, nextBlock } from '../../ledger/evm/blockContext.ts'
import type { BlockContext } from '../../ledger/evm/callContext.ts'
import { positioned } from '../../ledger/evm/mining.ts'
import type { Executed } from '../../ledger/evm/runTransaction.ts'
import { undone } from '../../ledger/undone.ts'
import type { LedgerTransaction } from '../../records.ts'
import type { EvmChain } from '../evmChain.ts'
import { readBlockId } from '../evmParams.ts'
import { blockShape, logsOf, quantity } from '../evmShapes.ts'
import { atBlock } from '../evmState.ts'
import { overrideState } from '../stateOverrides.ts'
import { blocksUntil, recordOf, type Start } from './simulatedBlocks.ts'
import { errorOf, runCalls } from './simulatedCalls.ts'
import { type BlockCalls, readSimulation, type Simulation } from './simulationParams.ts'

/**
 * `eth_simulateV1`: runs calls in blocks that come after one of the chain, and undoes them.
 *
 * @throws {@link RpcError} for parameters that cannot be read, and for calls that no block could have
 */
export function simulate(chain: EvmChain, [value, id]: readonly unknown[]): readonly object[] {
  const simulation = readSimulation(value)
  return atBlock(chain, readBlockId(id), (at) => undone(at.backend, () => runBlocks(at, simulation)))
}

/** At the latest block, the first one comes at the present time; at an older one, shortly after it. */
function startOf({ backend, networkId, block }: EvmChain, { validation }: Simulation): Start {
  const base = block ?? contextOf(latestBlock(backend, { family: 'eip155', networkId }))
  const next = nextBlock(backend, networkId)
  const time = block ? block.time + 12n : next.time
  return { base, first: { ...next, time, baseFee: validation ? next.baseFee : 0n } }
}

function runBlocks(chain: EvmChain, simulation: Simulation): readonly object[] {
  const start = startOf(chain, simulation)
  let seen: EvmChain = { ...chain, logsTransfers: simulation.traceTransfers }
  let last: BlockContext | undefined
  let { parentHash } = start.first
  const shown: object[] = []
  for (const each of simulation.blocks) {
    const contexts = blocksUntil(start, last, each.block)
    for (const [index, context] of contexts.entries()) {
      const isAsked = index === contexts.length - 1
      const block: BlockContext = { ...context, parentHash }
      if (isAsked) seen = overrideState({ ...seen, block }, each.state, each.calls)
      const calls = isAsked ? each.calls : []
      const { hash, shape } = runBlock({ ...seen, block }, calls, simulation)
      shown.push(shape)
      parentHash = hash
    }
    last = contexts.at(-1)
  }
  return shown
}

function runBlock(
  chain: EvmChain & { readonly block: BlockContext },
  calls: BlockCalls['calls'],
  { validation, returnFullTransactions }: Simulation,
): { readonly hash: Hex; readonly shape: object } {
  const executed = runCalls(chain, calls, { validation })
  const drafts = positioned(executed.map(({ draft }) => draft))
  const { networkId } = chain
  const hashes = drafts.map(({ hash }) => hash as Hex)
  const block = recordOf(networkId, chain.block, hashes)
  const { family, number: blockNumber, createdAt } = block
  const transactions: LedgerTransaction[] = drafts.map((draft) => ({
    ...draft,
    id: draft.hash,
    createdAt,
    family,
    networkId,
    blockNumber,
  }))
  const results = transactions.map((transaction, index) => ({
    ...resultOf(executed[index] as Executed),
    logs: logsOf(transaction, block),
  }))
  const shape = { ...blockShape(block, transactions, returnFullTransactions), calls: results }
  return { hash: block.hash as Hex, shape }
}

function resultOf(executed: Executed): object {
  const error = errorOf(executed)
  return {
    status: error ? '0x0' : '0x1',
    returnData: error ? '0x' : executed.outcome.data,
    gasUsed: quantity(executed.gasUsed),
    ...defined({ error }),
  }
}
