import type { Mock } from '../createMock.ts'
import { escapeHtml } from '../html.ts'

/** What a visit needs of the mock. */
export type VisitedService = Pick<Mock, 'baseUrl' | 'fetch'>

/** What a link or form asks for. */
export interface PageRequest {
  readonly url: URL
  /** The fields of a form that is posted. */
  readonly form?: URLSearchParams
}

/** What shows the pages of a visit: a dialog over the app's page, or a window beside it. */
export interface Surface {
  /** Element that the pages' frame goes into. */
  readonly root: HTMLElement
  /** Ends the visit, as a script of its last page asks for. */
  close(): void
  /** Goes on to a page that is not the service's, such as the app's own. */
  leave(url: string): void
}

/** As many as browsers follow (Fetch, section 4.4). */
const maximumRedirects = 20

/** Shows pages of the service in a frame, and follows their links, forms and redirects until one leads elsewhere. */
export function startVisit(service: VisitedService, surface: Surface, first: PageRequest): Promise<void> {
  const frame = surface.root.ownerDocument.createElement('iframe')
  frame.style.cssText = 'position: fixed; inset: 0; width: 100%; height: 100%; border: 0; background: Canvas'
  // A page reports to the frame as soon as its head is read. Where a policy of the app forbids that script, `load` does.
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
    // What the frame is made to show by `show`.
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
    const html = contentType.startsWith('text/html')
      ? text
      : `<!doctype html><head></head><pre>${escapeHtml(text)}</pre>`
    const head = `<head><base href="${escapeHtml(url.href)}"><script>frameElement.dispatchEvent(new Event('begin'))</script>`
    frame.srcdoc = html.replace('<head>', () => head)
  }
}

/** Whether a URL leads to a page of the service. Where the app has the same origin, by the paths that the service has. */
export function isPageOf({ baseUrl }: Pick<VisitedService, 'baseUrl'>, { origin, pathname }: URL): boolean {
  return origin === baseUrl && (origin !== location.origin || /^\/(?:api|__mock)\//.test(pathname))
}

/** What a navigation asks for. */
export function toPageRequest({ destination, formData }: NavigateEvent): PageRequest {
  const url = new URL(destination.url)
  if (!formData) return { url }
  return { url, form: new URLSearchParams(Array.from(formData, ([name, value]) => [name, String(value)])) }
}

/** Follows redirects. @returns The last reply, or none where a redirect leads away from the service. */
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
