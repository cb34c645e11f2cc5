import { urlBelow } from '@latchkey/base/baseUrl'
import { markup } from '@latchkey/base/html'
import type { Mock } from '../mock/createMock.ts'

/** The parts of the mock that a visit uses. */
export type VisitedService = Pick<Mock, 'baseUrl' | 'fetch'>

/** The request of a link or form. */
export interface PageRequest {
  readonly url: URL
  /** The fields of a posted form. */
  readonly form?: URLSearchParams
}

/** Shows the pages of a visit: a dialog over the app's page, or a separate window. */
export interface Surface {
  /** Element that contains the frame of the pages. */
  readonly root: HTMLElement
  /** Ends the visit, when a script of its last page calls `close()`. */
  close(): void
  /** Navigates to a page outside of the service, such as the app's. */
  leave(url: string): void
}

/** The limit of browsers (Fetch, section 4.4). */
const maximumRedirects = 20

/** Shows pages of the service in a frame, and follows their links, forms and redirects until one leads elsewhere. */
export function startVisit(service: VisitedService, surface: Surface, first: PageRequest): Promise<void> {
  const frame = surface.root.ownerDocument.createElement('iframe')
  frame.style.cssText = 'position: fixed; inset: 0; width: 100%; height: 100%; border: 0; background: Canvas'
  // A page reports to the frame as soon as its head is read. If the app's CSP forbids that script, `load` comes later.
  for (const type of ['begin', 'load']) frame.addEventListener(type, listen)
  surface.root.replaceChildren(frame)
  return go(first)

  function listen(): void {
    const view = frame.contentWindow as typeof globalThis | null
    if (!view) return
    frame.title = view.document.title
    view.close = surface.close
    view.navigation.addEventListener('navigate', follow)
  }

  function follow(event: NavigateEvent): void {
    // A document that `show` has set.
    if (event.destination.url.startsWith('about:') || event.hashChange) return
    event.preventDefault()
    const request = toPageRequest(event)
    if (isPageOf(service, request.url)) void go(request)
    else surface.leave(request.url.href)
  }

  async function go(request: PageRequest): Promise<void> {
    try {
      const { url, response } = await load(service, request)
      if (response) show(url, response.headers.get('content-type') ?? '', await response.text())
      else surface.leave(url.href)
    } catch (error) {
      show(request.url, 'text/plain', String(error))
    }
  }

  function show(url: URL, contentType: string, text: string): void {
    const isPage = contentType.startsWith('text/html')
    const page = isPage ? text : markup`<!doctype html><head></head><pre>${text}</pre>`.toString()
    const script = markup`<script>frameElement.dispatchEvent(new Event('begin'))</script>`
    const head = markup`<head><base href="${url.href}">${script}`.toString()
    frame.srcdoc = page.replace('<head>', () => head)
  }
}

/** Whether a URL is that of a page of the service. If the app has the same origin, the path decides. */
export function isPageOf({ baseUrl }: Pick<VisitedService, 'baseUrl'>, { origin, href }: URL): boolean {
  const url = urlBelow(baseUrl, href)
  return url !== undefined && (origin !== location.origin || /^\/(?:api|__mock)\//.test(url.pathname))
}

/** The request of a navigation. */
export function toPageRequest({ destination, formData }: NavigateEvent): PageRequest {
  const url = new URL(destination.url)
  if (!formData) return { url }
  return { url, form: new URLSearchParams(Array.from(formData, ([name, value]) => [name, String(value)])) }
}

/** Follows redirects. @returns The last reply, or none when a redirect leads out of the service. */
async function load(service: VisitedService, request: PageRequest): Promise<{ url: URL; response?: Response }> {
  let { url, form } = request
  for (let redirects = 0; redirects <= maximumRedirects; redirects++) {
    const response = await service.fetch(url, form ? posting(form) : { redirect: 'manual' })
    const target = response.headers.get('location')
    if (response.status < 300 || response.status > 399 || target === null) return { url, response }
    url = new URL(target, url)
    form = undefined
    if (!isPageOf(service, url)) return { url }
  }
  throw new TypeError(`Failed to visit ${request.url.href}: there are too many redirects.`)
}

function posting(form: URLSearchParams): RequestInit {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return { method: 'POST', headers, body: form.toString(), redirect: 'manual' }
}
