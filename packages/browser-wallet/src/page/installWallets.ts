import type { Bridge, WalletCard } from '../wire.ts'
import { installAptosWallet } from './aptosWallet.ts'
import { installBitcoinWallet } from './bitcoinWallet.ts'
import { installEip1193 } from './eip1193.ts'
import { installInjected } from './injected.ts'
import type { Install, PageWindow } from './pageWindow.ts'
import { installStandardWallet } from './standardWallet.ts'

const installers: { readonly [F in WalletCard['family']]: Install<Extract<WalletCard, { family: F }>> } = {
  aptos: installAptosWallet,
  bitcoin: installBitcoinWallet,
  eip1193: installEip1193,
  injected: installInjected,
  standard: installStandardWallet,
}

/** Puts wallets into a page. @returns A function that takes them out again. */
export function installWallets(page: PageWindow, cards: readonly WalletCard[], bridge: Bridge): () => void {
  const uninstalls = cards.map((card) => (installers[card.family] as Install<WalletCard>)(page, card, bridge))
  return () => {
    for (const uninstall of uninstalls) uninstall()
  }
}
