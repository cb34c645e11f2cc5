import { rows } from '../http/router.ts'
import { createMock, type Mock } from '../mock/createMock.ts'
import type { ObservedExchange } from './observedExchange.ts'
import type { FoundRequest } from './requestDifferences.ts'

/** How the mock answers a request that the target has answered, too. */
export interface MockAnswer {
  readonly status: number
  /** The body, if it is JSON. */
  readonly body: unknown
}

/** Answers requests for another deployment. */
export type AskMock = (request: FoundRequest) => Promise<MockAnswer>

/**
 * Creates a mock that answers requests for another deployment, each in a copy of the same state, so that no request
 * changes what the next one gets. It cannot have the records and credentials of the target. So the ids of environment,
 * organization, project and user in the path become its own, and so does a credential, if there is one.
 */
export function createBesideMock(): AskMock {
  const mock = createMock({ deliver: async () => ({ status: 204 }), onError: () => undefined })
  let world: Promise<BesideWorld> | undefined

  return async (request) => {
    const { exchange, id } = request
    world ??= createBesideWorld(mock)
    const { params, userToken } = await world
    const fork = mock.fork()
    try {
      const url = new URL(pathOf(request, params) + request.url.search, mock.baseUrl)
      const headers = requestHeadersOf(exchange)
      const tokens = { ...tokensOf(mock), user: userToken, optionalUser: userToken }
      const token = hasCredential(exchange) ? tokens[rows[id].auth] : undefined
      if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
      const response = await fork.fetch(url, {
        method: exchange.method,
        headers,
        body: bodyOf(exchange),
        redirect: 'manual',
      })
      return { status: response.status, body: await jsonOf(response) }
    } finally {
      fork.close()
    }
  }
}

interface BesideWorld {
  readonly params: Readonly<Record<string, string>>
  readonly userToken: string
}

async function createBesideWorld(mock: Mock): Promise<BesideWorld> {
  const { organizationId, projectId, environments } = mock.defaults
  const user = await mock.create.user({ email: 'ada@example.com' })
  const { token } = await mock.signIn(user)
  return {
    params: { environmentId: environments.sandbox.id, organizationId, projectId, userId: user.id },
    userToken: token,
  }
}

function tokensOf({ defaults }: Mock) {
  return { environment: defaults.environments.sandbox.token, member: defaults.admin.token, none: undefined }
}

/** Whether a request has a credential, in whatever way. */
export function hasCredential({ requestHeaders }: ObservedExchange): boolean {
  return requestHeaders.has('authorization') || requestHeaders.has('cookie')
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The path with the mock's own ids, in place of those that are ids at all. */
function pathOf({ id, params }: FoundRequest, own: BesideWorld['params']): string {
  return rows[id].path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const sent = params[name] ?? ''
    return encodeURIComponent((uuid.test(sent) ? own[name] : undefined) ?? sent)
  })
}

/** The headers that decide how a body is read. */
function requestHeadersOf({ requestHeaders }: ObservedExchange): Headers {
  const names = ['content-type', 'content-encoding', 'accept']
  return new Headers(
    names.flatMap((name) => {
      const value = requestHeaders.get(name)
      return value === null ? [] : [[name, value] as [string, string]]
    }),
  )
}

function bodyOf({ method, requestBody }: ObservedExchange): Uint8Array<ArrayBuffer> | null {
  if (method === 'GET' || method === 'HEAD' || !requestBody || requestBody.length === 0) return null
  return new Uint8Array(requestBody)
}

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}
