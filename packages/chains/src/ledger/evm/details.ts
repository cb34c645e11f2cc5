import { defined } from '@latchkey/base/defined'
import type { EvmAuthorization, EvmTransaction, Hex } from '../../codecs/evmTransactions.ts'
import type { LedgerTransaction } from '../../records.ts'
import type { EvmLog } from './abi.ts'

/** The fields of an EVM transaction that only JSON-RPC shows. Amounts are decimal texts. */
export interface EvmDetails extends Pick<
  EvmTransaction,
  'type' | 'chainId' | 'accessList' | 'r' | 's' | 'yParity' | 'v'
> {
  readonly nonce: number
  readonly gas: string
  readonly gasUsed: string
  /** The price that was paid per unit of gas. */
  readonly gasPrice: string
  readonly maxFeePerGas?: string
  readonly maxPriorityFeePerGas?: string
  readonly data: Hex
  readonly authorizationList?: readonly (Omit<EvmAuthorization, 'authority' | 'nonce'> & { readonly nonce: string })[]
  readonly logs: readonly EvmLog[]
  readonly contractAddress?: Hex | undefined
  /** Addresses with unknown code that it called with data. */
  readonly unknownCode: readonly Hex[]
  /** Absent as long as it waits. */
  readonly position?: BlockPosition
}

/** A transaction's position among the transactions, the gas and the logs of its block. */
interface BlockPosition {
  readonly index: number
  /** Gas that the block has used with it. */
  readonly cumulativeGasUsed: string
  /** The number of logs before its own. */
  readonly firstLogIndex: number
}

/** The details of a transaction of an EVM chain. */
export function evmDetailsOf({ details }: Pick<LedgerTransaction, 'details'>): EvmDetails {
  return details as EvmDetails
}

type Effects = Pick<EvmDetails, 'logs' | 'contractAddress' | 'unknownCode'> & {
  readonly gasUsed: bigint
  readonly gasPrice: bigint
}

/** Writes the details of a transaction that has run. */
export function detailsOf(
  transaction: EvmTransaction,
  { gasUsed, gasPrice, contractAddress, ...effects }: Effects,
): EvmDetails {
  const { type, nonce, gas, data, accessList, authorizationList, r, s, yParity } = transaction
  const { v, chainId, maxFeePerGas, maxPriorityFeePerGas } = transaction
  return {
    type,
    nonce: Number(nonce),
    gas: gas.toString(),
    gasUsed: gasUsed.toString(),
    gasPrice: gasPrice.toString(),
    ...defined({
      maxFeePerGas: maxFeePerGas?.toString(),
      maxPriorityFeePerGas: maxPriorityFeePerGas?.toString(),
      chainId,
    }),
    data,
    accessList,
    ...defined({ authorizationList: authorizationList?.map(withoutAuthority) }),
    r,
    s,
    yParity,
    ...defined({ v, contractAddress }),
    ...effects,
  }
}

function withoutAuthority({ chainId, address, nonce, r, s, yParity }: EvmAuthorization) {
  return { chainId, address, nonce: nonce.toString(), r, s, yParity }
}
