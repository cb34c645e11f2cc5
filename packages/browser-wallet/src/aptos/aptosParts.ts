import type { AptosKey } from '@latchkey/crypto/chains/aptos'
import type { WalletCore } from '../walletCore.ts'
import type { AptosNetwork } from '../wire.ts'

/** A wallet of Aptos, as the features of a page need it. */
export interface AptosWalletParts {
  readonly core: WalletCore
  readonly accounts: readonly AptosKey[]
  /** The network that the person has selected. */
  network(): AptosNetwork
}
