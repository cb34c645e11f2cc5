import type { WalletCard } from '../wire.ts'
import { installWallets } from './installWallets.ts'
import { createPageBridge } from './pageBridge.ts'
import type { PageConfiguration } from './pageMessages.ts'
import type { PageWindow } from './pageWindow.ts'
import { openRoad, type SendMessage } from './road.ts'

type Change = (cards: readonly WalletCard[], removed: readonly string[]) => void

/** Puts wallets into a page, each of them once, however often the script runs in it. */
export function putIntoPage(page: PageWindow, { cards, removed = [], road }: PageConfiguration): void {
  const place = Symbol.for(`latchkey wallets ${'url' in road ? road.url : road.binding}`)
  const present = Reflect.get(page, place) as Change | undefined
  if (present) return present(cards, removed)
  let send = openRoad(page, road)
  if (!send) return
  const { bridge, hear } = createPageBridge(page, (message) => (send as SendMessage)(message))
  /** The functions that take out the wallets that are in the page, or would be. */
  const installed = new Map<string, () => void>()

  function change(cards: readonly WalletCard[], removed: readonly string[]): void {
    // A document that took over the window has a binding of its own.
    if ('binding' in road) send = openRoad(page, road) ?? send
    const added = cards.filter(({ id }) => !installed.has(id))
    for (const card of added) installed.set(card.id, installWallets(page, [card], bridge))
    // Scripts run in any order: one that is removed first is never put in.
    for (const id of removed) {
      installed.get(id)?.()
      installed.set(id, () => {})
    }
    hear(added.map(({ id }) => id))
  }
  Object.defineProperty(page, place, { value: change })
  change(cards, removed)
}
