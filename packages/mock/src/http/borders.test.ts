import { type OperationId, type OperationRow, operationTable } from '@latchkey/types'
import { beforeAll, describe, expect, it } from 'vitest'
import { bodyExample, queryExamples } from '../../test/contract/documentExamples.ts'
import { createFullWorld, type FullWorld, type Strangers } from '../../test/people/fullWorld.ts'

// Every operation with every invalid or foreign credential. A refused request changes nothing.
const operations = Object.entries(operationTable) as [OperationId, OperationRow][]
const ofAuth = (...auths: OperationRow['auth'][]) => operations.filter(([, { auth }]) => auths.includes(auth))

let world: FullWorld
beforeAll(async () => {
  world = await createFullWorld()
})

interface Answer {
  readonly status: number
  readonly code?: string | undefined
}

/** The parts of a request besides its credential. */
interface Sent {
  readonly body?: string | undefined
  readonly type?: string | undefined
  readonly query?: string | undefined
}

/** Malformed requests by what is wrong with them; none for operations that read neither body nor query. */
function malformedRequests(id: OperationId, { body: type, query = {} }: OperationRow): Record<string, Sent> {
  const [name, kind] = Object.entries(query)[0] ?? []
  return {
    ...(type && {
      'a body that breaks the schema': {
        type,
        body: type === 'application/json' ? '{"unknown":1}' : 'unknown=1',
        query: queryExamples[id],
      },
      'a body that cannot be read': { type: 'text/plain', body: '{"', query: queryExamples[id] },
    }),
    ...(name !== undefined && {
      'a query that breaks the schema': { query: kind === 'object' ? `?${name}=x` : `?${name}=%00&${name}=%00` },
    }),
  }
}

async function call(
  id: OperationId,
  bearer: string | undefined,
  { place = world, sent }: { readonly place?: Pick<FullWorld, 'mock' | 'paramsOf'>; readonly sent?: Sent } = {},
): Promise<Answer> {
  const row: OperationRow = operationTable[id]
  const { mock, paramsOf } = place
  const { body, type, query = '' } = sent ?? { ...bodyExample(row), query: queryExamples[id] }
  const params = paramsOf(id)
  const url = mock.baseUrl + row.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '') + query
  const headers = {
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    ...(type && { 'content-type': type }),
  }
  const response = await mock.fetch(url, { method: row.method, headers, body: body ?? null, redirect: 'manual' })
  const text = await response.text()
  return {
    status: response.status,
    code: text.startsWith('{') ? (JSON.parse(text) as { code?: string }).code : undefined,
  }
}

const digest = () => JSON.stringify(world.mock.export().tables)

type Refused = readonly [
  what: string,
  credential: (strangers: Strangers) => string | undefined,
  status: number,
  code?: string,
]

const none: Refused = ['no credential', () => undefined, 401, 'unauthorized']
const word: Refused = ['a word', () => 'letmein', 401, 'unauthorized']
const jwt: Refused = ["an end user's token", () => world.rightful('profile.get'), 401, 'unauthorized']

/** Where an operation's environment or organization comes from: the URL, the record of the URL, or neither. */
function borderOf({ path }: OperationRow, place: RegExp) {
  if (place.test(path)) return 'placed'
  return path.includes('Id}') ? 'record' : 'none'
}

describe.each(ofAuth('environment'))('%s', (id, row) => {
  const border = borderOf(row, /\{environmentId\}/)
  const foreign = border === 'placed' ? 403 : 404
  const cases: Refused[] = [
    none,
    word,
    jwt,
    ['an unknown token of the right form', () => `lk_sandbox_${'0'.repeat(40)}`, 401, 'unauthorized'],
    ['an expired token', ({ expiredToken }) => expiredToken, 401, 'token_expired'],
    ['a deleted token', ({ deletedToken }) => deletedToken, 401, 'token_revoked'],
    ['a token without the scope', ({ tokenWithout }) => tokenWithout(row.scope), 403, 'missing_scope'],
    ["a deleted member's token", ({ revokedMemberToken }) => revokedMemberToken, 401, 'token_revoked'],
    ...(border === 'none'
      ? []
      : ([
          ["another environment's token", ({ liveToken }) => liveToken, foreign],
          ["another organization's token", ({ foreignEnvironmentToken }) => foreignEnvironmentToken, foreign],
          ['the token of a member of another organization', ({ strangerToken }) => strangerToken, foreign],
          ['the token of a former member', ({ removedMemberToken }) => removedMemberToken, foreign],
        ] satisfies Refused[])),
    ...(row.scope?.endsWith('.write') && border !== 'none'
      ? [
          [
            'the token of a member who may only read',
            ({ viewerToken }) => viewerToken,
            403,
            'insufficient_role',
          ] satisfies Refused,
        ]
      : []),
  ]
  walk(id, row, cases)
})

describe.each(ofAuth('member'))('%s', (id, row) => {
  const border = borderOf(row, /\{(organization|project)Id\}/)
  const cases: Refused[] = [
    none,
    word,
    jwt,
    ['a deleted token', ({ revokedMemberToken }) => revokedMemberToken, 401, 'token_revoked'],
    ["an environment's token", () => world.rightful('gates.list'), 403, 'forbidden'],
    ['a deleted environment token', ({ deletedToken }) => deletedToken, 401, 'token_revoked'],
    ...(border === 'none'
      ? []
      : ([
          ['the token of a member of another organization', ({ strangerToken }) => strangerToken, 404],
          ['the token of a former member', ({ removedMemberToken }) => removedMemberToken, 404],
        ] satisfies Refused[])),
    ...(row.role && row.role !== 'viewer'
      ? [
          [
            'the token of a member with a lesser role',
            ({ viewerToken }) => viewerToken,
            403,
            'insufficient_role',
          ] satisfies Refused,
        ]
      : []),
  ]
  walk(id, row, cases)
})

describe.each(ofAuth('user', 'optionalUser'))('%s', (id, row) => {
  const cases: Refused[] = [
    ...(row.auth === 'user' ? [none] : []),
    word,
    ["an environment's token", () => world.rightful('gates.list'), 401, 'unauthorized'],
    ["a member's token", () => world.rightful('organizations.list'), 401, 'unauthorized'],
    ['an expired token', ({ expiredJwt }) => expiredJwt, 401, 'token_expired'],
    ['the token of a session that has ended', ({ revokedJwt }) => revokedJwt, 401, 'session_revoked'],
    ["another environment's token", ({ liveJwt }) => liveJwt, 401, 'unauthorized'],
    ["another organization's token", ({ foreignJwt }) => foreignJwt, 401, 'unauthorized'],
    ["a deleted user's token", ({ deletedUserJwt }) => deletedUserJwt, 401, 'unauthorized'],
    [
      'a token with a foreign signature',
      ({ liveJwt }) => `${world.rightful('profile.get')?.split('.').slice(0, 2).join('.')}.${liveJwt.split('.')[2]}`,
      401,
      'unauthorized',
    ],
    [
      'a token without a signature',
      () =>
        `${btoa('{"alg":"none","typ":"JWT"}').replaceAll('=', '')}.${world.rightful('profile.get')?.split('.')[1]}.`,
      401,
      'unauthorized',
    ],
  ]
  walk(id, row, cases)
})

function walk(id: OperationId, row: OperationRow, cases: readonly Refused[]) {
  it.each(Object.entries(malformedRequests(id, row)))(
    'the service refuses each invalid credential also with %s',
    async (_, sent) => {
      const answers = await Promise.all(
        cases.map(async ([what, credential]) => ({
          what,
          status: (await call(id, credential(world.strangers), { sent })).status,
        })),
      )
      expect(answers).toEqual(cases.map(([what, , status]) => ({ what, status })))
      expect((await call(id, world.rightful(id), { sent })).status).toBe(sent.type === 'text/plain' ? 415 : 400)
    },
  )

  it(`refuses ${cases.map(([what]) => what).join(', ')}; nothing is written`, async () => {
    const before = digest()
    const answers = await Promise.all(
      cases.map(async ([what, credential, , code]) => {
        const { status, code: actual } = await call(id, credential(world.strangers))
        return { what, status, ...(code !== undefined && actual !== undefined && { code: actual }) }
      }),
    )
    expect(answers).toEqual(
      cases.map(([what, , status, code], i) => ({ what, status, ...(answers[i]?.code !== undefined && { code }) })),
    )
    expect(digest()).toBe(before)
  })

  it('the service accepts the right credential', async () => {
    const { mock, paramsOf } = world
    const { status, code } = await call(id, world.rightful(id), { place: { mock: mock.fork(), paramsOf } })
    expect(code === 'mfa_required' || (status !== 401 && status !== 403), `${status} ${code}`).toBe(true)
  })
}
