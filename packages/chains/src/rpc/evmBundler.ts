import { toChecksumAddress } from '@latchkey/crypto/ethereumAddress'
/** The methods of a bundler of user operations (ERC-4337). */
import * as AbiParameters from 'ox/AbiParameters'
import type { EvmAuthorization, Hex } from '../codecs/evmTransactions.ts'
import { accountAt } from '../ledger/accounts.ts'
import { blockOf } from '../ledger/blocks.ts'
import { sendOperation, tryWithWaiting } from '../ledger/evm/bundler.ts'
import { executionTopic, operationTopic } from '../ledger/evm/entryPoint.ts'
import { accountOf } from '../ledger/evm/execution.ts'
import { intrinsicGas } from '../ledger/evm/gas.ts'
import { paymasterOf, type UserOperation } from '../ledger/evm/userOperations.ts'
import { type EntryPoint, entryPoints } from '../ledger/nativeAddresses.ts'
import { transactionsIn } from '../ledger/transactions.ts'
import { readOperationAuthorization } from './authorizationParams.ts'
import type { EvmChain } from './evmChain.ts'
import { readAddress, readHash } from './evmParams.ts'
import { logsOf, quantity, receiptShape } from './evmShapes.ts'
import { RpcError } from './jsonRpc.ts'
import { readUserOperation } from './userOperationParams.ts'
import { userOperationShape } from './userOperationShape.ts'

/** The codes of ERC-7769, by the beginning of the entry point's reason; the first one that fits. */
const codes: Readonly<Record<string, number>> = {
  AA22: -32_503,
  AA32: -32_503,
  AA24: -32_507,
  AA34: -32_507,
  AA3: -32_501,
  AA: -32_500,
}

/** The refusal of an operation. @param problem - The entry point's reason, such as `AA24 signature error`. */
export function refusal(problem: string, data?: unknown): RpcError {
  const code = Object.entries(codes).find(([prefix]) => problem.startsWith(prefix))?.[1]
  return new RpcError(code ?? -32_500, problem, data)
}

/** The refusal of an operation whose call would fail. */
export const executionReverted = (reason: string | undefined, data: unknown): RpcError =>
  new RpcError(-32_521, `execution reverted${reason ? `: ${reason}` : ''}`, data)

/** The entry point at an address. @throws {@link RpcError} for another contract */
export function entryPointAt(value: unknown): EntryPoint {
  const address = readAddress(value, 'entryPoint')
  const entryPoint = entryPoints.find((each) => each.address === address)
  if (!entryPoint) throw new RpcError('params', `the entry point ${address} is not supported`)
  return entryPoint
}

/** @throws {@link RpcError} for an operation that the entry point or its account refuses */
function estimate(chain: EvmChain, [value, at]: readonly unknown[]): object {
  const entryPoint = entryPointAt(at)
  const operation = readUserOperation(value, entryPoint.version)
  const authorization = readOperationAuthorization(value)
  // The signature of the authorization is as provisional as that of the operation.
  const delegation = authorization && { ...authorization, authority: operation.sender }
  if (delegation) assertDelegates(chain, operation, delegation)
  const checks = { signature: false, funds: false }
  return tryWithWaiting(chain, { operation, entryPoint, checks, delegation }, (tried) => {
    if ('problem' in tried) throw refusal(tried.problem)
    const { success, reason, data, execution } = tried.outcome
    if (!success) throw executionReverted(reason, data)
    return {
      preVerificationGas: quantity(intrinsicGas({ data: operation.callData })),
      verificationGasLimit: quantity(100_000),
      callGasLimit: quantity(100_000 + 50_000 * execution.transfers.length),
      ...(paymasterOf(operation) !== undefined && {
        paymasterVerificationGasLimit: quantity(50_000),
        paymasterPostOpGasLimit: quantity(20_000),
      }),
    }
  })
}

/** @throws {@link RpcError} for an authorization that another account has signed, or that does not fit the chain */
function assertDelegates(
  { backend, networkId }: EvmChain,
  { sender }: UserOperation,
  delegation: EvmAuthorization,
): void {
  const { chainId, nonce, authority } = delegation
  if (authority !== sender) throw new RpcError('params', 'eip7702Auth is not signed by the sender of the operation')
  const account = accountAt(backend, { account: accountOf(sender), networkId })
  if ((chainId !== 0 && chainId !== networkId) || nonce !== BigInt(account.nonce))
    throw new RpcError('params', 'eip7702Auth is not for this chain and the next nonce of the sender')
}

/** @throws {@link RpcError} for an operation that the entry point refuses; one whose call reverts is included */
function send(chain: EvmChain, [value, at]: readonly unknown[]): Hex {
  const entryPoint = entryPointAt(at)
  const operation = readUserOperation(value, entryPoint.version)
  const delegation = readOperationAuthorization(value)
  if (delegation) assertDelegates(chain, operation, delegation)
  const checks = { signature: true, funds: true }
  const problem = tryWithWaiting(chain, { operation, entryPoint, checks, delegation }, (tried) =>
    'problem' in tried ? tried.problem : undefined,
  )
  if (problem !== undefined) throw refusal(problem)
  return sendOperation(chain, { operation, delegation, entryPoint })
}

const networkOf = ({ networkId }: EvmChain) => ({ family: 'eip155', networkId })

/** The block of an operation, the transaction that has it, and its log there. */
function inclusionOf(chain: EvmChain, hash: unknown) {
  const record = chain.backend.store.userOperations.find('byHash', [chain.networkId, readHash(hash)])
  const block = record && blockOf(chain.backend, networkOf(chain), record.blockNumber)
  if (!block) return null
  for (const transaction of transactionsIn(chain.backend, networkOf(chain), block.number)) {
    const log = logsOf(transaction, block).find(
      ({ topics }) => topics[0] === operationTopic && topics[1] === record.hash,
    )
    if (log) return { record, block, transaction, log }
  }
  return null
}

const endTopics: ReadonlySet<unknown> = new Set([executionTopic, operationTopic])

/** A log as nodes show it. */
export interface ShownLog {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly logIndex: Hex
}

/** The logs of an operation's own call, among those of its bundle. */
function ownLogs(log: ShownLog, logs: readonly ShownLog[]) {
  const before = logs.filter((each) => Number(each.logIndex) < Number(log.logIndex))
  const isEnd = ({ address, topics }: ShownLog) => address === log.address && endTopics.has(topics[0])
  return before.slice(before.findLastIndex(isEnd) + 1).filter(({ address }) => address !== log.address)
}

const eventData = AbiParameters.from('uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed')

/**
 * The receipt of an operation.
 *
 * @param log - Its event.
 * @param logs - Of its bundle, as the receipt has them.
 */
export function operationReceipt(log: ShownLog, logs: readonly ShownLog[], receipt: object): object {
  const { sender, nonce, success, actualGasCost, actualGasUsed } = readOperationEvent(log)
  return {
    userOpHash: log.topics[1],
    entryPoint: log.address,
    sender,
    nonce: quantity(nonce),
    paymaster: addressIn(log.topics[3]),
    actualGasCost: quantity(actualGasCost),
    actualGasUsed: quantity(actualGasUsed),
    success,
    logs: ownLogs(log, logs),
    receipt,
  }
}

const addressIn = (topic: Hex | undefined) => `0x${topic?.slice(26)}`

/** The fields of the event of an operation. */
export function readOperationEvent({ topics, data }: ShownLog) {
  const [nonce, success, actualGasCost, actualGasUsed] = AbiParameters.decode(eventData, data)
  return { sender: addressIn(topics[2]), nonce, success, actualGasCost, actualGasUsed }
}

function receipt(chain: EvmChain, [hash]: readonly unknown[]): object | null {
  const inclusion = inclusionOf(chain, hash)
  if (!inclusion) return null
  const { block, transaction, log } = inclusion
  return operationReceipt(log, logsOf(transaction, block), receiptShape(transaction, block))
}

function operationByHash(chain: EvmChain, [hash]: readonly unknown[]): object | null {
  const inclusion = inclusionOf(chain, hash)
  if (!inclusion) return waitingByHash(chain, hash)
  const { record, block, transaction } = inclusion
  return {
    userOperation: userOperationShape(record),
    entryPoint: record.entryPoint,
    blockNumber: quantity(block.number),
    blockHash: block.hash,
    transactionHash: transaction.hash,
  }
}

/** An operation that waits for a bundle. */
function waitingByHash({ backend, networkId }: EvmChain, hash: unknown): object | null {
  const record = backend.store.pendingOperations.find('byHash', [networkId, readHash(hash)])
  if (!record) return null
  const { entryPoint } = record
  return {
    userOperation: userOperationShape(record),
    entryPoint,
    blockNumber: null,
    blockHash: null,
    transactionHash: null,
  }
}

export const bundlerMethods = {
  eth_supportedEntryPoints: () => entryPoints.map(({ address }) => toChecksumAddress(address)),
  eth_estimateUserOperationGas: estimate,
  eth_sendUserOperation: send,
  eth_getUserOperationByHash: operationByHash,
  eth_getUserOperationReceipt: receipt,
}
