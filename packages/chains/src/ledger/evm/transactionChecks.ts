/** Why a node refuses a signed transaction. The texts are those of common nodes, which libraries recognise. */
import * as ContractAddress from 'ox/ContractAddress'
import type { ChainBackend } from '../../backend.ts'
import {
  type EvmTransaction,
  type Hex,
  readEvmTransaction,
  TransactionFormatError,
} from '../../codecs/evmTransactions.ts'
import { RpcError } from '../../rpc/jsonRpc.ts'
import type { AccountState, NetworkAccount } from '../accounts.ts'
import { nextBaseFee, nextGasLimit } from '../blocks.ts'
import { codeAt } from './code.ts'
import { undeployable } from './deployment.ts'
import { accountOf } from './execution.ts'
import { highestPriceOf, intrinsicGas } from './gas.ts'

/** The code with which nodes refuse a transaction. */
const refused = -32_000

/** The refusal of a transaction by a node. */
export const refusal = (problem: string): RpcError => new RpcError(refused, problem)

/** Why a transaction with blobs (EIP-4844) is refused. */
export const noBlobs =
  'transaction type not supported: this chain keeps no blobs. To send some, attach a real node: \
mock.chain.attach(networkId, url).'

/** @throws {@link RpcError} for a text that is not a signed transaction */
export function readTransaction(raw: string): EvmTransaction {
  try {
    return readEvmTransaction(raw)
  } catch (error) {
    if (error instanceof TransactionFormatError) throw refusal(raw.startsWith('0x03') ? noBlobs : error.message)
    throw error
  }
}

/** The account that has signed a transaction. */
export const senderOf = ({ from }: EvmTransaction, networkId: number): NetworkAccount => ({
  account: accountOf(from),
  networkId,
})

/** The rules of the next block. */
export interface BlockRules {
  readonly networkId: number
  readonly baseFee: bigint
  readonly gasLimit: bigint
}

export function nextRules(backend: ChainBackend, networkId: number): BlockRules {
  return { networkId, baseFee: nextBaseFee(backend, networkId), gasLimit: nextGasLimit(backend, networkId) }
}

/** Why a node refuses a transaction of this sender; a nonce that is too high is no reason. */
export function problemOf(transaction: EvmTransaction, sender: AccountState, rules: BlockRules): string | undefined {
  for (const check of checks) {
    const problem = check(transaction, sender, rules)
    if (problem !== undefined) return problem
  }
  return undefined
}

type Check = (transaction: EvmTransaction, sender: AccountState, rules: BlockRules) => string | undefined

/** In the order of common nodes. */
const checks: readonly Check[] = [
  ({ chainId }) =>
    chainId === undefined ? 'only replay-protected (EIP-155) transactions allowed over RPC' : undefined,
  ({ chainId }, _, { networkId }) =>
    chainId === networkId ? undefined : `invalid chain id for signer: have ${chainId} want ${networkId}`,
  ({ authorizationList, to }) => {
    if (!authorizationList) return undefined
    if (to === undefined) return 'EIP-7702 transaction cannot be used to create contract'
    return authorizationList.length === 0 ? 'EIP-7702 transaction with empty auth list' : undefined
  },
  ({ gas }, _, { gasLimit }) => (gas > gasLimit ? 'exceeds block gas limit' : undefined),
  ({ maxFeePerGas, maxPriorityFeePerGas }) =>
    maxFeePerGas !== undefined && maxPriorityFeePerGas !== undefined && maxPriorityFeePerGas > maxFeePerGas
      ? `max priority fee per gas higher than max fee per gas: maxPriorityFeePerGas: ${maxPriorityFeePerGas}, maxFeePerGas: ${maxFeePerGas}`
      : undefined,
  ({ from, nonce }, sender) =>
    nonce < sender.nonce ? `nonce too low: address ${from}, tx: ${nonce} state: ${sender.nonce}` : undefined,
  // The next nonce has to be a safe number, too.
  ({ nonce }) => (nonce >= Number.MAX_SAFE_INTEGER ? 'nonce has max value' : undefined),
  (transaction, _, { baseFee }) => {
    const limit = highestPriceOf(transaction)
    return limit < baseFee
      ? `max fee per gas less than block base fee: maxFeePerGas: ${limit}, baseFee: ${baseFee}`
      : undefined
  },
  (transaction, { balance }) => {
    const wanted = costOf(transaction)
    return balance < wanted
      ? `insufficient funds for gas * price + value: address ${transaction.from} have ${balance} want ${wanted}`
      : undefined
  },
  (transaction) => {
    const needed = intrinsicGas({ ...transaction, isCreation: transaction.to === undefined })
    return transaction.gas < needed
      ? `intrinsic gas too low: gas ${transaction.gas}, minimum needed ${needed}`
      : undefined
  },
]

/** The bytes that the code may have that creates a contract (EIP-3860). */
const initCodeLimit = 49_152

/**
 * @throws {@link RpcError} for the deployment of a contract whose behaviour nobody has described, where no bytecode runs;
 * otherwise for one with too much code
 */
export function assertDeployable(backend: ChainBackend, networkId: number, transaction: EvmTransaction): void {
  const { from, nonce, to, data } = transaction
  if (to !== undefined) return
  if (backend.codeRuns) {
    const size = data.length / 2 - 1
    if (size > initCodeLimit) throw refusal(`max initcode size exceeded: code size ${size}, limit ${initCodeLimit}`)
    return
  }
  const address = ContractAddress.fromCreate({ from, nonce }).toLowerCase() as Hex
  if (!codeAt({ backend, networkId }, address)) throw refusal(undeployable(address))
}

/** Whether all prices of a replacement are at least a tenth higher, as nodes ask. */
export function offersMore(replacement: EvmTransaction, replaced: EvmTransaction): boolean {
  const tipOf = (transaction: EvmTransaction) => transaction.maxPriorityFeePerGas ?? highestPriceOf(transaction)
  return [highestPriceOf, tipOf].every((priceOf) => priceOf(replacement) * 10n >= priceOf(replaced) * 11n)
}

/** The most that a transaction can cost its sender. */
export const costOf = (transaction: EvmTransaction): bigint =>
  transaction.gas * highestPriceOf(transaction) + transaction.value
