import { render } from 'preact'
import { App } from './App.tsx'
import { createNotices } from './createNotices.ts'
import { createHashRouter, createMemoryRouter, type Router } from './createRouter.ts'
import { createLive } from './live/createLive.ts'
import { createSource, noDocument, type Source } from './live/source.ts'
import { pageFetch } from './platform.ts'
import { inspectorSheet } from './styles/inspectorSheet.ts'

/** The base class, also where there are no elements, so that the module can be imported. */
const Base = (globalThis.HTMLElement ?? Object) as typeof HTMLElement

/** A mock in the page, by the parts of it that the inspector uses: what `createMock()` returns. */
export interface InspectedMock {
  readonly baseUrl: string
  fetchControl(url: string, init?: RequestInit): Promise<Response>
}

/**
 * `<latchkey-inspector>`: shows a mock while it works, and changes it.
 *
 * It shows the mock of the property `mock`, which is in the same page and needs no network. Without that, it shows the
 * mock at the attribute `url`. Without both, it shows the mock that serves the page.
 *
 * It is as high as the window; CSS of the page may change that. In the mock's own page it keeps the view in the
 * page's address. In other pages it does so with the attribute `hash`.
 *
 * @example
 * import '@latchkey/mock/inspector'
 * document.body.innerHTML = '<latchkey-inspector url="http://127.0.0.1:4010"></latchkey-inspector>'
 * @example
 * const inspector = document.createElement('latchkey-inspector')
 * inspector.mock = createMock()
 * document.body.append(inspector)
 */
export class LatchkeyInspectorElement extends Base {
  static readonly observedAttributes = ['url', 'token', 'hash', 'view']

  #mock: InspectedMock | undefined
  #openapi: (() => Promise<object>) | undefined
  #router: Router | undefined
  #close: (() => void) | undefined
  #isOpening = false

  /**
   * A mock in the same page, which has precedence over `url`. Another mock takes its place at once, and `undefined`
   * removes it. Several elements can show one mock. An element that leaves the page stops watching the mock.
   *
   * @throws TypeError for a value that is not a mock
   */
  get mock(): InspectedMock | undefined {
    return this.#mock
  }
  set mock(mock: InspectedMock | null | undefined) {
    if (mock && (typeof mock.fetchControl !== 'function' || typeof mock.baseUrl !== 'string'))
      throw new TypeError('Failed to set "mock": it takes a mock, such as `createMock()` returns.')
    if (this.#mock === (mock ?? undefined)) return
    this.#mock = mock ?? undefined
    this.#openSoon()
  }

  /**
   * Loads the OpenAPI document, for a mock in the same page: the view of operations reads it. A mock at a URL serves its
   * own.
   *
   * @example inspector.openapi = () => import('@latchkey/types/openapi.json')
   */
  get openapi(): (() => Promise<object>) | undefined {
    return this.#openapi
  }
  set openapi(openapi: (() => Promise<object>) | undefined) {
    this.#openapi = openapi
  }

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

  /**
   * The view that is shown first, as the inspector's links have it: `operations/users.create`. Another value leads
   * there. A view in the page's address has precedence, where that is kept.
   */
  get view(): string {
    return this.getAttribute('view') ?? ''
  }
  set view(view: string) {
    this.setAttribute('view', view)
  }

  connectedCallback(): void {
    this.#takeEarlierValues()
    this.#openSoon()
  }

  disconnectedCallback(): void {
    this.#close?.()
    this.#close = undefined
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after) return
    if (name === 'view' && this.#router) this.#router.go(`#/${this.view}`)
    else this.#openSoon()
  }

  /** Values that were set before the element was defined are properties of the object, which hide those of the class. */
  #takeEarlierValues(): void {
    for (const name of ['openapi', 'mock', 'url', 'token', 'view'] as const) {
      if (!Object.hasOwn(this, name)) continue
      const value = this[name]
      delete (this as Partial<LatchkeyInspectorElement>)[name]
      Object.assign(this, { [name]: value })
    }
  }

  /** Opens at the end of the turn, so that what is set together connects once, and to no other mock before. */
  #openSoon(): void {
    if (this.#isOpening || !this.isConnected) return
    this.#isOpening = true
    queueMicrotask(() => {
      this.#isOpening = false
      if (this.isConnected) this.#open()
    })
  }

  #open(): void {
    this.#close?.()
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [inspectorSheet(root)]
    const live = createLive(this.#source())
    const isOwnPage = !this.#mock && !this.hasAttribute('url')
    const keepsAddress = this.hasAttribute('hash') || isOwnPage
    const router = keepsAddress ? createHashRouter(window) : createMemoryRouter(this.view)
    if (keepsAddress && location.hash === '' && this.view !== '') router.go(`#/${this.view}`, { replace: true })
    this.#router = router
    const inspector = { live, router, notices: createNotices() }
    const isPart = document.querySelector('main, [role=main]') !== null
    render(<App inspector={inspector} keepsAddress={keepsAddress} isPart={isPart} />, root)
    this.#close = () => {
      live.close()
      router.close()
      this.#router = undefined
      render(null, root)
    }
  }

  #source(): Source {
    const mock = this.#mock
    if (!mock) return createSource({ url: this.url, token: this.token, fetch: pageFetch, pageOrigin: location.origin })
    return createSource({
      url: mock.baseUrl,
      fetch: (url, init) => mock.fetchControl(String(url), init),
      readDocument: async () => contentOf(await this.#openapi?.()),
    })
  }
}

/** A module of JSON has it as its default. */
function contentOf(document: object | undefined): unknown {
  if (document === undefined) throw new Error(noDocument)
  return 'default' in document ? document.default : document
}

/** The URL of the mock, or of the world, that serves a page. */
function ownUrl(href: string): string {
  const { origin, pathname } = new URL(href)
  const world = /^\/w\/[^/]+/.exec(pathname)?.[0] ?? ''
  const path = pathname.includes('/__mock/') ? pathname.slice(0, pathname.indexOf('/__mock/')) : world
  return origin + path
}
