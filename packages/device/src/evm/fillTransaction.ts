import { type Fail, providerCodes } from './codes.ts'

export type Hex = `0x${string}`

/** A transaction as apps give it to a provider: quantities as hex. */
export interface RpcTransaction {
  readonly from?: string
  readonly to?: Hex | null
  readonly value?: string
  readonly data?: Hex
  readonly input?: Hex
  readonly nonce?: string | number
  readonly gas?: string
  readonly gasPrice?: string
  readonly maxFeePerGas?: string
  readonly maxPriorityFeePerGas?: string
  readonly chainId?: string | number
  readonly accessList?: readonly { readonly address: Hex; readonly storageKeys: readonly Hex[] }[]
}

/** A transaction in viem's form. */
export interface FilledTransaction {
  readonly type: 'legacy' | 'eip2930' | 'eip1559'
  readonly chainId: number
  readonly nonce: number
  readonly to?: Hex | null
  readonly value?: bigint
  readonly data?: Hex
  readonly gas?: bigint
  readonly gasPrice?: bigint
  readonly maxFeePerGas?: bigint
  readonly maxPriorityFeePerGas?: bigint
  readonly accessList?: RpcTransaction['accessList']
}

/** Asks the node of a chain by JSON-RPC. */
type AskNode = (method: string, params?: unknown) => Promise<unknown>

/** Whose transaction it is, and how the rest is found. */
export interface Filling {
  readonly address: string
  readonly chainId: number
  readonly ask: AskNode
  readonly fail: Fail
}

type Fees = Pick<FilledTransaction, 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas'>

function readQuantity(name: string, value: unknown, fail: Fail): bigint | undefined {
  if (value === undefined || value === null) return undefined
  try {
    return BigInt(value as string)
  } catch {
    throw fail(providerCodes.invalidParams, `"${name}" of the transaction is no quantity.`)
  }
}

/** The fees that a transaction names, or what the node asks for at present. */
async function feesOf(transaction: RpcTransaction, { ask, fail }: Filling): Promise<Fees> {
  const gasPrice = readQuantity('gasPrice', transaction.gasPrice, fail)
  if (gasPrice !== undefined) return { gasPrice }
  const named = readQuantity('maxFeePerGas', transaction.maxFeePerGas, fail)
  const tip = readQuantity('maxPriorityFeePerGas', transaction.maxPriorityFeePerGas, fail)
  if (named !== undefined && tip !== undefined) return { maxFeePerGas: named, maxPriorityFeePerGas: tip }
  const { baseFeePerGas } = Object(await ask('eth_getBlockByNumber', ['latest', false])) as { baseFeePerGas?: string }
  // A chain without EIP-1559.
  if (baseFeePerGas === undefined) return { gasPrice: BigInt(String(await ask('eth_gasPrice'))) }
  const maxPriorityFeePerGas = tip ?? BigInt(String(await ask('eth_maxPriorityFeePerGas')))
  // Enough for six full blocks in a row.
  return { maxPriorityFeePerGas, maxFeePerGas: named ?? 2n * BigInt(baseFeePerGas) + maxPriorityFeePerGas }
}

/** Adds what an app leaves to its wallet: nonce, gas and fees. */
export async function fillTransaction(transaction: RpcTransaction, filling: Filling): Promise<FilledTransaction> {
  const { address, chainId, ask, fail } = filling
  const { to, accessList, data = transaction.input } = transaction
  const named = readQuantity('chainId', transaction.chainId, fail)
  if (named !== undefined && named !== BigInt(chainId))
    throw fail(providerCodes.invalidParams, `The transaction is for chain ${named}, not ${chainId}.`)
  const value = readQuantity('value', transaction.value, fail)
  const call = { from: address, to: to ?? undefined, value: transaction.value, data }
  const [fees, nonce, gas] = await Promise.all([
    feesOf(transaction, filling),
    transaction.nonce ?? ask('eth_getTransactionCount', [address, 'pending']),
    transaction.gas ?? ask('eth_estimateGas', [call]),
  ])
  const priced = accessList ? 'eip2930' : 'legacy'
  return {
    type: fees.gasPrice === undefined ? 'eip1559' : priced,
    chainId,
    to,
    value,
    data,
    accessList,
    ...fees,
    nonce: Number(readQuantity('nonce', nonce, fail)),
    gas: readQuantity('gas', gas, fail),
  }
}
