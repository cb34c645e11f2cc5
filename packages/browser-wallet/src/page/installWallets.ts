import type { Bridge, ProviderFamily, WalletCard } from '../wire.ts'
import { installEip1193 } from './eip1193.ts'
import type { Install, PageWindow } from './pageWindow.ts'

const installers: Readonly<Record<ProviderFamily, Install>> = { eip1193: installEip1193 }

/** Puts wallets into a page. @returns A function that takes them out again. */
export function installWallets(page: PageWindow, cards: readonly WalletCard[], bridge: Bridge): () => void {
  const uninstalls = cards.map((card) => installers[card.family](page, card, bridge))
  return () => {
    for (const uninstall of uninstalls) uninstall()
  }
}
