import { render } from 'preact'
import { App } from './App.tsx'
import { createHashRouter, createMemoryRouter } from './createRouter.ts'
import { createNotices } from './createNotices.ts'
import { createLive } from './live/createLive.ts'
import { createSource } from './live/source.ts'
import { pageFetch } from './platform.ts'
import { views } from './views/views.ts'
import { inspectorSheet } from './styles/inspectorSheet.ts'

/** What an element extends where there are no elements, so that the module can be imported. */
const Base = (globalThis.HTMLElement ?? Object) as typeof HTMLElement

/**
 * `<latchkey-inspector>`: shows a mock while it works, and changes it.
 *
 * It is as high as the window; CSS of the page may change that. In the mock's own page it keeps the view in the
 * page's address. In other pages it does so with the attribute `hash`.
 *
 * @example
 * import '@latchkey/mock/inspector'
 * document.body.innerHTML = '<latchkey-inspector url="http://127.0.0.1:4010"></latchkey-inspector>'
 */
export class LatchkeyInspectorElement extends Base {
  static readonly observedAttributes = ['url', 'token', 'hash']

  #close: (() => void) | undefined

  /** URL of the mock, or of one of its worlds. @default that of the page's own mock */
  get url(): string {
    return this.getAttribute('url') ?? ownUrl(location.href)
  }
  set url(url: string) {
    this.setAttribute('url', url)
  }

  /** The control token of a mock that runs on another machine. */
  get token(): string | undefined {
    return this.getAttribute('token') ?? undefined
  }
  set token(token: string | undefined) {
    if (token === undefined) this.removeAttribute('token')
    else this.setAttribute('token', token)
  }

  connectedCallback(): void {
    this.#open()
  }

  disconnectedCallback(): void {
    this.#close?.()
    this.#close = undefined
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (this.#close && before !== after) this.#open()
  }

  #open(): void {
    this.#close?.()
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [inspectorSheet()]
    const live = createLive(createSource({ url: this.url, token: this.token, fetch: pageFetch }))
    const keepsAddress = this.hasAttribute('hash') || !this.hasAttribute('url')
    const router = keepsAddress ? createHashRouter(window) : createMemoryRouter()
    const hasView = (hash: string) => views.some((view) => view.hash === hash)
    render(<App inspector={{ live, router, notices: createNotices(), hasView }} keepsAddress={keepsAddress} />, root)
    this.#close = () => {
      live.close()
      router.close()
      render(null, root)
    }
  }
}

/** The URL of the mock, or of the world, that serves a page. */
function ownUrl(href: string): string {
  const { origin, pathname } = new URL(href)
  const world = /^\/w\/[^/]+/.exec(pathname)?.[0] ?? ''
  const path = pathname.includes('/__mock/') ? pathname.slice(0, pathname.indexOf('/__mock/')) : world
  return origin + path
}
