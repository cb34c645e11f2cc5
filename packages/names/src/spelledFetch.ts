import {
  type DeploymentNames,
  translateBody,
  translateCookies,
  translateReply,
  translateSetCookie,
  translateTarget,
} from './messages.ts'

/** Where the paths of the interface begin, after that of the base URL. */
const beginning = '/api/v0/'

type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/**
 * A `fetch` that speaks with a deployment under its own names: it takes requests with the names of the document, and gives
 * replies with them. URLs that are not of the interface are fetched as they are.
 */
export function createSpelledFetch(deployment: DeploymentNames, fetch: Fetch): Fetch {
  const { spell, read } = deployment
  return async (url, init = {}) => {
    const { origin, pathname, search } = new URL(url)
    const start = pathname.indexOf(beginning)
    if (start === -1) return fetch(url, init)
    const { method = 'GET', body } = init
    const target = translateTarget(spell, method, { path: pathname.slice(start), query: search })
    const headers = new Headers(init.headers)
    const type = headers.get('content-type') ?? ''
    const sent = typeof body === 'string' ? translateBody(spell.plansOf(target.operation), type, body) : body
    const response = await fetch(`${origin}${pathname.slice(0, start)}${target.path}${target.query}`, {
      ...init,
      headers: spellHeaders(deployment, headers),
      ...(sent !== undefined && { body: sent }),
    })
    return readResponse(deployment, response, (reply) =>
      translateReply(read.plansOf(target.operation), response.status, reply),
    )
  }
}

/** The names of the headers of a request, and of the cookies that it has. */
function spellHeaders({ spell, hasHeaders }: DeploymentNames, headers: Headers): Record<string, string> {
  const entries = [...headers].map(([name, value]) => [
    spell.header(name),
    hasHeaders && name === 'cookie' ? translateCookies(spell, value) : value,
  ])
  return Object.fromEntries(entries) as Record<string, string>
}

/** The response with the names of the interface. One that has no other names is the same object. */
async function readResponse(
  { read, hasHeaders }: DeploymentNames,
  response: Response,
  translate: (reply: { readonly type: string; readonly text: string }) => string,
): Promise<Response> {
  // The constructor takes no status below, such as that of a redirect which a browser hides.
  if (response.status < 200) return response
  const type = response.headers.get('content-type') ?? ''
  const isJson = type.startsWith('application/json')
  if (!isJson && !hasHeaders) return response
  const headers = new Headers()
  for (const [name, value] of response.headers)
    headers.append(read.header(name), name === 'set-cookie' ? translateSetCookie(read, value) : value)
  const body = isJson ? translate({ type, text: await response.text() }) : response.body
  // A length of the text before, which fetch has checked.
  if (isJson) for (const name of ['content-length', 'content-encoding']) headers.delete(name)
  const { status, statusText, url, redirected } = response
  const isBodiless = [204, 205, 304].includes(status)
  const translated = new Response(isBodiless ? null : body, { status, statusText, headers })
  return Object.defineProperties(translated, { url: { value: url }, redirected: { value: redirected } })
}
