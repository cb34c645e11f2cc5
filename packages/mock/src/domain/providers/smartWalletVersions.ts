import type { components } from '@latchkey/types'
import type { Provider } from '../../store/records.ts'

type Schemas = components['schemas']

/** The versions in force of a smart wallet. */
export type SmartWalletVersions = Required<
  Pick<Schemas['WalletProperties'], 'entryPointVersion' | 'kernelVersion' | 'ecdsaProviderType'>
>

/** The version of the contract for an entry point, where the provider names none. */
const newestKernel = { v6: 'v2_4', v7: 'v3_1' } as const

/** The first version that accounts delegate to (EIP-7702). */
const delegatedKernel = 'v3_3'

/** The versions of new smart wallets: those of the provider, and versions that work with them for what it leaves open. */
export function versionsOf({
  entryPointVersion,
  kernelVersion,
  ecdsaProviderType = 'vendor_signer_to_ecdsa',
  enableEIP7702,
}: Provider): SmartWalletVersions {
  const entryPoint = entryPointVersion ?? (kernelVersion === 'v2_4' ? 'v6' : 'v7')
  const newest = enableEIP7702 && entryPoint === 'v7' ? delegatedKernel : newestKernel[entryPoint]
  return { entryPointVersion: entryPoint, kernelVersion: kernelVersion ?? newest, ecdsaProviderType }
}
