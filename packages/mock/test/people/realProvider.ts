import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { type Configuration, Provider } from 'oidc-provider'

/** A reply of the provider that a test can change. */
interface TamperedReply {
  readonly status: number
  body: Record<string, unknown>
}

/** A real OpenID provider in this process, with a front at which tests can spoil its replies. */
export interface RealProvider {
  readonly issuer: string
  /** The client that the provider has. */
  readonly client: { readonly clientId: string; readonly clientSecret: string }
  /** The requests that came by the path, in order. */
  readonly requests: readonly string[]
  /** Claims of its people by their login. */
  readonly people: Record<string, Record<string, unknown>>
  /** Answers in place of the provider, by path. */
  readonly answers: Map<string, RequestListener>
  /** Changes the JSON that the provider answers, by path. */
  readonly tampers: Map<string, (reply: TamperedReply) => void | Promise<void>>
  /** Signs with a new key, and forgets the former one. */
  rotate(): Promise<void>
  /** The private key that signs now. */
  readonly signingKey: JWK
  stop(): void
}

export async function startProvider(redirectUri: string): Promise<RealProvider> {
  const answers = new Map<string, RequestListener>()
  const tampers = new Map<string, (reply: TamperedReply) => void | Promise<void>>()
  const people: Record<string, Record<string, unknown>> = {}
  const requests: string[] = []
  const client = { clientId: 'latchkey', clientSecret: 'secret: of + the/client' }
  let listener: RequestListener
  let signingKey: JWK = {}
  let keys = 0
  const server: Server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://host').pathname
    requests.push(path)
    const answer = answers.get(path)
    if (answer) return answer(request, response)
    const tamper = tampers.get(path)
    if (!tamper) return listener(request, response)
    const end = response.end.bind(response)
    response.end = ((text: string) => {
      const reply: TamperedReply = { status: response.statusCode, body: JSON.parse(String(text)) }
      void Promise.resolve(tamper(reply)).then(() => {
        response.removeHeader('content-length')
        end(JSON.stringify(reply.body))
      })
      return response
    }) as typeof response.end
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function rotate() {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    signingKey = { ...(await exportJWK(privateKey)), kid: `key-${++keys}`, alg: 'ES256', use: 'sig' }
    const provider = new Provider(issuer, configuration(signingKey))
    listener = provider.callback()
  }

  const configuration = (key: JWK): Configuration => ({
    clients: [
      { client_id: client.clientId, client_secret: client.clientSecret, redirect_uris: [redirectUri] },
      { client_id: 'public', token_endpoint_auth_method: 'none', redirect_uris: [redirectUri] },
      {
        client_id: 'posting',
        client_secret: client.clientSecret,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [redirectUri],
      },
    ],
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'preferred_username', 'picture'],
    },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...people[id] }) }),
    jwks: { keys: [key as never] },
    cookies: { keys: ['cookie key'] },
    pkce: { required: () => false },
    features: { devInteractions: { enabled: true } },
  })
  await rotate()

  return {
    issuer,
    client,
    requests,
    people,
    answers,
    tampers,
    rotate,
    get signingKey() {
      return signingKey
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A browser without script, which keeps cookies and follows redirects within the provider. */
export function createVisitor(issuer: string) {
  const cookies = new Map<string, string>()

  async function visit(url: string, init: RequestInit = {}): Promise<{ url: string; text: string }> {
    const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
    const response = await fetch(url, { ...init, headers: { ...headers, ...init.headers }, redirect: 'manual' })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) return { url, text: await response.text() }
    const next = new URL(location, url).href
    return next.startsWith(issuer) ? visit(next) : { url: next, text: '' }
  }

  const submit = (url: string, fields: Record<string, string>) =>
    visit(url, { method: 'POST', body: new URLSearchParams(fields) })

  async function agree(authorizeUrl: string, login: string) {
    let page = await visit(authorizeUrl)
    if (page.url.includes('/interaction/') && page.text.includes('name="login"'))
      page = await submit(page.url, { prompt: 'login', login, password: 'any' })
    return page.url.includes('/interaction/') ? submit(page.url, { prompt: 'consent' }) : page
  }

  return {
    /** Signs in at the authorize URL and agrees. @returns The URL at the client */
    signIn: async (authorizeUrl: string, login: string) => (await agree(authorizeUrl, login)).url,
    /** Signs in likewise. @returns The page whose form brings the answer to the client */
    answerByForm: async (authorizeUrl: string, login: string) => (await agree(authorizeUrl, login)).text,
    /** Signs in at the authorize URL, and does not agree. */
    async deny(authorizeUrl: string): Promise<string> {
      const page = await visit(authorizeUrl)
      return (await visit(`${page.url}/abort`)).url
    },
  }
}
