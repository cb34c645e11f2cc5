import type { EvmTransaction, Hex } from '../../codecs/evmTransactions.ts'

/** Wei per unit of gas that a block asks for, unless a test says otherwise: 1 gwei. */
export const usualBaseFee = 1_000_000_000n
/** Wei per unit of gas of blobs (EIP-4844): the lowest one, since no block has blobs. */
export const blobBaseFee = 1n
/** The tip that the node suggests, in wei per unit of gas. */
export const suggestedTip = 1_000_000_000n
/** The limit of a block, unless a test says otherwise. */
export const usualGasLimit = 30_000_000n

/**
 * Gas of the common nodes: a transaction, a byte of data, an entry of the access list (EIP-2930), an authorization
 * (EIP-7702), the creation of a contract.
 */
const costs = {
  transaction: 21_000n,
  zeroByte: 4n,
  byte: 16n,
  accessedAddress: 2400n,
  accessedSlot: 1900n,
  authorization: 25_000n,
  creation: 32_000n,
}
/** Gas of the effects of native contracts, which are no bytecode: a movement of value or tokens, a log. */
const effectCosts = { transfer: 20_000n, log: 2_000n }

/** The gas that a transaction costs before it does anything. */
export function intrinsicGas({
  data,
  isCreation = false,
  accessList = [],
  authorizationList = [],
}: {
  readonly data: Hex
  readonly isCreation?: boolean
  readonly accessList?: EvmTransaction['accessList'] | undefined
  readonly authorizationList?: readonly unknown[]
}): bigint {
  const creation = isCreation ? costs.creation : 0n
  const slots = accessList.reduce((sum, { storageKeys }) => sum + storageKeys.length, 0)
  const access = costs.accessedAddress * BigInt(accessList.length) + costs.accessedSlot * BigInt(slots)
  const authorizations = costs.authorization * BigInt(authorizationList.length)
  return costs.transaction + creation + dataGas(data) + access + authorizations
}

function dataGas(data: Hex, { zeroByte, byte }: Pick<typeof costs, 'zeroByte' | 'byte'> = costs): bigint {
  let zeros = 0
  for (let at = 2; at < data.length; at += 2) if (data.startsWith('00', at)) zeros++
  return zeroByte * BigInt(zeros) + byte * BigInt(data.length / 2 - 1 - zeros)
}

/** The gas of a transaction's effects. A plain payment has no additional gas. */
export function effectGas(effects: {
  readonly transfers: readonly { readonly kind: string }[]
  readonly logs: readonly unknown[]
  readonly hasCode: boolean
}): bigint {
  if (!effects.hasCode) return 0n
  return effectCosts.transfer * BigInt(effects.transfers.length + 1) + effectCosts.log * BigInt(effects.logs.length)
}

type Prices = Pick<EvmTransaction, 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas'>

/** The price that a transaction pays per unit of gas, in a block with this base fee. */
export function gasPriceOf(
  { gasPrice, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n }: Prices,
  baseFee: bigint,
): bigint {
  if (gasPrice !== undefined) return gasPrice
  const withTip = baseFee + maxPriorityFeePerGas
  return withTip < maxFeePerGas ? withTip : maxFeePerGas
}

/** The highest price that a sender has agreed to pay per unit of gas. */
export function highestPriceOf({ maxFeePerGas, gasPrice = 0n }: Prices): bigint {
  return maxFeePerGas ?? gasPrice
}

/** The least gas for a byte of data of a transaction that runs bytecode (EIP-7623). */
const floorCosts = { zeroByte: 10n, byte: 40n }

/**
 * The gas of a transaction that has run bytecode: a fifth at most is given back (EIP-3529).
 *
 * @param gas - Of all but the bytecode.
 */
export function gasWithCode(
  { codeGas, gasRefund }: { readonly codeGas: bigint; readonly gasRefund: bigint },
  data: Hex,
  gas: bigint,
): bigint {
  const used = gas + codeGas
  const highestRefund = used / 5n
  const paid = used - (gasRefund < highestRefund ? gasRefund : highestRefund)
  const floor = costs.transaction + dataGas(data, floorCosts)
  return paid > floor ? paid : floor
}
