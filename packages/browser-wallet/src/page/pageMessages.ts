import type { PageReply, PageRequest, WalletCard, WalletEvent } from '../wire.ts'

/** How the script in a page reaches its wallets: by a function of the window, or by HTTP. */
export type PageRoad = { readonly binding: string } | { readonly url: string }

/** The configuration that stands in front of the code of the script. */
export interface PageConfiguration {
  readonly cards: readonly WalletCard[]
  /** Ids of wallets that the page does not have any more, although another script puts them into it. */
  readonly removed?: readonly string[]
  readonly road: PageRoad
}

/** A message of a page to its wallets. One without a request waits for events. */
export interface PageMessage {
  /** Id of the page, which it has chosen. */
  readonly page: string
  /** The origin that the document has for itself: `null` if it is opaque. Only for hosts that do not know it. */
  readonly origin: string
  /** Ids of the wallets in the page. */
  readonly wallets: readonly string[]
  readonly request?: PageRequest
  /** Whether the page is left. */
  readonly isClosing?: boolean
}

/** The answer to a message. Events come before the reply. */
export interface PageAnswer {
  readonly events: readonly WalletEvent[]
  readonly reply?: PageReply
}
