import type { WalletCard } from '../wire.ts'
import { installWallets } from './installWallets.ts'
import { createPageBridge } from './pageBridge.ts'
import type { PageConfiguration } from './pageMessages.ts'
import type { PageWindow } from './pageWindow.ts'
import { openRoad, type SendMessage } from './road.ts'

type AddCards = (cards: readonly WalletCard[]) => void

/** Puts wallets into a page, each of them once, however often the script runs in it. */
export function putIntoPage(page: PageWindow, { cards, road }: PageConfiguration): void {
  const place = Symbol.for(`latchkey wallets ${'url' in road ? road.url : road.binding}`)
  const present = Reflect.get(page, place) as AddCards | undefined
  if (present) return present(cards)
  let send = openRoad(page, road)
  if (!send) return
  const { bridge, hear } = createPageBridge(page, (message) => (send as SendMessage)(message))
  const installed = new Set<string>()

  function add(cards: readonly WalletCard[]): void {
    // A document that took over the window has a binding of its own.
    if ('binding' in road) send = openRoad(page, road) ?? send
    const added = cards.filter(({ id }) => !installed.has(id))
    for (const { id } of added) installed.add(id)
    installWallets(page, added, bridge)
    hear(added.map(({ id }) => id))
  }
  Object.defineProperty(page, place, { value: add })
  add(cards)
}
