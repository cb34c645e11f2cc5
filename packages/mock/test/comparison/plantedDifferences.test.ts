import type { OperationId } from '@latchkey/types'
import { describe, expect, it } from 'vitest'
import type { ReportedDifference } from '../../src/comparison/comparisonReport.ts'
import { everyName } from '../contract/everyName.ts'
import { operationRequest, type SentRequest } from '../hosts/operationRequest.ts'
import { type ComparedTarget, createComparedTarget } from './comparedTarget.ts'

type Expected = Pick<ReportedDifference, 'kind' | 'side' | 'field'>

/** A difference that is planted in an operation, and the only line that the report has to list. */
interface Planted {
  readonly operation: OperationId
  readonly plant: (target: ComparedTarget) => unknown
  readonly request?: (request: SentRequest) => SentRequest
  readonly expected: Expected
  /** The report's name for the request, if that is not the operation. */
  readonly reportedAs?: string
}

/** The body of an operation's reply is another one, or has another value at a path; `undefined` removes a field. */
function inBody(
  operation: OperationId,
  expected: readonly [ReportedDifference['kind'], string],
  change: Change | ((body: unknown) => unknown),
): Planted {
  const [kind, field] = expected
  const plant = ({ mock }: ComparedTarget) =>
    mock.override(operation, async (_, next) => {
      const reply = await next()
      const body: unknown = structuredClone('body' in reply ? reply.body : undefined)
      return { ...reply, body: typeof change === 'function' ? change(body) : changed(body, change) } as never
    })
  return { operation, plant, expected: { kind, side: 'reply', field } }
}

/** A path in a body, such as `rules.0.type`, and the value that is planted there. */
type Change = readonly [path: string, value: unknown]

/** The body, in which a value was set or removed. */
function changed(body: unknown, [path, value]: Change): unknown {
  const steps = path.split('.')
  const holder = steps.slice(0, -1).reduce<unknown>((inner, step) => Reflect.get(Object(inner), step), body)
  if (typeof holder !== 'object' || holder === null) throw new Error(`There is nothing to change at ${path}.`)
  const name = steps.at(-1) as string
  if (value === undefined) Reflect.deleteProperty(holder, name)
  else Reflect.set(holder, name, value)
  return body
}

/** An operation has another reply. */
function reply(
  operation: OperationId,
  expected: readonly [ReportedDifference['kind'], string],
  planted: object,
): Planted {
  const [kind, field] = expected
  const plant = ({ mock }: ComparedTarget) =>
    mock.override(operation, async (_, next) => ({ ...(await next()), ...planted }) as never)
  return { operation, plant, expected: { kind, side: 'reply', field } }
}

const requestId = { 'x-request-id': 'req_1' }

/** The target accepts what the document and the mock refuse. */
function accepted(
  operation: OperationId,
  expected: readonly [ReportedDifference['kind'], string],
  request: Planted['request'] & object,
): Planted {
  const [kind, field] = expected
  const plant = async (target: ComparedTarget) => {
    const reply = await target.mock.fork().fetch(...fetchArguments(target, operation))
    target.answerBy(() => new Response(reply.status === 204 ? null : reply.body, reply))
  }
  return { operation, plant, request, expected: { kind, side: 'request', field } }
}

/** The target refuses or answers a request in another way than the mock. */
function answered(operation: OperationId, status: number, request: Planted['request'] & object): Planted {
  const body = { error: 'No.', code: status === 422 ? 'invalid_gate' : 'bad_request' }
  const challenge = status === 401 ? { 'www-authenticate': 'Bearer' } : {}
  return {
    operation,
    plant: (target) => target.answerBy(() => Response.json(body, { status, headers: { ...requestId, ...challenge } })),
    request,
    expected: { kind: 'status', side: 'reply', field: 'status' },
  }
}

function fetchArguments({ world, mock }: ComparedTarget, operation: OperationId): [URL, RequestInit] {
  const { url, method, headers, body } = operationRequest(world, operation)
  return [new URL(url, mock.baseUrl), { method, headers, body: body ?? null }]
}

const withBody =
  (...change: Change) =>
  (request: SentRequest) => ({ ...request, body: JSON.stringify(changed(JSON.parse(request.body ?? '{}'), change)) })
const withQuery = (query: string) => (request: SentRequest) => ({ ...request, url: `${request.url}?${query}` })
const anonymous = ({ headers, ...request }: SentRequest) => ({
  ...request,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'authorization')),
})
const withType = (type: string) => (request: SentRequest) => ({
  ...request,
  headers: { ...request.headers, 'content-type': type },
})
const planted: Readonly<Record<string, Planted>> = {
  'a field of an object': inBody('gates.get', ['unknownField', 'body.<field 1>'], ['color', 'red']),
  'a field of an item': inBody('gates.list', ['unknownField', 'body.gates[].<field 1>'], ['gates.0.color', 'red']),
  'a field beside a list': inBody('users.list', ['unknownField', 'body.<field 1>'], ['next', null]),
  'a field that the document has elsewhere': inBody('gates.get', ['unknownField', 'body.email'], ['email', 'a']),
  'a field three levels below': inBody(
    'gates.get',
    ['unknownField', 'body.rules[].address.label'],
    ['rules.0.address.label', 'x'],
  ),
  'a field of the settings': inBody(
    'environments.get',
    ['unknownField', 'body.settings.security.<field 1>'],
    ['settings.security.firewall', true],
  ),
  'a field of a credential': inBody(
    'users.get',
    ['unknownField', 'body.user.verifiedCredentials[].<field 1>'],
    ['user.verifiedCredentials.0.weight', 1],
  ),
  'a field whose name is an id': inBody(
    'gates.get',
    ['unknownField', 'body.<field 1>'],
    ['01938c5e-8b01-7d4e-9f0a-1b2c3d4e5f01', 1],
  ),
  'a field that is missing': inBody('gates.get', ['missingField', 'body.name'], ['name', undefined]),
  'a field that is missing in an item': inBody(
    'gates.list',
    ['missingField', 'body.gates[].outcome'],
    ['gates.0.outcome', undefined],
  ),
  'a field that is missing in a nested object': inBody(
    'gates.get',
    ['missingField', 'body.rules[].type'],
    ['rules.0.type', undefined],
  ),
  'a number in place of a text': inBody('gates.get', ['type', 'body.name'], ['name', 5]),
  'a text in place of a number': inBody('users.list', ['type', 'body.count'], ['count', '5']),
  'a fraction in place of a whole number': inBody('users.list', ['type', 'body.count'], ['count', 1.5]),
  'null where there is always a value': inBody('gates.get', ['type', 'body.outcome'], ['outcome', null]),
  'an object in place of a list': inBody('gates.get', ['type', 'body.rules'], ['rules', {}]),
  'a list in place of an object': inBody('users.list', ['type', 'body'], () => []),
  'a text in place of an item': inBody('gates.list', ['type', 'body.gates[]'], ['gates.0', 'gate']),
  'epoch seconds in place of an instant': inBody('gates.get', ['type', 'body.enabledAt'], ['enabledAt', 1_768_469_400]),
  'a truth value in place of a text or null': inBody('users.get', ['type', 'body.user.email'], ['user.email', false]),
  'a value of an enum': inBody('gates.get', ['enumValue', 'body.outcome'], ['outcome', 'waitlist']),
  'a value of an enum in an item': inBody(
    'gates.list',
    ['enumValue', 'body.gates[].rules[].type'],
    ['gates.0.rules.0.type', 'poap'],
  ),
  'a provider': inBody('providers.get', ['enumValue', 'body.provider'], ['provider', 'yahoo']),
  'an error code': reply('gates.get', ['enumValue', 'body.code'], {
    status: 404,
    body: { error: 'No.', code: 'gone' },
  }),
  'a text that is no instant': inBody('gates.get', ['value', 'body.enabledAt'], ['enabledAt', 'yesterday']),
  'a text that is no id': inBody('gates.get', ['value', 'body.id'], ['id', 'gate_5']),
  'a text that is no e-mail address': inBody('users.get', ['value', 'body.user.email'], ['user.email', 'ada']),
  'a text that is too long': inBody('users.get', ['value', 'body.user.alias'], ['user.alias', 'a'.repeat(300)]),
  'a number that is too small': inBody(
    'allowlistEntries.list',
    ['value', 'body.entries[].farcasterFid'],
    ['entries.0.farcasterFid', 0],
  ),
  'a value of a map': inBody(
    'environments.get',
    ['type', 'body.settings.general.supportUrls.{}'],
    ['settings.general.supportUrls', { help: 5 }],
  ),
  'an error with another field': reply('gates.get', ['unknownField', 'body.<field 1>'], {
    status: 404,
    body: { error: 'No.', code: 'not_found', stack: 'at gates' },
  }),
  'an error without a code': reply('gates.get', ['missingField', 'body.code'], { status: 404, body: { error: 'No.' } }),
  'an error as a text': reply('gates.get', ['mediaType', 'body'], { status: 404, body: 'No.' }),
  'a success of another status': reply('gates.get', ['status', 'status'], { status: 203 }),
  'an undocumented refusal': reply('gates.get', ['status', 'status'], {
    status: 418,
    body: { error: 'No.', code: 'not_found' },
  }),
  'a creation that answers 200': reply('gates.create', ['status', 'status'], { status: 200 }),
  'a deletion that answers a body': reply('users.delete', ['status', 'status'], { status: 200, body: {} }),
  'a refusal by 409': reply('gates.create', ['status', 'status'], {
    status: 409,
    body: { error: 'No.', code: 'conflict' },
  }),
  'a header': reply('gates.get', ['unknownHeader', 'header <header 1>'], { headers: { 'x-gate-version': '2' } }),
  'a header of another operation': reply('gates.list', ['unknownHeader', 'header x-next-cursor'], {
    headers: { 'x-next-cursor': 'c' },
  }),
  'a header that is missing after too many requests': reply('gates.get', ['missingHeader', 'header retry-after'], {
    status: 429,
    body: { error: 'No.', code: 'too_many_requests' },
  }),
  'a header that is missing without a credential': reply('gates.get', ['missingHeader', 'header www-authenticate'], {
    status: 401,
    body: { error: 'No.', code: 'unauthorized' },
  }),
  'another scheme of authentication': reply('gates.get', ['enumValue', 'header www-authenticate'], {
    status: 401,
    body: { error: 'No.', code: 'unauthorized' },
    headers: { 'www-authenticate': 'Basic' },
  }),
  'a redirect to nowhere': reply('oauth.login', ['missingHeader', 'header location'], { status: 302, headers: {} }),
  'a page in place of JSON': reply('gates.get', ['mediaType', 'body'], {
    body: '<p>Gate</p>',
    headers: { 'content-type': 'text/html' },
  }),
  'a text that is called JSON': reply('gates.get', ['mediaType', 'body'], {
    body: 'Gate',
    headers: { 'content-type': 'application/json' },
  }),
  'an unknown field of a request': accepted('gates.create', ['unknownField', 'body.<field 1>'], withBody('color', 1)),
  'an unknown field deep in a request': accepted(
    'gates.create',
    ['unknownField', 'body.rules[].note'],
    withBody('rules.0.note', 1),
  ),
  'a request without a field that it needs': accepted(
    'gates.create',
    ['missingField', 'body.name'],
    withBody('name', undefined),
  ),
  'a request with another type': accepted('gates.create', ['type', 'body.name'], withBody('name', 1)),
  'a request with another value of an enum': accepted(
    'gates.create',
    ['enumValue', 'body.outcome'],
    withBody('outcome', 'waitlist'),
  ),
  'a request that is no JSON': accepted('gates.create', ['mediaType', 'body'], (request) => ({
    ...request,
    body: 'gate',
  })),
  'a request of another media type': accepted('gates.create', ['mediaType', 'body'], withType('text/plain')),
  'a limit beyond the limits': accepted('users.list', ['value', 'query limit'], withQuery('limit=5000')),
  'an offset that is no number': accepted('users.list', ['type', 'query offset'], withQuery('offset=first')),
  'a parameter that is given twice': accepted('users.list', ['value', 'query'], withQuery('limit=1&limit=2')),
  'an id of another form': accepted('gates.get', ['value', 'path gateId'], (request) => ({
    ...request,
    url: request.url.replace(/[^/]+$/, 'gate_5'),
  })),
  'a 403 without a credential': answered('gates.list', 403, anonymous),
  'a 400 in place of 415': answered('gates.create', 400, withType('text/plain')),
  'a 422 in place of 400': answered('gates.create', 422, withBody('name', 1)),
  'a success without a credential': {
    ...accepted('gates.list', ['status', 'status'], anonymous),
    expected: { kind: 'status', side: 'reply', field: 'status' },
  },
  'a URL': {
    ...accepted('gates.list', ['unknownUrl', 'status'], (request) => ({ ...request, url: '/api/v0/gateways/5' })),
    expected: { kind: 'unknownUrl', side: 'reply', field: 'status' },
    reportedAs: 'GET /api/v0/<segment 1>/<number>',
  },
  'a method': {
    ...accepted('gates.list', ['unknownMethod', 'status'], (request) => ({ ...request, method: 'PATCH' })),
    expected: { kind: 'unknownMethod', side: 'reply', field: 'status' },
    reportedAs: 'PATCH /api/v0/environments/{environmentId}/gates',
  },
}

describe.each([
  ['a deployment', undefined],
  ['a deployment that spells everything differently', everyName()],
])('the report of %s lists a planted difference and nothing else', (_, names) => {
  const target = createComparedTarget(names)

  it.each(Object.entries(planted))(
    '%s',
    async (_, { operation, plant, request = (same) => same, expected, reportedAs = operation }) => {
      await plant(target)
      await target.send(request(operationRequest(target.world, operation)))
      const { operations, differences } = await target.report()
      const listed = operations[reportedAs]?.differences.map(({ kind, side, field, count }) => ({
        kind,
        side,
        field,
        count,
      }))
      expect({ listed, differences }).toEqual({ listed: [{ ...expected, count: 1 }], differences: 1 })
    },
  )
})

it('fifty differences and more are planted', () => {
  expect(Object.keys(planted).length).toBeGreaterThanOrEqual(50)
})
