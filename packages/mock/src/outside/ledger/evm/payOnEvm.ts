import * as AbiFunction from 'ox/AbiFunction'
import { toHex } from '../../../crypto/bytes.ts'
import { createRecoverableAccount } from '../../../crypto/chains/recoverable.ts'
import { toChecksumAddress } from '../../../crypto/ethereumAddress.ts'
import { type Hex, signEvmTransaction } from '../../../crypto/evmTransactions.ts'
import type { OutsideBackend } from '../../../domain/shared/backend.ts'
import type { BusinessPayment } from '../../../effects/chains.ts'
import type { LedgerTransaction } from '../../../store/ledgerRecords.ts'
import { accountAt, addNative, addressOf } from '../accounts.ts'
import { nextBaseFee } from '../blocks.ts'
import { moveToken } from '../tokens.ts'
import { accountOf } from './execution.ts'
import { suggestedTip } from './gas.ts'
import { submitTransaction } from './submit.ts'

/** Enough for a recipient that is a contract, too. */
const gas = 1_000_000n
const transfer = AbiFunction.from('function transfer(address to, uint256 amount) returns (bool)')

/** The address of a key, with its checksum. */
export function evmAddressOf(secret: Uint8Array): string {
  return toChecksumAddress(`0x${toHex(createRecoverableAccount(secret).account)}`)
}

/** Pays a currency or a token of an EVM chain. */
export function payOnEvm(
  backend: OutsideBackend,
  { to, networkId, contract, amount }: BusinessPayment,
  secret: Uint8Array,
): LedgerTransaction {
  const signer = createRecoverableAccount(secret)
  const account = accountOf(`0x${toHex(signer.account)}`)
  const recipient = addressOf(to) as Hex
  const maxFeePerGas = 2n * nextBaseFee(backend, networkId) + suggestedTip
  const isToken = contract !== undefined
  const value = isToken ? 0n : amount
  if (isToken) moveToken(backend, { networkId, contract, kind: 'token' }, { to: account, amount })
  addNative(backend, { account, networkId }, value + gas * maxFeePerGas)
  const transaction = {
    chainId: networkId,
    nonce: BigInt(accountAt(backend, { account, networkId }).nonce),
    to: isToken ? (addressOf(contract) as Hex) : recipient,
    value,
    data: isToken ? AbiFunction.encodeData(transfer, [recipient, amount]) : ('0x' as const),
    gas,
    maxFeePerGas,
    maxPriorityFeePerGas: suggestedTip,
  }
  return submitTransaction(backend, networkId, signEvmTransaction(transaction, signer))
}
