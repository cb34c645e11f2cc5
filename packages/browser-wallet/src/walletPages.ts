import { setTimer } from '@latchkey/base/clock'
import { defined } from '@latchkey/base/defined'
import { isObject } from '@latchkey/base/isObject'
import type { BrowserWallet, PageConnection } from './browserWallet.ts'
import type { PageAnswer, PageMessage } from './page/pageMessages.ts'
import { walletGone } from './walletError.ts'
import type { PageReply, PageRequest, WalletEvent } from './wire.ts'

/** The pages elsewhere in which wallets stand. */
export interface WalletPages {
  /**
   * Answers a message of a page: its request, or the next events when there are some.
   *
   * @param origin - As the browser says it. Each page with an opaque origin, `null`, is an origin of its own.
   * @throws TypeError for a message that the script does not send
   */
  answer(origin: string, message: unknown): Promise<PageAnswer>
  /** Closes a page: its open requests are withdrawn. */
  close(origin: string, page: string): void
  closeAll(): void
}

interface WalletPagesOptions {
  /** How long a page stays open that sends nothing, in milliseconds. A page that is there asks for events. */
  readonly idleMs: number
  /** How long a message waits for events, in milliseconds. @default 20_000 */
  readonly waitMs?: number
}

interface Page {
  readonly connections: Map<string, PageConnection>
  events: WalletEvent[]
  /** Ends the wait of a message for events. */
  endWait(): void
  cancelEnd(): void
}

const mostPages = 1_000
const mostEvents = 1_000

export function createWalletPages(
  walletOf: (id: string) => Pick<BrowserWallet, 'openPage'> | undefined,
  { idleMs, waitMs = 20_000 }: WalletPagesOptions,
): WalletPages {
  const pages = new Map<string, Page>()

  function close(key: string): void {
    const page = pages.get(key)
    pages.delete(key)
    page?.cancelEnd()
    for (const connection of page?.connections.values() ?? []) connection.close()
    page?.endWait()
  }

  function open(key: string): Page {
    const page = pages.get(key) ?? { connections: new Map(), events: [], endWait() {}, cancelEnd() {} }
    page.cancelEnd()
    page.cancelEnd = Number.isFinite(idleMs) ? setTimer(() => close(key), idleMs) : () => {}
    // The pages that were used last are the last ones.
    pages.delete(key)
    pages.set(key, page)
    const [oldest] = pages.keys()
    if (pages.size > mostPages && oldest !== undefined) close(oldest)
    return page
  }

  function connect(page: Page, origin: string, wallets: readonly string[]): void {
    for (const id of wallets) {
      const connection =
        page.connections.get(id) ??
        walletOf(id)?.openPage({
          origin,
          emit(event) {
            page.events = [...page.events, event].slice(-mostEvents)
            page.endWait()
          },
        })
      if (connection) page.connections.set(id, connection)
    }
  }

  /** Waits for events. They come a turn later, so that those which a request causes come with its reply. */
  async function waitForEvents(page: Page): Promise<void> {
    page.endWait()
    if (page.events.length > 0) return
    await new Promise<void>((resolve) => {
      const cancel = setTimer(resolve, waitMs)
      page.endWait = () => {
        cancel()
        setTimer(resolve, 0)
      }
    })
  }

  function take(page: Page): readonly WalletEvent[] {
    const { events } = page
    page.events = []
    return events
  }

  return {
    async answer(origin, sent) {
      const message = readMessage(sent)
      const key = keyOf(origin, message.page)
      if (message.isClosing) {
        close(key)
        return { events: [] }
      }
      const page = open(key)
      connect(page, shownOrigin(origin, message.page), message.wallets)
      if (!message.request) {
        await waitForEvents(page)
        return { events: take(page) }
      }
      const { wallet, method, params } = message.request
      const reply = (await page.connections.get(wallet)?.send({ method, params })) ?? noWallet()
      return { events: take(page), reply }
    },
    close: (origin, page) => close(keyOf(origin, page)),
    closeAll() {
      for (const key of pages.keys()) close(key)
    },
  }
}

function noWallet(): PageReply {
  const { code, message } = walletGone()
  return { error: { code, message } }
}

const keyOf = (origin: string, page: string) => `${origin} ${page}`

const shownOrigin = (origin: string, page: string) => (origin === 'null' ? `null (${page.slice(0, 8)})` : origin)

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= 200
const mostWallets = 100

/** @throws TypeError */
function readMessage(sent: unknown): PageMessage {
  const { page, origin, wallets, request, isClosing } = Object(sent) as Record<string, unknown>
  if (!isText(page) || !Array.isArray(wallets) || wallets.length > mostWallets || !wallets.every(isText))
    throw new TypeError('A message of a page has its id, "page", and the ids of its "wallets".')
  if (request !== undefined && !isRequest(request))
    throw new TypeError('The "request" of a page has a "wallet" and a "method".')
  return { page, origin: String(origin), wallets, isClosing: isClosing === true, ...defined({ request }) }
}

const isRequest = (value: unknown): value is PageRequest =>
  isObject(value) && isText(value.wallet) && typeof value.method === 'string'
