import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { isApiError } from '@latchkey/client'
import { headerCookies, type HeaderCookies, sendEmailCode, signInWithEmailCode } from '@latchkey/client/session'
import { renderCodeForm, renderPage } from './renderPage.ts'
import { type ApiOptions, sessionOf } from './session.ts'

interface Page {
  status?: number
  html?: string
  script?: string
  location?: string
}

type Route = (input: { place: ApiOptions; jar: HeaderCookies; form: URLSearchParams; path: string }) => Promise<Page>

/** Runs before a page is rendered, while cookies can be set: with Next, this is the middleware. */
async function keepFresh(apiOptions: ApiOptions, jar: HeaderCookies): Promise<void> {
  // Refreshes if the token is due, and keeps the session if the service cannot be reached.
  await sessionOf(apiOptions, jar)
    .accessToken()
    .catch(() => undefined)
}

const routes: Record<string, Route> = {
  async 'GET /'({ place: apiOptions, jar }) {
    await keepFresh(apiOptions, jar)
    return { html: await renderPage(apiOptions, jar) }
  },
  async 'POST /send-code'({ place: apiOptions, jar, form }) {
    const { verificationUUID } = await sendEmailCode(sessionOf(apiOptions, jar), { email: form.get('email') ?? '' })
    return { html: renderCodeForm(verificationUUID) }
  },
  async 'POST /sign-in'({ place: apiOptions, jar, form }) {
    const { verificationUUID = '', verificationToken = '' } = Object.fromEntries(form) as Record<string, string>
    await signInWithEmailCode(sessionOf(apiOptions, jar), { verificationUUID, verificationToken })
    return { location: '/' }
  },
  async 'POST /sign-out'({ place: apiOptions, jar }) {
    await sessionOf(apiOptions, jar).signOut()
    return { location: '/' }
  },
  // The page's script and the modules that it imports, without a bundler.
  async 'GET /page.js'() {
    return { script: await readFile(new URL('page.js', import.meta.url), 'utf8') }
  },
  async 'GET /client'({ path }) {
    if (!/^(?:[\w-]+\/)?[\w-]+\.js$/.test(path)) return { status: 404, html: 'There is no such module.' }
    return { script: await readFile(new URL(path, import.meta.resolve('@latchkey/client')), 'utf8') }
  },
}

/** The site: a server of pages. A form of another site is refused, as Next does for its actions. */
export function createApp(apiOptions: ApiOptions): Server {
  return createServer(async (request, response) => {
    const [, first = '', rest = ''] = /^\/([^/?]*)\/?([^?]*)/.exec(request.url ?? '') ?? []
    const route = routes[`${request.method} /${first}`]
    const jar = headerCookies(request.headers.cookie)
    const { origin } = request.headers
    const isForeign =
      request.method === 'POST' && origin !== undefined && URL.parse(origin)?.host !== request.headers.host
    const page =
      isForeign || !route
        ? { status: isForeign ? 403 : 404, html: 'There is no such page.' }
        : await route({ place: apiOptions, jar, form: new URLSearchParams(await bodyOf(request)), path: rest }).catch(
            toErrorPage,
          )
    const { status = page.location ? 303 : 200, html, script, location } = page
    response.writeHead(status, {
      'content-type': `${script === undefined ? 'text/html' : 'text/javascript'}; charset=utf-8`,
      'cache-control': 'no-store',
      ...(location && { location }),
      ...(jar.setCookies.length > 0 && { 'set-cookie': [...jar.setCookies] }),
    })
    response.end(html ?? script)
  })
}

function toErrorPage(error: unknown): Page {
  if (isApiError(error)) return { status: error.status, html: 'This did not work. Go back and try again.' }
  console.error(error)
  return { status: 500, html: 'Something went wrong here.' }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
