import type { Bridge, WalletEvent } from '../wire.ts'
import { randomId, sleep } from './platform.ts'
import type { SendMessage } from './road.ts'

/** The parts of a window by which a page tells that it is left. */
type LeftWindow = Pick<EventTarget, 'addEventListener'> & { readonly origin?: string }

/** A bridge, and the wallets that it hears. */
interface PageBridge {
  readonly bridge: Bridge
  /** Hears the events of further wallets from now on. */
  hear(wallets: readonly string[]): void
}

/** After this many failures one after the other the wallets are gone, such as those of a test that has ended. */
const mostFailures = 8
const firstPauseMs = 100

/** Carries requests, and asks for events for as long as the page is open. */
export function createPageBridge(page: LeftWindow, send: SendMessage): PageBridge {
  const listeners: ((event: WalletEvent) => void)[] = []
  const id = randomId()
  const origin = page.origin ?? 'null'
  let wallets: readonly string[] = []
  /** The loop that asks for events. */
  let listening = { isOver: false }
  let isLeft = false

  async function ask(more: { readonly request?: Parameters<Bridge['send']>[0]; readonly isClosing?: boolean } = {}) {
    const { events, reply } = await send({ page: id, origin, wallets, ...more })
    for (const event of events) for (const listener of listeners) listener(event)
    return reply
  }

  async function listen(): Promise<void> {
    listening.isOver = true
    const loop = { isOver: false }
    listening = loop
    isLeft = false
    let failures = 0
    while (!loop.isOver && failures < mostFailures) {
      try {
        await ask()
        failures = 0
      } catch {
        await sleep(firstPauseMs * 2 ** failures++)
      }
    }
  }

  function resume(): void {
    if (isLeft) void listen()
  }

  page.addEventListener('pagehide', () => {
    isLeft = true
    listening.isOver = true
    ask({ isClosing: true }).catch(() => {})
  })
  // The browser shows a kept page again, or the first document of a pop-up has left its window to the next one.
  for (const name of ['DOMContentLoaded', 'pageshow']) page.addEventListener(name, resume)

  return {
    bridge: {
      async send(request) {
        resume()
        try {
          const reply = await ask({ request })
          if (reply) return reply
        } catch (error) {
          return { error: { code: 4900, message: `The wallet is out of reach: ${(error as Error).message}` } }
        }
        return { error: { code: 4900, message: 'The page is closed.' } }
      },
      listen: (listener) => void listeners.push(listener),
    },
    hear(more) {
      wallets = [...wallets, ...more]
      void listen()
    },
  }
}
