import { createCookieJar } from '../carriers/cookieJar.ts'
import { mswHandlers } from '../carriers/msw.ts'
import { calledService, MissedCallError } from '../carriers/serviceCall.ts'
import type { Mock } from '../mock/createMock.ts'

/** Passes what a page fetches to mocks. */
export interface FetchRouter {
  /** Lets a mock answer what the page fetches from its base URL, until it is released. */
  attach(mock: Mock): AttachedMock
}

interface AttachedMock {
  /** Keeps cookies as if a reply of the service had set them. */
  keepCookies(lines: readonly string[]): void
  /** @throws MissedCallError when the page has called the service at another URL than the mock's */
  assertReached(): void
  release(): void
}

interface Attachment {
  readonly answer: Answer
  missed?: MissedCallError
}

type Answer = (info: { readonly request: Request }) => Promise<Response | undefined>

/** The parts of msw with which the handlers of a mock answer a request without msw. */
const asFunctions = () => ({
  http: { all: (_path: RegExp, answer: Answer): Answer => answer },
  HttpResponse: Response,
})

/** The advice of a kit about requests that cannot be answered. */
interface FetchAdvice {
  /**
   * Why several mocks are attached at once, and what to do. The router cannot know then which mock a request is for.
   */
  readonly ambiguity: string
  /** Advice for an app that calls the service at another URL. */
  readonly remedy: string
}

/**
 * Replaces the global `fetch`, for good: an app may have kept the function that it found. Requests to other URLs, and all
 * while no mock is attached, go to the `fetch` from before. A call of the service at another URL is refused.
 */
export function createFetchRouter({ ambiguity, remedy }: FetchAdvice): FetchRouter {
  const attached = new Map<Mock, Attachment>()
  const network = globalThis.fetch

  function refuseMissed(url: URL): Response | undefined {
    const call = calledService(url)
    if (call === undefined) return undefined
    for (const [{ baseUrl }, attachment] of attached) {
      const error = new MissedCallError(call, baseUrl, remedy)
      // Runners report a rejection that nobody handles, even if the app catches the refusal.
      if (!attachment.missed) void Promise.reject(error)
      attachment.missed ??= error
    }
    const [missed] = [...attached.values()].flatMap((attachment) => attachment.missed ?? [])
    return missed && refuse(missed.message)
  }

  globalThis.fetch = async (input, init) => {
    const url = urlOf(input)
    const answers = [...attached].flatMap(([{ baseUrl }, { answer }]) =>
      url?.startsWith(`${baseUrl}/`) ? [answer] : [],
    )
    const [first, ...others] = answers
    if (first === undefined) return (url && refuseMissed(new URL(url))) || network(input, init)
    return others.length > 0 ? refuse(`Failed to answer ${url}: ${ambiguity}`) : send(first, new Request(input, init))
  }
  return {
    attach(mock) {
      const jar = createCookieJar(mock.clock.now)
      const [answer] = mswHandlers(mock, asFunctions(), { jar })
      const attachment: Attachment = { answer }
      attached.set(mock, attachment)
      return {
        keepCookies: jar.keep,
        assertReached() {
          if (attachment.missed) throw attachment.missed
        },
        release: () => void attached.delete(mock),
      }
    },
  }
}

/** The absolute URL of a call; `undefined` for what `fetch` itself refuses. */
function urlOf(input: Request | string | URL): string | undefined {
  if (input instanceof Request) return input.url
  const base = globalThis.document?.baseURI
  return URL.canParse(String(input), base) ? new URL(String(input), base).href : undefined
}

/** @throws what `fetch` does: the reason of the signal, and a TypeError when a fault breaks the connection */
async function send(answer: Answer, request: Request): Promise<Response> {
  const { signal } = request
  signal.throwIfAborted()
  const response = await new Promise<Response | undefined>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
    void answer({ request }).then(resolve, reject)
  })
  if (!response || response.type === 'error') throw new TypeError('Failed to fetch: a fault broke the connection.')
  return response
}

/** In the shape of the service's errors, so that clients show the sentence. */
function refuse(error: string): Response {
  return Response.json({ error, code: 'internal_server_error' }, { status: 500 })
}
