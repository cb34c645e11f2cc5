import { defined } from '@latchkey/base/defined'
import { type EvmTransaction, type Hex, readAuthorization } from '../../codecs/evmTransactions.ts'
import type { LedgerTransaction } from '../../records.ts'
import { addressOf } from '../accounts.ts'
import { evmDetailsOf } from './details.ts'

/** A transaction of an EVM chain as it was sent. */
export function recordedTransaction(record: LedgerTransaction): EvmTransaction {
  const { hash, from, to, value } = record
  const { type, chainId, nonce, gas, gasPrice, data, accessList, r, s, yParity, v, ...others } = evmDetailsOf(record)
  const { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n, authorizationList } = others
  return {
    type,
    hash: hash as Hex,
    ...defined({ chainId, v }),
    from: addressOf(from) as Hex,
    ...defined({ to: to === undefined ? undefined : (addressOf(to) as Hex) }),
    nonce: BigInt(nonce),
    value: BigInt(value),
    data,
    gas: BigInt(gas),
    ...(type === 'legacy' || type === 'eip2930'
      ? { gasPrice: BigInt(gasPrice) }
      : { maxFeePerGas: BigInt(maxFeePerGas), maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas) }),
    accessList,
    ...defined({
      authorizationList: authorizationList?.map((each) => readAuthorization({ ...each, nonce: BigInt(each.nonce) })),
    }),
    r,
    s,
    yParity,
  }
}
