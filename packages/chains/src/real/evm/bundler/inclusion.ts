/** User operations that are in blocks of a real node. */
import * as AbiFunction from 'ox/AbiFunction'
import type { Hex } from '../../../codecs/evmTransactions.ts'
import { handleOps } from '../../../ledger/evm/bundles.ts'
import { operationTopic } from '../../../ledger/evm/entryPoint.ts'
import {
  type EntryPointVersion,
  type PackedOperation,
  storedOperation,
  unpack,
  type UserOperation,
} from '../../../ledger/evm/userOperations.ts'
import { type EntryPoint, entryPoints } from '../../../ledger/nativeAddresses.ts'
import { operationReceipt, readOperationEvent, type ShownLog } from '../../../rpc/evmBundler.ts'
import { readHash } from '../../../rpc/evmParams.ts'
import { quantity } from '../../../rpc/evmShapes.ts'
import { userOperationShape } from '../../../rpc/userOperationShape.ts'
import { askNode, type BundledChain } from './bundledChain.ts'

/** How far back a node is searched, as far as for the transactions of an account. */
const searchedBlocks = 1000

interface MinedLog extends ShownLog {
  readonly transactionHash: Hex
  readonly blockHash: Hex
  readonly blockNumber: Hex
}

/** The event of an operation, by its hash. */
async function eventOf(chain: BundledChain, hash: unknown): Promise<MinedLog | undefined> {
  const topics = [operationTopic, readHash(hash)]
  const newest = Number(await askNode(chain, 'eth_blockNumber', []))
  const fromBlock = quantity(Math.max(0, newest - searchedBlocks))
  const address = entryPoints.map((each) => each.address)
  const logs = await askNode(chain, 'eth_getLogs', [{ fromBlock, toBlock: 'latest', address, topics }])
  return (logs as MinedLog[])[0]
}

/** The receipt of an operation; `null` as long as it is in no block. */
export async function receiptOf(chain: BundledChain, [hash]: readonly unknown[]): Promise<object | null> {
  const log = await eventOf(chain, hash)
  const receipt = log && (await askNode(chain, 'eth_getTransactionReceipt', [log.transactionHash]))
  const { logs } = Object(receipt) as { readonly logs?: readonly ShownLog[] }
  return log && logs ? operationReceipt(log, logs, Object(receipt)) : null
}

/** An operation of a block; `null` for one that is in none, or that another contract has brought to the entry point. */
export async function operationByHash(chain: BundledChain, [hash]: readonly unknown[]): Promise<object | null> {
  const log = await eventOf(chain, hash)
  if (!log) return null
  const { address: entryPoint, transactionHash, blockHash, blockNumber } = log
  const transaction = await askNode(chain, 'eth_getTransactionByHash', [transactionHash])
  const { input } = Object(transaction) as { readonly input?: Hex }
  const { version } = entryPoints.find((each) => each.address === entryPoint) as EntryPoint
  const { sender, nonce } = readOperationEvent(log)
  const operation = operationsIn(input, version).find((each) => each.sender === sender && each.nonce === nonce)
  if (!operation) return null
  const userOperation = userOperationShape({ entryPoint, operation: storedOperation(operation) })
  return { userOperation, entryPoint, blockNumber, blockHash, transactionHash }
}

function operationsIn(input: Hex = '0x', version: EntryPointVersion): readonly UserOperation[] {
  const abi = handleOps(version)
  if (!input.startsWith(AbiFunction.getSelector(abi))) return []
  const [operations] = AbiFunction.decodeData(abi, input, { checksumAddress: false }) as [
    readonly (UserOperation | PackedOperation)[],
  ]
  return operations.map((operation) => ('gasFees' in operation ? unpack(operation) : operation))
}
