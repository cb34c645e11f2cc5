import type { Hex } from '../../crypto/evmTransactions.ts'
import { accountAt, changeAccount } from '../ledger/accounts.ts'
import { revertWith } from '../ledger/evm/abi.ts'
import { codeAt, codeTextAt } from '../ledger/evm/code.ts'
import { readDeployless } from '../ledger/evm/deployless.ts'
import { undeployable } from '../ledger/evm/deployment.ts'
import { accountOf, Execution } from '../ledger/evm/execution.ts'
import { Revert } from '../ledger/evm/revert.ts'
import { authorize, createdAddress, type Outcome, runCall } from '../ledger/evm/runTransaction.ts'
import { undone } from '../ledger/undone.ts'
import { readAuthorizationList } from './authorizationParams.ts'
import type { EvmChain } from './evmChain.ts'
import { type CallRequest, readCall } from './evmParams.ts'
import { RpcError } from './jsonRpc.ts'

/** The code of a revert, whose data the caller decodes. */
const reverted = 3

const noCode =
  'Nobody has told this chain what the contract does, and it runs no bytecode. \
A test says what it answers: mock.chain.contract(address, abi, handlers).'

function read(value: unknown, overrides: unknown): CallRequest {
  if (typeof overrides === 'object' && overrides !== null && Object.keys(overrides).length > 0)
    throw new RpcError('params', 'state overrides are not supported: this chain has no storage that they could change')
  return readCall(value)
}

/** Runs a call and undoes what it wrote. @throws {@link RpcError} for a revert */
function simulate(chain: EvmChain, { to, ...call }: CallRequest): Outcome {
  const { backend, networkId } = chain
  return undone(backend, () => {
    if (call.authorizationList) delegate(chain, call.from, call.authorizationList)
    const target = to ?? createdAddress(backend, networkId, call.from)
    const outcome = runCall(chain, { ...call, to: target, isCreation: to === undefined })
    if (outcome.success) return outcome
    const { reason, data } = outcome
    if (reason === 'insufficient balance for transfer') throw new RpcError(-32_000, 'insufficient funds for transfer')
    throw new RpcError(reverted, reason ? `execution reverted: ${reason}` : 'execution reverted', data)
  })
}

/** Lets accounts delegate (EIP-7702) before the call, as in a transaction, which takes the nonce of its sender first. */
function delegate({ backend, networkId }: EvmChain, from: Hex, authorizationList: readonly unknown[]): void {
  const sender = { account: accountOf(from), networkId }
  changeAccount(backend, sender, { nonce: accountAt(backend, sender).nonce + 1 })
  for (const each of readAuthorizationList(authorizationList)) authorize(backend, networkId, each)
}

/** `eth_call`. A contract that nobody knows reverts with a sentence, because any other answer could be wrong. */
export function evmCall(chain: EvmChain, value: unknown, overrides: unknown): string {
  const call = read(value, overrides)
  if (call.to === undefined) return evmDeploylessCall(chain, call)
  const outcome = simulate(chain, call)
  const isUnknown = outcome.execution.unknownCode.has(call.to) && !isKeyed(chain, call.to)
  if (isUnknown) {
    const { message, data } = revertWith(noCode)
    throw new RpcError(reverted, `execution reverted: ${message}`, data)
  }
  return outcome.data
}

/** A call whose code is in it. Only code that libraries send to ask a contract is known. */
function evmDeploylessCall(chain: EvmChain, { from, data, authorizationList }: CallRequest): string {
  const { backend, networkId } = chain
  const run = readDeployless(data)
  if (!run) {
    const address = createdAddress(backend, networkId, from)
    if (!codeAt(chain, address)) throw new RpcError(-32_000, undeployable(address))
    return codeTextAt(chain, address)
  }
  return undone(backend, () => {
    if (authorizationList) delegate(chain, from, authorizationList)
    try {
      return run(new Execution(chain, from, codeAt))
    } catch (error) {
      if (!(error instanceof Revert)) throw error
      throw new RpcError(
        reverted,
        error.message ? `execution reverted: ${error.message}` : 'execution reverted',
        error.data,
      )
    }
  })
}

/** Whether an account has sent transactions, so that it has a key and no code. */
function isKeyed({ backend, networkId }: EvmChain, address: `0x${string}`): boolean {
  return accountAt(backend, { account: accountOf(address), networkId }).nonce > 0
}

/** `eth_estimateGas`. A contract that nobody knows accepts calls, so this does, too. */
export function evmEstimate(chain: EvmChain, value: unknown, overrides: unknown): bigint {
  return simulate(chain, read(value, overrides)).gasUsed
}
