import { defined } from '@latchkey/base/defined'
import type { TokenExtensions } from '../../records.ts'

/** The extensions that every token account of a mint has, because the mint has those that need them. */
export function accountExtensionsOf(mint: TokenExtensions | undefined): TokenExtensions {
  return {
    ...defined({ transferFeeAmount: mint?.transferFeeConfig && { withheldAmount: '0' } }),
    ...(mint?.nonTransferable && { nonTransferableAccount: {}, immutableOwner: {} }),
  }
}

/** The extensions of a new associated account of a mint: its owner stays the one of whom its address speaks. */
export function associatedExtensionsOf(mint: TokenExtensions | undefined): TokenExtensions {
  return { immutableOwner: {}, ...accountExtensionsOf(mint) }
}
