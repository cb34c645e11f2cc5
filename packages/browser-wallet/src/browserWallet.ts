import { providerCodes } from '@latchkey/device/provider'
import { installWallets } from './page/installWallets.ts'
import type { PageWindow } from './page/pageWindow.ts'
import type { Site, WalletControl, WalletCore } from './walletCore.ts'
import { fail, WalletError } from './walletError.ts'
import type { PageReply, PageRequest, WalletCard, WalletEvent } from './wire.ts'
import { withMembers } from './withMembers.ts'

/** A page as a wallet knows it. */
export interface PageConnection {
  /** Answers a request of the page. Never rejects. */
  send(request: Omit<PageRequest, 'wallet'>): Promise<PageReply>
  /** Closes the page: open requests are withdrawn, and the page receives no more events. */
  close(): void
}

interface OpenedPage {
  readonly origin: string
  /** Hears the events of the wallet. */
  readonly emit: (event: WalletEvent) => void
}

/** The functions that put a wallet into pages. */
export interface BrowserWallet<Card extends WalletCard = WalletCard> {
  readonly card: Card
  /** Opens the wallet for a page outside of this process. */
  openPage(page: OpenedPage): PageConnection
  /**
   * Puts the wallet into a page of this process, such as that of jsdom or happy-dom.
   *
   * @param page - Its window. @default the global one
   * @returns A function that takes it out again.
   * @example
   * const wallet = await mock.wallets.browser({ name: 'Test wallet' })
   * const uninstall = wallet.install()
   */
  install(page?: PageWindow): () => void
  /**
   * Calls a function after each change: of requests, access, accounts, chain, lock and network.
   *
   * @returns A function that ends it.
   */
  watch(listener: () => void): () => void
  /** Whether the wallet was removed. */
  readonly isRemoved: boolean
  /**
   * Removes the wallet, as a person removes an extension of the browser. Open pages lose their access, with the events
   * of their chain, and their requests fail with 4900, those that are open included. Pages that are loaded later do not
   * find the wallet.
   *
   * @throws TypeError when it was removed before
   */
  remove(): void
}

/** The wallet behind the pages. */
interface WalletOfPages<Control extends WalletControl> {
  readonly core: WalletCore
  readonly control: Control
  openSite(site: Site): (method: string, params: unknown) => Promise<unknown>
  /** Creates what puts the events of a page into the form in which the page hears them. @default as they are */
  readonly writeEvents?: (origin: string) => (event: WalletEvent) => WalletEvent
}

/** Puts a wallet into pages. */
export function createBrowserWallet<Control extends WalletControl, Card extends WalletCard>(
  card: Card,
  { core, control, openSite, writeEvents }: WalletOfPages<Control>,
): BrowserWallet<Card> & Control {
  function openPage({ origin, emit }: OpenedPage): PageConnection {
    const closing = new AbortController()
    const answer = openSite({ origin, signal: closing.signal })
    const write = writeEvents?.(origin)
    const removePage = core.addPage(origin, write ? (event) => emit(write(event)) : emit)
    return {
      async send({ method, params }) {
        try {
          core.assertPresent()
          if (closing.signal.aborted) throw fail(providerCodes.disconnected, 'The page is closed.')
          return { result: await answer(method, params) }
        } catch (error) {
          return { error: wireErrorOf(error) }
        }
      },
      close() {
        removePage()
        closing.abort()
      },
    }
  }

  return withMembers(control, {
    card,
    openPage,
    watch: core.watch,
    get isRemoved() {
      return core.isRemoved
    },
    remove: core.remove,
    install(page: PageWindow = globalThis) {
      if (typeof Object(page).dispatchEvent !== 'function' || !Object(page).location)
        throw new TypeError('Failed to call "install()": there is no page here. Pass the window of one.')
      if (core.isRemoved) throw new TypeError('Failed to call "install()": the wallet was removed.')
      const listeners: ((event: WalletEvent) => void)[] = []
      const connection = openPage({
        origin: page.location.origin,
        emit(event) {
          for (const listener of listeners) listener(event)
        },
      })
      const uninstall = installWallets(page, [card], {
        send: ({ method, params }) => connection.send({ method, params }),
        listen: (listener) => void listeners.push(listener),
      })
      return () => {
        uninstall()
        connection.close()
      }
    },
  })
}

function wireErrorOf(error: unknown): { code: number; message: string; data?: unknown } {
  if (error instanceof WalletError) {
    const { code, message, data } = error
    return data === undefined ? { code, message } : { code, message, data }
  }
  return { code: providerCodes.internal, message: `The wallet failed: ${String(Object(error).message)}` }
}
