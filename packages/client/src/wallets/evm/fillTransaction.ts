import type { AskNode } from './node.ts'
import { providerCodes, ProviderRpcError } from './providerRpcError.ts'
import type { EvmTransaction, HexText } from './types.ts'

/** A transaction as apps give it to a provider: quantities as hex. */
export interface RpcTransaction {
  readonly from?: string
  readonly to?: HexText | null
  readonly value?: string
  readonly data?: HexText
  readonly input?: HexText
  readonly nonce?: string | number
  readonly gas?: string
  readonly gasPrice?: string
  readonly maxFeePerGas?: string
  readonly maxPriorityFeePerGas?: string
  readonly chainId?: string | number
  readonly accessList?: EvmTransaction['accessList']
  readonly type?: string
}

function quantity(name: string, value: unknown): bigint | undefined {
  if (value === undefined || value === null) return undefined
  try {
    return BigInt(value as string)
  } catch {
    throw new ProviderRpcError(providerCodes.invalidParams, `"${name}" of the transaction is no quantity.`)
  }
}

type Fees = Pick<EvmTransaction, 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas'>

/** The fees of a transaction: those that it names, or what the node asks for at present. */
async function feesOf(transaction: RpcTransaction, ask: AskNode): Promise<Fees> {
  const gasPrice = quantity('gasPrice', transaction.gasPrice)
  if (gasPrice !== undefined) return { gasPrice }
  const given = quantity('maxFeePerGas', transaction.maxFeePerGas)
  const tip = quantity('maxPriorityFeePerGas', transaction.maxPriorityFeePerGas)
  if (given !== undefined && tip !== undefined) return { maxFeePerGas: given, maxPriorityFeePerGas: tip }
  const { baseFeePerGas } = Object(await ask('eth_getBlockByNumber', ['latest', false])) as { baseFeePerGas?: string }
  // A chain without EIP-1559.
  if (baseFeePerGas === undefined) return { gasPrice: BigInt((await ask('eth_gasPrice')) as string) }
  const maxPriorityFeePerGas = tip ?? BigInt((await ask('eth_maxPriorityFeePerGas')) as string)
  // Enough for six full blocks in a row.
  return { maxPriorityFeePerGas, maxFeePerGas: given ?? 2n * BigInt(baseFeePerGas) + maxPriorityFeePerGas }
}

/** Adds what an app leaves to its wallet: nonce, gas and fees. */
export async function fillTransaction(
  transaction: RpcTransaction,
  { address, chainId }: { address: string; chainId: number },
  ask: AskNode,
): Promise<EvmTransaction> {
  const { to, accessList, data = transaction.input } = transaction
  const asked = quantity('chainId', transaction.chainId)
  if (asked !== undefined && asked !== BigInt(chainId)) {
    throw new ProviderRpcError(providerCodes.invalidParams, `The transaction is for chain ${asked}, not ${chainId}.`)
  }
  const value = quantity('value', transaction.value)
  const call = { from: address, to: to ?? undefined, value: transaction.value, data }
  const [fees, nonce, gas] = await Promise.all([
    feesOf(transaction, ask),
    transaction.nonce ?? ask('eth_getTransactionCount', [address, 'pending']),
    transaction.gas ?? ask('eth_estimateGas', [call]),
  ])
  return {
    chainId,
    to,
    value,
    data,
    accessList,
    ...fees,
    nonce: Number(quantity('nonce', nonce)),
    gas: quantity('gas', gas),
  }
}
