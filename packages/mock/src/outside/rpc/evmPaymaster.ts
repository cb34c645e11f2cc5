/** The methods of a paymaster service (ERC-7677). */
import { toChecksumAddress } from '../../crypto/ethereumAddress.ts'
import { entryPointAt } from './evmBundler.ts'
import type { EvmChain } from './evmChain.ts'
import { readAddress, readObject } from './evmParams.ts'
import { quantity } from './evmShapes.ts'
import { RpcError } from './jsonRpc.ts'

/** The maximum gas of a paymaster. */
const paymasterGas = { paymasterVerificationGasLimit: quantity(50_000), paymasterPostOpGasLimit: quantity(20_000) }

/** @throws {@link RpcError} for an account without a paymaster */
function paymasterOf({ backend }: EvmChain, [operation, at]: readonly unknown[]): object {
  const { version } = entryPointAt(at)
  const sender = readAddress(readObject(operation, 'userOperation').sender, 'sender')
  const sponsored = backend.store.sponsoredAccounts.find('byAddress', [sender])
  if (!sponsored)
    throw new RpcError(
      'params',
      `no paymaster pays for ${sender}: set \`paymasterAddress\` of the provider that makes its smart wallets`,
    )
  const paymaster = toChecksumAddress(sponsored.paymaster)
  return version === '0.6' ? { paymasterAndData: paymaster } : { paymaster, paymasterData: '0x', ...paymasterGas }
}

export const paymasterMethods = {
  pm_getPaymasterStubData: (chain: EvmChain, params: readonly unknown[]) => ({
    ...paymasterOf(chain, params),
    isFinal: true,
  }),
  pm_getPaymasterData: paymasterOf,
}
