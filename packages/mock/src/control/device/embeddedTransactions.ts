import type { Hex } from './embeddedEvm.ts'
import { providerCodes, ProviderRpcError } from './providerRpcError.ts'

/** A transaction as pages give it to a provider: quantities as hex. */
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
  readonly accessList?: readonly object[]
}

type AskNode = (method: string, params?: readonly unknown[]) => Promise<unknown>

function readQuantity(name: string, value: unknown): bigint | undefined {
  if (value === undefined || value === null) return undefined
  try {
    return BigInt(value as string)
  } catch {
    throw new ProviderRpcError(providerCodes.invalidParams, `"${name}" of the transaction is not a quantity.`)
  }
}

/** The fees that a transaction names, or what the node asks for at present. */
async function feesOf(transaction: RpcTransaction, ask: AskNode): Promise<object> {
  const gasPrice = readQuantity('gasPrice', transaction.gasPrice)
  if (gasPrice !== undefined) return { type: 'legacy', gasPrice }
  const named = readQuantity('maxFeePerGas', transaction.maxFeePerGas)
  const namedTip = readQuantity('maxPriorityFeePerGas', transaction.maxPriorityFeePerGas)
  const maxPriorityFeePerGas = namedTip ?? BigInt(String(await ask('eth_maxPriorityFeePerGas')))
  if (named !== undefined) return { type: 'eip1559', maxFeePerGas: named, maxPriorityFeePerGas }
  const { baseFeePerGas } = (await ask('eth_getBlockByNumber', ['latest', false])) as { baseFeePerGas: string }
  return { type: 'eip1559', maxPriorityFeePerGas, maxFeePerGas: 2n * BigInt(baseFeePerGas) + maxPriorityFeePerGas }
}

/** Adds what a page leaves to its wallet: nonce, gas and fees. @returns A transaction in viem's form. */
export async function fillTransaction(
  transaction: RpcTransaction,
  { address, chainId }: { readonly address: string; readonly chainId: number },
  ask: AskNode,
): Promise<object> {
  const { to, accessList, data = transaction.input } = transaction
  const named = readQuantity('chainId', transaction.chainId)
  if (named !== undefined && named !== BigInt(chainId))
    throw new ProviderRpcError(providerCodes.invalidParams, `The transaction is for chain ${named}, not ${chainId}.`)
  const call = { from: address, ...(to && { to }), value: transaction.value, data }
  const [fees, nonce, gas] = await Promise.all([
    feesOf(transaction, ask),
    transaction.nonce ?? ask('eth_getTransactionCount', [address, 'pending']),
    transaction.gas ?? ask('eth_estimateGas', [call]),
  ])
  return {
    chainId,
    ...(to && { to }),
    ...(data && { data }),
    ...(accessList && { accessList }),
    value: readQuantity('value', transaction.value) ?? 0n,
    nonce: Number(readQuantity('nonce', nonce)),
    gas: readQuantity('gas', gas),
    ...fees,
  }
}
