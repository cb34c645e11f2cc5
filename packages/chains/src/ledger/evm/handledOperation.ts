import type { Hex } from '../../codecs/evmTransactions.ts'
import { type EntryPoint, entryPoints } from '../nativeAddresses.ts'
import type { EntryPointVersion, UserOperation } from './userOperations.ts'

/** One operation of a bundle. */
export interface HandledOperation {
  readonly operation: UserOperation
  readonly hash: Hex
}

/** The entry point at an address, which must have one. */
export const entryPointAt = (self: Hex): EntryPoint => entryPoints.find(({ address }) => address === self) as EntryPoint

/** The version of the entry point at an address. */
export const versionAt = (self: Hex): EntryPointVersion => entryPointAt(self).version
