import type { WalletChain } from './engine.ts'
import type { SigningWallet } from './wallet.ts'

/** @throws {@link TypeError} for a wallet of another chain, and for what is no wallet. */
export function assertChain(wallet: Pick<SigningWallet, 'chain'>, chain: WalletChain): void {
  if (wallet?.chain !== chain) throw new TypeError(`"wallet" must be of ${chain}, not ${wallet?.chain}.`)
}
