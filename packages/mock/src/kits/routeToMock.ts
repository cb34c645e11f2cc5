import type { BrowserContext, Request, Route } from '@playwright/test'
import type { WireReply } from '../http/respond.ts'
import type { Mock } from '../mock/createMock.ts'

/** Called before each reply, which waits for it. */
type BeforeReply = (request: Request, reply: WireReply | undefined) => Promise<void>

/**
 * Answers what the pages of a context request from the mock's base URL, documents such as a provider's page included.
 *
 * @throws TypeError in the page's route for a reply that does not end, since a route carries whole replies only
 */
export async function routeToMock(context: BrowserContext, mock: Mock, beforeReply?: BeforeReply): Promise<void> {
  await context.route(
    (url) => isOfService(url, mock),
    async (route) => {
      const reply = await serve(mock, route.request())
      await beforeReply?.(route.request(), reply)
      await (reply ? fulfill(route, reply) : route.fallback())
    },
  )
}

/** Whether a URL is one of the mock's. */
export function isOfService({ href }: URL, { baseUrl }: Pick<Mock, 'baseUrl'>): boolean {
  return href === baseUrl || href.startsWith(`${baseUrl}/`)
}

async function serve(mock: Mock, request: Request): Promise<WireReply | undefined> {
  const headers = await request.allHeaders()
  return mock.serve({
    method: request.method(),
    url: request.url(),
    headers: { get: (name) => headers[name.toLowerCase()] ?? null, keys: () => Object.keys(headers) },
    text: async () => request.postDataBuffer()?.toString() ?? '',
  })
}

async function fulfill(route: Route, reply: WireReply): Promise<void> {
  const { status, headers, cookies = [], text, chunks, stream, half } = reply
  // The page waits. Playwright cannot send a part of a body.
  if (half === 'stalled') return
  if (status === 0 || half === 'cut') return route.abort('connectionreset')
  if (stream) {
    await route.abort()
    throw new TypeError(
      `Failed to answer ${route.request().url()}: this reply is a stream, and with "apiUrl" pages get whole replies only. ` +
        'Leave "apiUrl" out, and let the app call `mock.baseUrl`.',
    )
  }
  // Playwright takes several cookies as lines of one header.
  const setCookie: Record<string, string> = cookies.length > 0 ? { 'set-cookie': cookies.join('\n') } : {}
  await route.fulfill({ status, headers: { ...headers, ...setCookie }, body: chunks?.join('') ?? text ?? '' })
}
