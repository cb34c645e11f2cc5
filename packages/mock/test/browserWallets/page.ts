import type { PageWindow } from '@latchkey/browser-wallet/page/pageWindow'

/** A provider of EIP-1193, as pages find it. */
export interface FoundProvider {
  request(request: { method: string; params?: unknown }): Promise<unknown>
  on(name: string, listener: (data: never) => void): unknown
  removeListener(name: string, listener: (data: never) => void): unknown
}

/** A window without anything but what wallets need. */
export class TestPage extends EventTarget {
  readonly location: { readonly origin: string }
  readonly CustomEvent = CustomEvent
  ethereum?: FoundProvider

  constructor(origin = 'https://app.example.com') {
    super()
    this.location = { origin }
  }
}

interface Announced {
  readonly info: { readonly uuid: string; readonly name: string; readonly icon: string; readonly rdns: string }
  readonly provider: FoundProvider
}

/** The wallets that a page finds by EIP-6963, in the order of their answers. */
export function announcedIn(page: PageWindow): Announced[] {
  const announced: Announced[] = []
  const hear = (event: Event) => void announced.push((event as CustomEvent<Announced>).detail)
  page.addEventListener('eip6963:announceProvider', hear)
  page.dispatchEvent(new Event('eip6963:requestProvider'))
  page.removeEventListener('eip6963:announceProvider', hear)
  return announced
}

/** The provider of the only wallet in a page. */
export function onlyProvider(page: PageWindow): FoundProvider {
  const [first, ...others] = announcedIn(page)
  if (!first || others.length > 0) throw new Error(`The page has ${others.length + (first ? 1 : 0)} wallets.`)
  return first.provider
}

/** The events of a provider, in the order in which they come. */
export function eventsOf(provider: FoundProvider): unknown[] {
  const events: unknown[] = []
  for (const name of ['accountsChanged', 'chainChanged', 'connect', 'disconnect'])
    provider.on(name, (data: unknown) => void events.push([name, data]))
  return events
}

/** The code and the sentence of an error. */
export const refusalOf = (request: Promise<unknown>): Promise<{ code: number; message: string }> =>
  request.then(
    (result) => {
      throw new Error(`The wallet answered ${JSON.stringify(result)}.`)
    },
    ({ code, message }: { code: number; message: string }) => ({ code, message }),
  )
