import { type Fail, providerCodes } from './codes.ts'
import { readQuantity, type ReadTransaction } from './readTransaction.ts'
import type { Authorization, Hex, SignatureParts } from './types.ts'
import { wireAuthorization } from './wireAuthorization.ts'

/** A transaction in viem's form. */
export interface FilledTransaction {
  readonly type: 'legacy' | 'eip2930' | 'eip1559' | 'eip7702'
  readonly chainId: number
  readonly nonce: number
  readonly to?: Hex | null | undefined
  readonly value?: bigint | undefined
  readonly data?: Hex | undefined
  readonly gas?: bigint
  readonly gasPrice?: bigint
  readonly maxFeePerGas?: bigint
  readonly maxPriorityFeePerGas?: bigint
  readonly accessList?: ReadTransaction['accessList']
  readonly authorizationList?: readonly (Authorization & SignatureParts)[]
}

/** Asks the node of a chain by JSON-RPC. */
export type AskNode = (method: string, params?: unknown) => Promise<unknown>

/** Whose transaction it is, and how the rest is found. */
export interface Filling {
  readonly address: string
  readonly chainId: number
  readonly ask: AskNode
  readonly fail: Fail
}

type Fees = Pick<FilledTransaction, 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas'>

/** Asks the node for a quantity. @throws `internal` when it answers something else */
export async function askQuantity({ ask, fail }: Filling, method: string, params?: unknown): Promise<bigint> {
  const quantity = readQuantity(await ask(method, params))
  if (quantity !== undefined) return quantity
  throw fail(providerCodes.internal, `The node answered ${method} without a quantity.`)
}

async function askBaseFee({ ask, fail }: Filling): Promise<bigint | undefined> {
  const { baseFeePerGas } = Object(await ask('eth_getBlockByNumber', ['latest', false])) as { baseFeePerGas?: unknown }
  // A chain without EIP-1559.
  if (baseFeePerGas === undefined || baseFeePerGas === null) return undefined
  const baseFee = readQuantity(baseFeePerGas)
  if (baseFee !== undefined) return baseFee
  throw fail(providerCodes.internal, 'The latest block of the node has no valid base fee.')
}

/** The fees that a transaction names, or what the node asks for at present. */
export async function feesOf(transaction: ReadTransaction, filling: Filling): Promise<Fees> {
  const { type, gasPrice, maxFeePerGas: most, maxPriorityFeePerGas: tip } = transaction
  if (gasPrice !== undefined) return { gasPrice }
  if (most !== undefined && tip !== undefined) return { maxFeePerGas: most, maxPriorityFeePerGas: tip }
  const isPriced = type === 0n || type === 1n
  const baseFee = isPriced ? undefined : await askBaseFee(filling)
  if (baseFee === undefined) return { gasPrice: most ?? (await askQuantity(filling, 'eth_gasPrice')) }
  const asked = tip ?? (await askQuantity(filling, 'eth_maxPriorityFeePerGas'))
  // A transaction whose tip is above all that it may cost is invalid.
  const maxPriorityFeePerGas = most !== undefined && asked > most ? most : asked
  // Enough for six full blocks in a row.
  return { maxPriorityFeePerGas, maxFeePerGas: most ?? 2n * baseFee + maxPriorityFeePerGas }
}

const hexOf = (value: bigint | undefined) => (value === undefined ? undefined : `0x${value.toString(16)}`)

/** Adds what an app leaves to its wallet: nonce, gas and fees. */
export async function fillTransaction(transaction: ReadTransaction, filling: Filling): Promise<FilledTransaction> {
  const { address, chainId } = filling
  const { to, data, value, accessList, authorizationList, type } = transaction
  const delegations = authorizationList && { authorizationList: authorizationList.map(wireAuthorization) }
  const call = { from: address, to, value: hexOf(value), data, accessList, ...delegations }
  const [fees, nonce, gas] = await Promise.all([
    feesOf(transaction, filling),
    transaction.nonce ?? askQuantity(filling, 'eth_getTransactionCount', [address, 'pending']),
    transaction.gas ?? askQuantity(filling, 'eth_estimateGas', [call]),
  ])
  // 2^64 - 1 is the largest nonce (EIP-2681), and one that JavaScript cannot count is none either.
  if (nonce > Number.MAX_SAFE_INTEGER) throw filling.fail(providerCodes.internal, `The nonce ${nonce} is too large.`)
  const priced = accessList || type === 1n ? 'eip2930' : 'legacy'
  if (authorizationList && fees.gasPrice !== undefined)
    throw filling.fail(
      providerCodes.unsupportedChain,
      `Chain ${chainId} has no fees of EIP-1559, and so no delegations.`,
    )
  const typeByFee = authorizationList ? 'eip7702' : 'eip1559'
  return {
    type: fees.gasPrice === undefined ? typeByFee : priced,
    chainId,
    to,
    value,
    data,
    accessList,
    ...fees,
    nonce: Number(nonce),
    gas,
    ...(authorizationList && { authorizationList }),
  }
}
