import { toHex } from '@latchkey/base/bytes'
import { createRecoverableAccount } from '@latchkey/crypto/chains/recoverable'
import { toChecksumAddress } from '@latchkey/crypto/ethereumAddress'
import * as AbiFunction from 'ox/AbiFunction'
import type { ChainBackend } from '../../backend.ts'
import type { BusinessPayment } from '../../chains.ts'
import { type Hex, signEvmTransaction } from '../../codecs/evmTransactions.ts'
import type { LedgerTransaction } from '../../records.ts'
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

/** A call that a business makes. */
interface BusinessCall {
  readonly networkId: number
  readonly to: Hex
  readonly value: bigint
  readonly data: Hex
}

/** Sends a call of a business, whose value and gas come from nowhere. It does not wait for a block. */
export function callFromBusiness(
  backend: ChainBackend,
  { networkId, to, value, data }: BusinessCall,
  secret: Uint8Array,
): LedgerTransaction {
  const signer = createRecoverableAccount(secret)
  const account = accountOf(`0x${toHex(signer.account)}`)
  const maxFeePerGas = 2n * nextBaseFee(backend, networkId) + suggestedTip
  addNative(backend, { account, networkId }, value + gas * maxFeePerGas)
  const transaction = {
    chainId: networkId,
    nonce: BigInt(accountAt(backend, { account, networkId }).nonce),
    to,
    value,
    data,
    gas,
    maxFeePerGas,
    maxPriorityFeePerGas: suggestedTip,
  }
  return submitTransaction(backend, networkId, signEvmTransaction(transaction, signer))
}

/** Pays a currency or a token of an EVM chain. */
export function payOnEvm(
  backend: ChainBackend,
  { to, networkId, contract, amount }: BusinessPayment,
  secret: Uint8Array,
): LedgerTransaction {
  const recipient = addressOf(to) as Hex
  if (contract === undefined)
    return callFromBusiness(backend, { networkId, to: recipient, value: amount, data: '0x' }, secret)
  const account = accountOf(evmAddressOf(secret).toLowerCase() as Hex)
  moveToken(backend, { networkId, contract, kind: 'token' }, { to: account, amount })
  const data = AbiFunction.encodeData(transfer, [recipient, amount])
  return callFromBusiness(backend, { networkId, to: addressOf(contract) as Hex, value: 0n, data }, secret)
}
