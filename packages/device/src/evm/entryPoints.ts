import { isSameAddress } from './appAccess.ts'
import type { Hex } from './types.ts'

/** The entry points of ERC-4337 for which the device writes user operations. */
export const entryPoints = [
  { version: '0.7', address: '0x0000000071727De22E5E9d8BAf0edAc6f37da032' },
  { version: '0.8', address: '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108' },
  { version: '0.9', address: '0x433709009B8330FDa32311DF1C2AFA402eD8D009' },
] as const satisfies readonly { readonly version: string; readonly address: Hex }[]

/** The version of an entry point; 0.7 for the address of another contract. */
export const versionOfEntryPoint = (address: Hex): (typeof entryPoints)[number]['version'] =>
  entryPoints.find((each) => isSameAddress(each.address, address))?.version ?? '0.7'
