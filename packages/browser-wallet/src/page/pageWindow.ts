import type { Bridge, WalletCard } from '../wire.ts'

/** The parts of a window that wallets use. */
export interface PageWindow extends Pick<EventTarget, 'addEventListener' | 'dispatchEvent' | 'removeEventListener'> {
  readonly location: { readonly origin: string }
  readonly CustomEvent: typeof CustomEvent
  ethereum?: unknown
}

/** Puts a wallet into a page. @returns A function that takes it out again. */
export type Install = (page: PageWindow, card: WalletCard, bridge: Bridge) => () => void
