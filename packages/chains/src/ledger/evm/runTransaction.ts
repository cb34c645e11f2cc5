import { defined } from '@latchkey/base/defined'
import * as AbiError from 'ox/AbiError'
import * as ContractAddress from 'ox/ContractAddress'
import type { ChainBackend } from '../../backend.ts'
import type { EvmAuthorization, EvmTransaction, Hex } from '../../codecs/evmTransactions.ts'
import { accountAt, addNative, changeAccount } from '../accounts.ts'
import type { TransactionDraft } from '../transactions.ts'
import { revertWith } from './abi.ts'
import { nextBlock } from './blockContext.ts'
import type { BlockContext } from './callContext.ts'
import { codeAt } from './code.ts'
import { readDeployless } from './deployless.ts'
import { undeployable } from './deployment.ts'
import { detailsOf } from './details.ts'
import { zeroAddress } from './erc20.ts'
import { accountOf, type Environment, Execution, nativeAsset } from './execution.ts'
import { effectGas, gasPriceOf, gasWithCode, intrinsicGas } from './gas.ts'
import { createContract } from './machine/bytecode.ts'
import { Halt, Revert } from './revert.ts'
import type { EvmCall } from './steps.ts'

/** The outcome of a call. */
export interface Outcome {
  readonly execution: Execution
  readonly success: boolean
  /** The data that it returns or reverts with. */
  readonly data: Hex
  /** Why it was reverted. */
  readonly reason?: string
  /** Whether bytecode could not go on, as without gas. @default false */
  readonly isHalted?: boolean
  readonly gasUsed: bigint
}

/** A call, or the creation of a contract at `to`. */
export interface MessageCall extends EvmCall {
  readonly isCreation?: boolean
  readonly accessList?: EvmTransaction['accessList']
  readonly authorizationList?: readonly unknown[]
  /** Whether the nonce of the sender was raised for this creation already. */
  readonly isNonceTaken?: boolean
}

/** Runs a call. Its writes stay when it succeeds, and are undone when it reverts. */
export function runCall(environment: Environment, call: MessageCall): Outcome {
  const { from, to, value, isCreation = false, accessList } = call
  const intrinsic = intrinsicGas(call)
  const execution = new Execution({ ...environment, spentGas: intrinsic, accessList }, from, codeAt)
  const hasCode = execution.hasNativeCode(to)
  let success = true
  let data: Hex = '0x'
  let reason: string | undefined
  let isHalted = false
  try {
    data = environment.backend.attempt(() =>
      isCreation ? deploy(execution, call) : execution.call({ from, to, value, data: call.data }),
    )
  } catch (error) {
    if (!(error instanceof Revert)) throw error
    success = false
    data = error.data
    reason = error.message || reasonOf(error.data)
    isHalted = error instanceof Halt
  }
  const ofContracts = execution.logs.filter(({ address }) => address !== nativeAsset)
  const transfers = execution.transfers.filter((each) => !execution.isOfCode(each))
  const logs = ofContracts.filter((each) => !execution.isOfCode(each))
  const gas = intrinsic + effectGas({ transfers, logs, hasCode })
  const gasUsed = execution.codeGas > 0n ? gasWithCode(execution, call.data, gas) : gas
  return { execution, success, data, ...defined({ reason }), isHalted, gasUsed }
}

/**
 * A new contract has the value that it is sent. Without a virtual machine its constructor does not run, unless it is
 * known code that libraries send to ask a contract.
 *
 * @throws {@link Revert}
 */
function deploy(execution: Execution, { from, to, value, data, isNonceTaken = false }: MessageCall): Hex {
  const runDeployless = readDeployless(data)
  if (runDeployless) return runDeployless(execution)
  if (!execution.hasCode(to)) {
    if (!execution.backend.codeRuns) throw revertWith(undeployable(to))
    return createContract(execution, { from, value, data }, { isNonceTaken })
  }
  execution.pay(from, to, value)
  return '0x'
}

/** A transaction that has run. */
export interface Executed {
  /** The transaction, for a block. */
  readonly draft: TransactionDraft
  readonly outcome: Outcome
  readonly isOutOfGas: boolean
  readonly gasUsed: bigint
  /** Of a contract that it has created. */
  readonly contractAddress: Hex | undefined
}

/**
 * Runs a transaction that the node has accepted. A revert undoes everything but the fee, the nonce and the
 * authorizations (EIP-7702).
 */
export function executeTransaction(environment: Environment, transaction: EvmTransaction): Executed {
  const { backend, networkId, block = nextBlock(backend, networkId) } = environment
  const { from, to, value, hash, gas } = transaction
  const sender = { account: accountOf(from), networkId }
  const price = gasPriceOf(transaction, block.baseFee)
  const contractAddress = to === undefined ? createdAddress(backend, networkId, from) : undefined
  const before = accountAt(backend, sender)
  // The whole of the gas is paid first, so that no call can spend the fee.
  changeAccount(backend, sender, { nonce: before.nonce + 1, balance: before.balance - gas * price })
  for (const each of transaction.authorizationList ?? []) authorize(backend, networkId, each)
  const call = { ...transaction, to: to ?? (contractAddress as Hex), isCreation: to === undefined, isNonceTaken: true }
  const { outcome, isOutOfGas } = runWithin({ ...environment, gas, gasPrice: price }, call)
  const gasUsed = isOutOfGas ? gas : outcome.gasUsed
  changeAccount(backend, sender, { balance: accountAt(backend, sender).balance + (gas - gasUsed) * price })
  if (price > block.baseFee) payTip(environment, block, gasUsed * (price - block.baseFee))
  const { transfers, logs } = outcome.execution
  const isSuccess = outcome.success && !isOutOfGas
  const reason = isOutOfGas ? 'out of gas' : outcome.reason
  const draft: TransactionDraft = {
    hash,
    from: accountOf(from),
    ...defined({ to: to === undefined ? undefined : accountOf(to) }),
    value: value.toString(),
    fee: (gasUsed * price).toString(),
    feePayer: accountOf(from),
    status: isSuccess ? 'success' : 'failed',
    ...defined({ reason }),
    transfers: isSuccess ? transfers : [],
    details: detailsOf(transaction, {
      gasUsed,
      gasPrice: price,
      logs: isSuccess ? logs : [],
      // The receipt of a creation that fails has the address, too.
      contractAddress: isSuccess || backend.codeRuns ? contractAddress : undefined,
      unknownCode: [...outcome.execution.unknownCode],
    }),
  }
  return { draft, outcome, isOutOfGas, gasUsed, contractAddress }
}

/** Runs a transaction in the next block. @returns The transaction, for that block */
export function runTransaction(
  backend: ChainBackend,
  networkId: number,
  transaction: EvmTransaction,
): TransactionDraft {
  return executeTransaction({ backend, networkId }, transaction).draft
}

/** Pays a tip to the account that a test has named, if any. The rest of the fees leaves the ledger. */
function payTip({ backend, networkId }: Environment, { coinbase }: BlockContext, tip: bigint): void {
  if (coinbase !== zeroAddress) addNative(backend, { account: accountOf(coinbase), networkId }, tip)
}

/** Runs the call of a transaction, and undoes it when it used more than its gas. */
function runWithin(
  environment: Environment,
  call: MessageCall & { readonly gas: bigint },
): Pick<Executed, 'outcome' | 'isOutOfGas'> {
  const outOfGas = new Error('out of gas')
  let outcome: Outcome | undefined
  try {
    environment.backend.attempt(() => {
      outcome = runCall(environment, call)
      if (outcome.gasUsed > call.gas) throw outOfGas
    })
    return { outcome: outcome as Outcome, isOutOfGas: false }
  } catch (error) {
    if (error !== outOfGas) throw error
    return { outcome: outcome as Outcome, isOutOfGas: true }
  }
}

/** Sets the code of the account that signed; an authorization that does not fit is passed over (EIP-7702). */
export function authorize(
  backend: ChainBackend,
  networkId: number,
  { authority, chainId, nonce, address }: EvmAuthorization,
): void {
  if (authority === undefined || (chainId !== 0 && chainId !== networkId)) return
  const networkAccount = { account: accountOf(authority), networkId }
  const account = accountAt(backend, networkAccount)
  if (BigInt(account.nonce) !== nonce) return
  const delegate = address === zeroAddress ? undefined : accountOf(address)
  changeAccount(backend, networkAccount, { nonce: account.nonce + 1, delegate })
}

/** The address of the contract that an account creates with its next transaction. */
export function createdAddress(backend: ChainBackend, networkId: number, from: Hex): Hex {
  const { nonce } = accountAt(backend, { account: accountOf(from), networkId })
  return ContractAddress.fromCreate({ from, nonce: BigInt(nonce) }).toLowerCase() as Hex
}

/** The reason in the data of a revert. */
export function reasonOf(data: Hex): string | undefined {
  if (!data.startsWith('0x08c379a0')) return undefined
  try {
    return AbiError.decode(AbiError.from('error Error(string reason)'), data) as string
  } catch {
    return undefined
  }
}
