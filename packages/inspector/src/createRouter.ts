import { type ReadonlySignal, signal } from '@preact/signals'

/** The first part of a view's links: `'requests'` for `#/requests`. Empty for the view that opens without a link. */
export type ViewHash =
  | ''
  | 'requests'
  | 'operations'
  | 'configuration'
  | 'people'
  | 'inbox'
  | 'wallets'
  | 'browser'
  | 'outside'
  | 'events'
  | 'webhooks'
  | 'clock'
  | 'faults'
  | 'sweeps'
  | 'state'

/** Which view is shown, and what of it. Every state of a view that a link can lead to is here. */
interface Route {
  /** The hash of the view, or whatever an address has in its place. */
  readonly view: string
  /** The segments after the view: `['req_00000001']`. */
  readonly path: readonly string[]
  readonly query: Readonly<Record<string, string>>
}

export interface Router {
  readonly route: ReadonlySignal<Route>
  /** @param options.replace - Whether the browser's Back skips the present route, as while a filter is typed. */
  go(href: string, options?: { replace?: boolean }): void
  close(): void
}

/** The link to a route: `'#/requests/req_00000001?status=4xx'`. */
export function hrefOf(
  view: ViewHash,
  path: readonly string[] = [],
  query: Readonly<Record<string, string>> = {},
): string {
  const fields = Object.entries(query).filter(([, value]) => value !== '')
  const search = fields.length > 0 ? `?${new URLSearchParams(fields)}` : ''
  return `#/${[view, ...path].map(encodeURIComponent).join('/')}${search}`
}

/** Reads a link. A broken one leads to the first view. */
function routeOf(href: string): Route {
  const [pathname = '', search = ''] = href.replace(/^#?\/?/, '').split('?')
  try {
    const [view = '', ...path] = pathname.split('/').map(decodeURIComponent)
    return { view, path, query: Object.fromEntries(new URLSearchParams(search)) }
  } catch {
    return { view: '', path: [], query: {} }
  }
}

/** Keeps the route in the page's address, so that it outlives a reload and can be shared. */
export function createHashRouter(page: Window): Router {
  const route = signal(routeOf(page.location.hash))
  const read = () => void (route.value = routeOf(page.location.hash))
  page.addEventListener('hashchange', read)
  return {
    route,
    go(href, { replace = false } = {}) {
      if (href === page.location.hash) return
      if (!replace) page.location.hash = href
      else page.history.replaceState(page.history.state, '', href)
      read()
    },
    close: () => page.removeEventListener('hashchange', read),
  }
}

/** Keeps the route to itself, for an element in a page whose address belongs to an app. */
export function createMemoryRouter(first = ''): Router {
  const route = signal(routeOf(first))
  return { route, go: (href) => void (route.value = routeOf(href)), close: () => {} }
}
