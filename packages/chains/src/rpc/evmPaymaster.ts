/** The methods of a paymaster service (ERC-7677). */
import { toChecksumAddress } from '@latchkey/crypto/ethereumAddress'
import type { Hex } from '../codecs/evmTransactions.ts'
import type { EntryPoint } from '../ledger/nativeAddresses.ts'
import { entryPointAt } from './evmBundler.ts'
import type { EvmChain } from './evmChain.ts'
import { readAddress, readObject } from './evmParams.ts'
import { quantity } from './evmShapes.ts'
import { RpcError } from './jsonRpc.ts'

/** The maximum gas of a paymaster. */
const paymasterGas = { paymasterVerificationGasLimit: quantity(50_000), paymasterPostOpGasLimit: quantity(20_000) }

/** The sender of an operation that may have nothing else yet. @throws {@link RpcError} */
export const senderOf = (operation: unknown): Hex =>
  readAddress(readObject(operation, 'userOperation').sender, 'sender')

/** The paymaster that pays for an account. @throws {@link RpcError} for an account without one */
export function sponsorOf({ store }: Pick<EvmChain['backend'], 'store'>, sender: Hex): Hex {
  const sponsored = store.sponsoredAccounts.find('byAddress', [sender])
  if (sponsored) return sponsored.paymaster as Hex
  throw new RpcError(
    'params',
    `no paymaster pays for ${sender}: set \`paymasterAddress\` of the provider that makes its smart wallets`,
  )
}

/** The fields that a paymaster adds to an operation. */
export function paymasterFields(address: Hex, version: EntryPoint['version']): object {
  const paymaster = toChecksumAddress(address)
  return version === '0.6' ? { paymasterAndData: paymaster } : { paymaster, paymasterData: '0x', ...paymasterGas }
}

/** @throws {@link RpcError} for an account without a paymaster */
function paymasterOf({ backend }: EvmChain, [operation, at]: readonly unknown[]): object {
  const { version } = entryPointAt(at)
  return paymasterFields(sponsorOf(backend, senderOf(operation)), version)
}

export const paymasterMethods = {
  pm_getPaymasterStubData: (chain: EvmChain, params: readonly unknown[]) => ({
    ...paymasterOf(chain, params),
    isFinal: true,
  }),
  pm_getPaymasterData: paymasterOf,
}
