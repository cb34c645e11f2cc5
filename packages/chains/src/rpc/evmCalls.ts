import type { Hex } from '../codecs/evmTransactions.ts'
import { accountAt, changeAccount } from '../ledger/accounts.ts'
import { revertWith } from '../ledger/evm/abi.ts'
import { nextBlock } from '../ledger/evm/blockContext.ts'
import { createCallTrace } from '../ledger/evm/callTrace.ts'
import { codeAt, codeTextAt } from '../ledger/evm/code.ts'
import { readDeployless } from '../ledger/evm/deployless.ts'
import { undeployable } from '../ledger/evm/deployment.ts'
import { accountOf, Execution } from '../ledger/evm/execution.ts'
import { intrinsicGas } from '../ledger/evm/gas.ts'
import { Revert } from '../ledger/evm/revert.ts'
import { authorize, createdAddress, type Outcome, runCall } from '../ledger/evm/runTransaction.ts'
import { undone } from '../ledger/undone.ts'
import { accessListOf } from './accessLists.ts'
import { readAuthorizationList } from './authorizationParams.ts'
import { type BlockOverrides, inOverriddenBlock, readBlockOverrides } from './blockOverrides.ts'
import type { EvmChain } from './evmChain.ts'
import { type AccessList, type CallRequest, readCall, readObject, readQuantity } from './evmParams.ts'
import { RpcError } from './jsonRpc.ts'
import { overrideState, readStateOverrides, type StateOverrides } from './stateOverrides.ts'
import { callFrame, type FrameOptions } from './traceShapes.ts'

/** The code of a revert, whose data the caller decodes. */
const reverted = 3

const noCode =
  'Nobody has told this chain what the contract does, and it runs no bytecode. \
A test says what it answers: mock.chain.contract(address, abi, handlers).'

const notDeployed =
  'There is no contract that this chain knows. A test deploys it, or says what it answers: \
mock.chain.contract(address, abi, handlers).'

/** A call, and what it sees in another way than the chain has it. */
interface Request {
  readonly call: CallRequest
  readonly state: StateOverrides
  readonly block: BlockOverrides
  /** The limit for bytecode; absent for that of a block. */
  readonly gas: bigint | undefined
}

/** The parameters of `eth_call` and `eth_estimateGas` but the block. */
export interface CallParams {
  readonly call: unknown
  readonly state?: unknown
  readonly block?: unknown
}

const readRequest = ({ call, state, block }: CallParams): Request => ({
  call: readCall(call),
  state: readStateOverrides(state),
  block: readBlockOverrides(block),
  gas: readGas(call),
})

function readGas(call: unknown): bigint | undefined {
  const { gas } = readObject(call, 'transaction')
  return gas === undefined || gas === null ? undefined : readQuantity(gas, 'gas')
}

/** Runs work on the chain as a request sees it, and undoes what it writes. */
function overridden<T>(chain: EvmChain, { call, state, block, gas }: Request, work: (chain: EvmChain) => T): T {
  return undone(chain.backend, () => {
    const seen = overrideState(inOverriddenBlock(chain, block), state, [call])
    if (call.authorizationList) delegate(seen, call.from, call.authorizationList)
    return work({ ...seen, gas })
  })
}

/** Runs a call, which may revert. @throws {@link RpcError} for more value than its sender has */
function attemptCall(chain: EvmChain, { to, ...call }: CallRequest): Outcome {
  const target = to ?? createdAddress(chain.backend, chain.networkId, call.from)
  const outcome = runCall(chain, { ...call, to: target, isCreation: to === undefined })
  const isUnpaid = !outcome.success && outcome.reason === 'insufficient balance for transfer'
  if (isUnpaid) throw new RpcError(-32_000, 'insufficient funds for transfer')
  return outcome
}

/** Runs a call. @throws {@link RpcError} for a revert */
function run(chain: EvmChain, call: CallRequest): Outcome {
  const outcome = attemptCall(chain, call)
  if (outcome.success) return outcome
  if (outcome.isHalted) throw new RpcError(-32_000, outcome.reason ?? '')
  throw revertError(outcome.reason, outcome.data)
}

const revertError = (reason: string | undefined, data: Hex) =>
  new RpcError(reverted, reason ? `execution reverted: ${reason}` : 'execution reverted', data)

/** Lets accounts delegate (EIP-7702) before the call, as in a transaction, which takes the nonce of its sender first. */
function delegate({ backend, networkId }: EvmChain, from: Hex, authorizationList: readonly unknown[]): void {
  const sender = { account: accountOf(from), networkId }
  changeAccount(backend, sender, { nonce: accountAt(backend, sender).nonce + 1 })
  for (const each of readAuthorizationList(authorizationList)) authorize(backend, networkId, each)
}

/** `eth_call`. A contract that nobody knows reverts with a sentence, because any other answer could be wrong. */
export function evmCall(chain: EvmChain, params: CallParams): string {
  const request = readRequest(params)
  return overridden(chain, request, (seen) => {
    const { call } = request
    if (call.to === undefined) return deploylessCall(seen, call)
    const outcome = run(seen, call)
    const isUnknown = outcome.execution.unknownCode.has(call.to) && !isKeyed(seen, call.to)
    if (!isUnknown) return outcome.data
    const { message, data } = revertWith(seen.backend.codeRuns ? notDeployed : noCode)
    throw revertError(message, data)
  })
}

/** A call whose code is in it. Only code that libraries send to ask a contract is known. */
function deploylessCall(chain: EvmChain, call: CallRequest): string {
  const { from, data } = call
  const { backend, networkId } = chain
  const runDeployless = readDeployless(data)
  if (!runDeployless && backend.codeRuns) return run(chain, call).data
  if (!runDeployless) {
    const address = createdAddress(backend, networkId, from)
    if (!codeAt(chain, address)) throw new RpcError(-32_000, undeployable(address))
    return codeTextAt(chain, address)
  }
  try {
    return runDeployless(new Execution(chain, from, codeAt))
  } catch (error) {
    if (!(error instanceof Revert)) throw error
    throw revertError(error.message, error.data)
  }
}

/** Whether an account has sent transactions, so that it has a key and no code. */
function isKeyed({ backend, networkId }: EvmChain, address: `0x${string}`): boolean {
  return accountAt(backend, { account: accountOf(address), networkId }).nonce > 0
}

/** `eth_estimateGas`. A contract that nobody knows accepts calls, so this does, too. */
export function evmEstimate(chain: EvmChain, params: CallParams): bigint {
  const request = readRequest(params)
  return overridden(chain, request, (seen) => {
    const { execution, gasUsed } = undone(seen.backend, () => run(seen, request.call))
    return execution.codeGas === 0n ? gasUsed : smallestGas(seen, request.call, gasUsed + execution.gasRefund)
  })
}

/** How many times a limit is tried before that of the block is the answer. */
const trials = 40

/**
 * The gas that a call with bytecode needs, which is more than it uses: a call inside gets all but a 64th (EIP-150). It is
 * at most a 63rd more than the smallest one.
 *
 * @param gasUsed - Without what is given back.
 */
function smallestGas(chain: EvmChain, call: CallRequest, gasUsed: bigint): bigint {
  const highest = chain.gas ?? nextBlock(chain.backend, chain.networkId).gasLimit
  let gas = gasUsed
  for (let trial = 0; trial < trials && gas < highest; trial++) {
    if (undone(chain.backend, () => attemptCall({ ...chain, gas }, call).success)) return gas
    gas += gas / 63n + 1n
  }
  return highest
}

/** `eth_createAccessList`: what a call uses, and its gas with this list. @throws {@link RpcError} for a revert */
export function evmAccessList(chain: EvmChain, params: CallParams): { accessList: AccessList; gasUsed: bigint } {
  const request = readRequest(params)
  return overridden(chain, request, (seen) => {
    const { call } = request
    const { execution, gasUsed } = undone(seen.backend, () => run(seen, call))
    const accessList = accessListOf(execution, call)
    // The gas of bytecode depends on the list.
    if (execution.codeGas > 0n) return { accessList, gasUsed: run(seen, { ...call, accessList }).gasUsed }
    const additional = intrinsicGas({ ...call, accessList }) - intrinsicGas(call)
    return { accessList, gasUsed: gasUsed + additional }
  })
}

/** `debug_traceCall`: the calls of a call, which may revert. */
export function evmTrace(chain: EvmChain, params: CallParams, options: FrameOptions): object {
  const request = readRequest(params)
  const { gas } = request
  return overridden(chain, request, (seen) => {
    const { watcher, calls } = createCallTrace()
    const outcome = attemptCall({ ...seen, watcher }, request.call)
    const { gasLimit } = outcome.execution.block
    const transaction = { ...request.call, gas: gas ?? gasLimit }
    const isOutOfGas = outcome.gasUsed > transaction.gas
    const gasUsed = isOutOfGas ? transaction.gas : outcome.gasUsed
    return callFrame({ transaction, executed: { outcome, isOutOfGas, gasUsed }, calls }, options)
  })
}
