import { htmlPage, markup, pageHeaders } from '@latchkey/base/html'
import type { Reply } from '@latchkey/base/reply'
import type { OperationId } from '@latchkey/types'
import type { Exchange } from './exchange.ts'

/** The operations whose URLs a browser shows, so that a person would read the refusal. */
const visited: ReadonlySet<OperationId | undefined> = new Set<OperationId>([
  'oauth.login',
  'oauth.getAuthorizePage',
  'oauth.redirect',
  'oauth.redirectCoinbase',
  'oauth.redirectFormPost',
])

/** A refusal of a rule as a page, if a person reads it: a browser asks for HTML, a program does not. The status stays. */
export function asPage({ id, request }: Pick<Exchange, 'id' | 'request'>, refusal: Reply): Reply {
  const { error } = Object(refusal.body) as { error?: unknown }
  const isRead = visited.has(id) && refusal.status === 422 && request.headers.get('accept')?.includes('text/html')
  if (!isRead || typeof error !== 'string') return refusal
  const content = markup`<h1>This page leads no further</h1>
<p>Go back to the application, and start again there.</p>
<p class="note">${error}</p>`
  return {
    ...refusal,
    headers: { ...refusal.headers, ...pageHeaders },
    body: htmlPage('This page leads no further', content),
  }
}
