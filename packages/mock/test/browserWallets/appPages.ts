import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A window of the app: a page of Playwright, or a frame. */
interface AppWindow {
  evaluate<Result, Argument>(work: (argument: Argument) => Result, argument: Argument): Promise<Awaited<Result>>
}

/** The globals of the app's pages. */
interface AppGlobals {
  readonly found: readonly {
    readonly info: { readonly uuid: string; readonly name: string }
    readonly provider: {
      request(request: object): Promise<unknown>
      on(name: string, listener: (data: unknown) => void): void
    }
  }[]
  readonly heard: unknown[]
}

/** Looks for wallets (EIP-6963) before anything else, as an app does whose script is the first of the page. */
export const appScript = `
  globalThis.found = []
  globalThis.heard = []
  addEventListener('eip6963:announceProvider', ({ detail }) => {
    if (found.some(({ info }) => info.uuid === detail.info.uuid)) return
    found.push(detail)
    for (const name of ['accountsChanged', 'chainChanged', 'connect', 'disconnect'])
      detail.provider.on(name, (data) => heard.push([name, data]))
  })
  dispatchEvent(new Event('eip6963:requestProvider'))
  globalThis.foundAtStart = found.length`

/** Serves the pages of an app: `/`, and `/frame?…`, whose element `iframe` has the attributes of the query. */
export async function serveApp(): Promise<{ readonly server: Server; origin(host: string): string; end(): void }> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://app')
    const attributes = Array.from(searchParams, ([name, value]) => `${name}="${value.replaceAll('"', '&quot;')}"`)
    const body = pathname === '/frame' ? `<iframe ${attributes.join(' ')}></iframe>` : ''
    // A page of such an app runs no script but its own, and calls nobody.
    const policy = "default-src 'none'; script-src 'nonce-app'; frame-src *"
    const headers = pathname === '/strict' ? { 'content-security-policy': policy } : {}
    response.writeHead(200, { 'content-type': 'text/html', ...headers })
    response.end(`<!doctype html><title>App</title><script nonce="app">${appScript}</script>${body}`)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    server,
    origin: (host) => `http://${host}:${(server.address() as AddressInfo).port}`,
    end() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The names of the wallets that a window has found so far. */
export const namesIn = (window: AppWindow): Promise<string[]> =>
  window.evaluate(() => (globalThis as unknown as AppGlobals).found.map(({ info }) => info.name), undefined)

/** The events that a window has heard of its wallets. */
export const heardIn = (window: AppWindow): Promise<unknown[]> =>
  window.evaluate(() => (globalThis as unknown as AppGlobals).heard, undefined)

/** Asks the first wallet in a window. An error comes with what a page sees of it. */
export function askIn(window: AppWindow, method: string, ...params: unknown[]): Promise<unknown> {
  return window.evaluate(
    async (request) => {
      const [first] = (globalThis as unknown as AppGlobals).found
      if (!first) return 'no wallet'
      try {
        return await first.provider.request(request)
      } catch (error) {
        const { code, message, data } = error as { code: number; message: string; data?: unknown }
        return { isError: error instanceof Error, code, message, data }
      }
    },
    { method, params },
  )
}
