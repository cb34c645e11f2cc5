import type { Hex } from '../codecs/evmTransactions.ts'
import { accountAt, changeAccount } from '../ledger/accounts.ts'
import { revertWith } from '../ledger/evm/abi.ts'
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

/** A call, and what it sees in another way than the chain has it. */
interface Request {
  readonly call: CallRequest
  readonly state: StateOverrides
  readonly block: BlockOverrides
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
})

/** Runs work on the chain as a request sees it, and undoes what it writes. */
function overridden<T>(chain: EvmChain, { call, state, block }: Request, work: (chain: EvmChain) => T): T {
  return undone(chain.backend, () => {
    const seen = overrideState(inOverriddenBlock(chain, block), state, [call])
    if (call.authorizationList) delegate(seen, call.from, call.authorizationList)
    return work(seen)
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
    const { message, data } = revertWith(noCode)
    throw revertError(message, data)
  })
}

/** A call whose code is in it. Only code that libraries send to ask a contract is known. */
function deploylessCall(chain: EvmChain, { from, data }: CallRequest): string {
  const { backend, networkId } = chain
  const runDeployless = readDeployless(data)
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
  return overridden(chain, request, (seen) => run(seen, request.call).gasUsed)
}

/** `eth_createAccessList`: what a call uses, and its gas with this list. @throws {@link RpcError} for a revert */
export function evmAccessList(chain: EvmChain, params: CallParams): { accessList: AccessList; gasUsed: bigint } {
  const request = readRequest(params)
  return overridden(chain, request, (seen) => {
    const { call } = request
    const { execution, gasUsed } = run(seen, call)
    const accessList = accessListOf(execution, call)
    const additional = intrinsicGas({ ...call, accessList }) - intrinsicGas(call)
    return { accessList, gasUsed: gasUsed + additional }
  })
}

/** `debug_traceCall`: the calls of a call, which may revert. */
export function evmTrace(chain: EvmChain, params: CallParams, options: FrameOptions): object {
  const request = readRequest(params)
  const gas = readObject(params.call, 'transaction').gas ?? undefined
  return overridden(chain, request, (seen) => {
    const { watcher, calls } = createCallTrace()
    const outcome = attemptCall({ ...seen, watcher }, request.call)
    const { gasLimit } = outcome.execution.block
    const transaction = { ...request.call, gas: gas === undefined ? gasLimit : readQuantity(gas, 'gas') }
    const isOutOfGas = outcome.gasUsed > transaction.gas
    const gasUsed = isOutOfGas ? transaction.gas : outcome.gasUsed
    return callFrame({ transaction, executed: { outcome, isOutOfGas, gasUsed }, calls }, options)
  })
}
