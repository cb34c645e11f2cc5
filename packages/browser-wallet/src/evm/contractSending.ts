import { sleep } from '@latchkey/base/clock'
import { defined } from '@latchkey/base/defined'
import { isObject } from '@latchkey/base/isObject'
import { hexOf } from '@latchkey/device/evm/appAccess'
import type { Methods } from '@latchkey/device/evm/readRequest'
import { readTransaction } from '@latchkey/device/evm/readTransaction'
import { type CallsStatus, providerCodes, type SmartWallet } from '@latchkey/device/provider'
import type { Site } from '../walletCore.ts'
import { fail } from '../walletError.ts'
import type { EvmAccount } from './evmAccount.ts'

/** Real milliseconds between two questions for an operation that waits for its block. */
const pauseMs = 50

type Hex = `0x${string}`

/** The account as one that acts by user operations (ERC-4337); `undefined` for one with a key of its own. */
export function smartWalletOf({ address, contract }: EvmAccount): SmartWallet | undefined {
  if (!contract) return undefined
  const { factory, factoryCalldata } = contract
  return {
    address: address as Hex,
    factory: factory as Hex | undefined,
    factoryData: factoryCalldata as Hex | undefined,
  }
}

type Method = Methods[string]

/** The methods of an account by which it sends. */
interface SendingMethods {
  readonly chainId: Method
  readonly sendCalls: Method
  readonly callsStatus: Method
}

/** Sends batches in the name of an account, also those that name none. */
export const withSender =
  ({ address }: EvmAccount, { sendCalls }: SendingMethods): Method =>
  ([batch, ...others], request) => {
    const params = [isObject(batch) ? { ...batch, from: batch.from ?? address } : batch, ...others]
    return sendCalls(params, { ...request, params })
  }

/**
 * Sends a transaction in the name of a contract, as a user operation of one call, and waits until a bundle has it. Gas
 * and nonce of the transaction have no meaning for an operation.
 *
 * @returns A method that answers the hash of the bundle's transaction
 */
export function sendAsContract(
  { site, account }: { readonly site: Site; readonly account: EvmAccount },
  methods: SendingMethods,
): Method {
  return async ([sent], request) => {
    const { from = account.address, to, value = 0n, data, chainId } = readTransaction(sent, fail)
    const present = await methods.chainId([], request)
    if (chainId !== undefined && hexOf(Number(chainId)) !== present)
      throw fail(providerCodes.invalidParams, `The transaction is for chain ${chainId}, not ${Number(present)}.`)
    const call = defined({ to, data, value: `0x${value.toString(16)}` })
    const batch = { version: '2.0.0', from, chainId: present, atomicRequired: false, calls: [call] }
    const transaction = { ...Object(sent), from }
    const { id } = Object(await methods.sendCalls([batch], { ...request, params: [transaction] })) as { id: string }
    for (;;) {
      const { status, receipts: [receipt] = [] } = Object(await methods.callsStatus([id], request)) as CallsStatus
      if (receipt) return receipt.transactionHash
      if (status !== 100) throw fail(providerCodes.internal, `The operation ${id} was dropped before a block had it.`)
      // The chain mines when the test says so. A page that is closed waits no more.
      if (site.signal.aborted) throw fail(providerCodes.disconnected, `The page is closed. The operation ${id} waits.`)
      await sleep(pauseMs)
    }
  }
}
