import type { Bridge } from '../wire.ts'

/** The parts of a window that wallets use. */
export interface PageWindow extends Pick<EventTarget, 'addEventListener' | 'dispatchEvent' | 'removeEventListener'> {
  readonly location: { readonly origin: string }
  /** Programs without the types of pages lack the global of this name. */
  readonly CustomEvent: new (type: string, options: { readonly detail: unknown }) => Event
  /** Absent in windows that are not those of browsers. */
  readonly postMessage?: (message: unknown, targetOrigin: string) => void
  ethereum?: unknown
  /** The wallets of Bitcoin that sats-connect finds. */
  btc_providers?: unknown
}

/** Puts a wallet into a page. @returns A function that takes it out again. */
export type Install<Card> = (page: PageWindow, card: Card, bridge: Bridge) => () => void
