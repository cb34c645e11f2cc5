import { type OperationId, type OperationRow, operationTable } from '@latchkey/types'
import { operationSchemas } from '@latchkey/types/zod'
import { beforeAll, describe, expect, it } from 'vitest'
import { bodyExample, queryExamples } from '../../test/contract/documentExamples.ts'
import { callsOf } from '../../test/hosts/harness.ts'
import { createFullWorld, type FullWorld } from '../../test/people/fullWorld.ts'
import { isOpenToFirstStep } from '../domain/authentication/jwtKinds.ts'
import { createMock, type Mock } from '../mock/createMock.ts'

// Statuses that have the same cause in every operation. Those with a specific cause are tested with the operation.
const operations = Object.entries(operationTable) as [OperationId, OperationRow][]
/** Statuses with another cause: a page that may not use passkeys, an id that needs a proof. */
const specificCauses: Partial<Record<OperationId, number>> = {
  'mfaDevices.createPasskey': 400,
  'passkeys.getRegistrationOptions': 400,
  'mfaDevices.delete': 404,
}
const documenting = (status: number) =>
  operations.filter(([id, row]) => row.errors[status] !== undefined && specificCauses[id] !== status)

let mock: Mock
/** For the tests whose URLs need ids of the caller's records. */
let world: FullWorld
let userId: string
/** Tokens with one scope each, so that one of them lacks the scope of any operation. */
let weakTokens: Readonly<Record<'environment.balances.read' | 'environment.users.read', string>>
let viewerToken: string
let memberId: string
let inviteId: string

beforeAll(async () => {
  world = await createFullWorld()
  mock = createMock({ seed: 'statuses', now: '2026-01-15T09:30:00.000Z' })
  userId = (await mock.create.user({ email: 'ada@example.com' })).id
  const weakToken = async (scope: keyof typeof weakTokens) => (await mock.create.token({ scopes: [scope] })).rawToken
  weakTokens = {
    'environment.balances.read': await weakToken('environment.balances.read'),
    'environment.users.read': await weakToken('environment.users.read'),
  }
  viewerToken = (await mock.create.admin({ role: 'viewer' })).token
  const { call: send } = callsOf({ name: 'fetch', mock, fetch: mock.fetch })
  await send('invites.create', { body: { email: 'invited@example.com', role: 'viewer' } })
  inviteId = (await send('invites.listByOrganization')).body.invites?.[0]?.id as string
  memberId = (await send('members.list')).body.members[0]?.id as string
})

const tokenWithout = ({ scope }: OperationRow) =>
  weakTokens[scope === 'environment.users.read' ? 'environment.balances.read' : 'environment.users.read']

const someId = '019bc0fd-89c0-7002-b4b8-000000000000'

/** Values of URL parameters that exist in every mock. */
function valuesOf({ defaults }: Mock): Readonly<Record<string, string>> {
  const { organizationId, projectId, environments } = defaults
  return {
    environmentId: environments.sandbox.id,
    organizationId,
    projectId,
    providerType: 'google',
    mfaDeviceType: 'totp',
    chainName: 'EVM',
    exchangeKey: 'coinbase',
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    sdkViewType: 'login',
  }
}

interface Call {
  readonly values?: Readonly<Record<string, string>>
  readonly query?: string | undefined
  readonly body?: string | undefined
  readonly type?: string | undefined
  readonly bearer?: string | undefined
}

async function call(
  target: Mock,
  { method, path }: OperationRow,
  { values = {}, query = '', body, type = 'application/json', bearer }: Call,
) {
  const all = { ...valuesOf(target), ...values }
  const url = target.baseUrl + path.replace(/\{(\w+)\}/g, (_, name: string) => all[name] ?? someId) + query
  const headers = {
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    ...(body !== undefined && { 'content-type': type }),
  }
  const response = await target.fetch(url, { method, headers, body: body ?? null, redirect: 'manual' })
  return { status: response.status, text: await response.text(), headers: response.headers }
}

/** A credential that the operation takes. A user's is of a new session, since some operations end it. */
async function credentialFor({ auth }: OperationRow): Promise<string | undefined> {
  const { defaults } = mock
  if (auth === 'user') return (await mock.signIn(userId)).token
  return {
    environment: defaults.environments.sandbox.token,
    member: defaults.admin.token,
    optionalUser: undefined,
    none: undefined,
  }[auth]
}

/** The body fits the schema of the status. */
function expectBody(id: OperationId, status: number, text: string): void {
  const { errors }: OperationRow = operationTable[id]
  if (errors[status] === 'empty') return expect(text).toBe('')
  const schema = operationSchemas[id].replies[status as keyof (typeof operationSchemas)[OperationId]['replies']] as
    | (() => { parse(value: unknown): unknown })
    | undefined
  if (schema) schema().parse(JSON.parse(text))
  else expect(text).not.toBe('')
}

describe.each(documenting(401).filter(([, { auth }]) => auth !== 'none'))('%s', (id, row) => {
  it('answers 401 to an invalid credential, or to a missing one if it is required', async () => {
    const { status, text, headers } = await call(mock, row, {
      body: row.body && '{}',
      type: row.body,
      ...(row.auth === 'optionalUser' && { bearer: 'none' }),
    })
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expectBody(id, 401, text)
  })
})

describe.each(documenting(405))('%s', (id, row) => {
  it('answers 405 to a method that its URL does not serve, and names the methods that it serves', async () => {
    const { status, text, headers } = await call(mock, { ...row, method: 'PATCH' as 'PUT' }, {})
    const allow = headers.get('allow')
    expect([status, allow]).toEqual([405, expect.stringContaining(row.method)])
    expect(JSON.parse(text)).toMatchObject({ error: `This URL does not serve the method. It serves ${allow}.` })
    expectBody(id, 405, text)
  })
})

describe.each(documenting(415))('%s', (id, row) => {
  it('answers 415 to a body of another media type', async () => {
    const [values, bearer] = [world.paramsOf(id), world.rightful(id)]
    const { status, text } = await call(world.mock, row, { values, body: '{}', type: 'text/plain', bearer })
    expect(status, text).toBe(415)
    expectBody(id, 415, text)
  })
})

describe.each(documenting(400))('%s', (id, row) => {
  it('answers 400 to an invalid body, id or parameter', async () => {
    const bearer = await credentialFor(row)
    const names = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const broken: Call[] = [
      ...(row.body === 'application/json' ? [{ body: '{"' }] : []),
      ...(row.body && row.body !== 'application/json' ? [{ body: `state=${'%00'.repeat(300)}`, type: row.body }] : []),
      ...names.flatMap((name) => [{ values: { [name]: 'not-an-id' } }, { values: { [name]: 'not*an*id' } }]),
      ...Object.keys(row.query ?? {}).flatMap((name) => [
        { query: `?${name}=${'%00'.repeat(300)}` },
        { query: `?${name}=x&${name}=y` },
      ]),
      { query: '?state=' },
    ]
    const replies = await Promise.all(broken.map((request) => call(mock, row, { bearer, ...request })))
    const refused = replies.find(({ status }) => status === 400)
    expect(
      refused,
      `none of ${JSON.stringify(broken)} is answered with 400, but ${replies.map(({ status }) => status).join(', ')}`,
    ).toBeDefined()
    expectBody(id, 400, refused?.text ?? '')
  })
})

describe.each(operations.filter(([, { path }]) => path.includes('{')))('%s', (_, row) => {
  it('answers 404 to a URL that cannot be decoded, with any credential', async () => {
    const names = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    for (const name of names) {
      for (const bearer of [undefined, 'none', mock.defaults.environments.sandbox.token]) {
        const { status, text } = await call(mock, row, { values: { [name]: '%zz' }, body: row.body && '{"', bearer })
        expect([status, JSON.parse(text)]).toEqual([
          404,
          { error: 'Nothing is served at this URL.', code: 'not_found' },
        ])
        expect(mock.journal.list(undefined, { limit: 1 })[0]?.operation).toBeUndefined()
      }
    }
  })
})

describe.each(
  documenting(403).filter(
    ([, { auth, role }]) => auth === 'environment' || (auth === 'member' && role !== undefined && role !== 'viewer'),
  ),
)('%s', (id, row) => {
  it('answers 403 to a token without its scope, or a member without its role', async () => {
    // The role in the record's organization counts, so the record has to exist.
    const ofMember = row.auth === 'member' ? { values: { memberId, inviteId }, ...bodyExample(row) } : {}
    const { status, text } = await call(mock, row, {
      body: row.body && '{}',
      type: row.body,
      bearer: row.auth === 'environment' ? tokenWithout(row) : viewerToken,
      ...ofMember,
    })
    expect(status, text).toBe(403)
    expectBody(id, 403, text)
  })
})

describe.each(documenting(403).filter(([id, { auth }]) => auth === 'user' && !isOpenToFirstStep(id)))(
  '%s',
  (id, row) => {
    it('answers 403 to a session that waits for its second factor', async () => {
      const strict = createMock({ seed: 'open step', now: '2026-01-15T09:30:00.000Z' })
      await strict.settings.patch({ security: { mfa: { enabled: true, required: true } } })
      const { token } = await strict.signIn(await strict.create.user({ email: 'ada@example.com' }))
      const { status, text } = await call(strict, row, { body: row.body && '{}', type: row.body, bearer: token })
      expect([status, text]).toEqual([403, expect.stringContaining('mfa_required')])
      expectBody(id, 403, text)
    })
  },
)

describe.each(
  documenting(404).filter(
    ([, { auth, path }]) =>
      auth === 'none' ||
      auth === 'optionalUser' ||
      /\{(?!environmentId|organizationId|projectId|provider|mfaDeviceType|sdkViewType|chainName|exchangeKey|address)/.test(
        path,
      ),
  ),
)('%s', (id, row) => {
  it('answers 404 for an unknown id', async () => {
    const { status, text } = await call(mock, row, {
      values: {
        ...(row.auth !== 'environment' && row.auth !== 'member' && row.auth !== 'user' && { environmentId: someId }),
      },
      query: queryExamples[id],
      ...bodyExample(row),
      bearer: await credentialFor(row),
    })
    expect(status, text).toBe(404)
    expectBody(id, 404, text)
  })
})

describe.each(documenting(500))('%s', (id, row) => {
  it('answers 500 in the documented shape when the service fails', async () => {
    const failing = mock.fork()
    failing.faults.set(id, { status: 500 })
    const { status, text } = await call(failing, row, {})
    expect(status).toBe(500)
    expectBody(id, 500, text)
  })
})

describe('rate limits', () => {
  it('answer 429 for every operation, with the seconds until the window ends', async () => {
    const limited = createMock({ seed: 'limits', now: '2026-01-15T09:30:00.000Z', rateLimits: true })
    for (const id of ['health.check', 'organizations.list'] as const) {
      let status = 0
      for (let count = 0; count < 2_000 && status !== 429; count++)
        status = (await call(limited, operationTable[id], {})).status
      expect(status, id).toBe(429)
    }
    for (const [id, row] of operations) {
      expect(row.errors[429], `${id} documents 429`).toBeDefined()
      const { status, text, headers } = await call(limited, row, { body: row.body && '{}', type: row.body })
      expect([status, Number(headers.get('retry-after'))], id).toEqual([429, expect.any(Number)])
      expectBody(id, 429, text)
    }
  })
})
