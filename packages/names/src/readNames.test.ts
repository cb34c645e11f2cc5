import { describe, expect, it } from 'vitest'
import { translateBody, translateReply, translateTarget } from './messages.ts'
import { type NamesFile, readDeploymentNames } from './names.ts'

const refusalOf = (file: unknown) => {
  try {
    readDeploymentNames(file as NamesFile)
  } catch (error) {
    return error instanceof TypeError ? error.message : error
  }
  return undefined
}

describe('a names file is refused', () => {
  it.each<[what: string, file: unknown, reason: string]>([
    ['that is no object', [], 'it takes an object.'],
    ['without an object in a part', { fields: 'userId' }, '"fields" must be an object.'],
    [
      'with a number for a spelling',
      { fields: { userId: 1 } },
      '"userId" in "fields" must have a text that is not empty.',
    ],
    ['with an empty spelling', { headers: { 'x-request-id': '' } }, '"x-request-id" in "headers" must have a text'],
    ['with the name of a prototype', { fields: { userId: '__proto__' } }, '"userId" in "fields" must have a text'],
    ['with an unknown part', { field: {} }, 'there is no part "field". The parts are paths, fields, parameters,'],
    ['with an unknown field', { fields: { usrId: 'x' } }, 'the document has no field "usrId". Did you mean "userId"?'],
    ['with an unknown field of a schema', { fields: { 'User.emial': 'x' } }, 'Did you mean "User.email"?'],
    ['with a field of JWK sets', { fields: { kty: 'x' } }, 'the document has no field "kty".'],
    ['with an unknown parameter', { parameters: { orderby: 'x' } }, 'no parameter "orderby". Did you mean "orderBy"?'],
    [
      'with an unknown enum',
      { values: { ChainEnums: {} } },
      'the document has no enum "ChainEnums". Did you mean "ChainEnum"?',
    ],
    [
      'with an unknown value',
      { values: { ChainEnum: { SOLA: 'x' } } },
      'no value of ChainEnum "SOLA". Did you mean "SOL"?',
    ],
    ['with an unknown header', { headers: { 'x-mfa-token': 'x' } }, 'Did you mean "x-mfa-auth-token"?'],
    ['with a header of HTTP', { headers: { 'retry-after': 'x' } }, 'the document has no header "retry-after".'],
    ['with an unknown cookie', { cookies: { LATCHKEY: 'x' } }, 'no cookie "LATCHKEY". Did you mean "LATCHKEY_AUTH"?'],
    [
      'with an unknown token prefix',
      { tokenPrefixes: { lk_test_: 'x' } },
      'the document has no token prefix "lk_test_".',
    ],
    [
      'with an unknown claim',
      { claims: { environmentId: 'x' } },
      'no claim "environmentId". Did you mean "environment_id"?',
    ],
    ['with a registered claim', { claims: { exp: 'x' } }, 'the document has no claim "exp".'],
    ['with an unknown path', { paths: { '/api/v0/organization': '/x' } }, 'Did you mean "/api/v0/organizations"?'],
    ['with an unknown beginning of paths', { paths: { '/api/v1/*': '/x/*' } }, 'the document has no path "/api/v1/*".'],
    [
      'with a path that lacks a parameter',
      { paths: { '/api/v0/users/{userId}': '/users' } },
      '"/users" must have the parameters of "/api/v0/users/{userId}": userId.',
    ],
    [
      'with other parameters in a path',
      { paths: { '/api/v0/users/{userId}': '/users/{id}' } },
      '"/users/{id}" must have the parameters of "/api/v0/users/{userId}": userId.',
    ],
    ['with a path of the mock', { paths: { '/api/v0/organizations': '/__mock/v1' } }, '"/__mock/v1" cannot be a path.'],
    ['with a path that is no path', { paths: { '/api/v0/organizations': 'orgs?' } }, '"orgs?" cannot be a path.'],
    [
      'with half a beginning of paths',
      { paths: { '/api/v0/*': '/v1' } },
      '"/api/v0/*" and "/v1" must both end in "/*"',
    ],
    [
      'in which two paths are one',
      { paths: { '/api/v0/users/{userId}': '/api/v0/allowlists/{userId}' } },
      '"/api/v0/allowlists/{allowlistId}" and "/api/v0/users/{userId}" of paths would both be',
    ],
    [
      'in which two fields are one',
      { fields: { 'Gate.name': 'x', 'Gate.scope': 'x' } },
      '"name" and "scope" of Gate would both be "x".',
    ],
    [
      'in which a field is another one',
      { fields: { 'Gate.name': 'scope' } },
      '"name" and "scope" of Gate would both be "scope".',
    ],
    [
      'in which two values are one',
      { values: { AccessOutcomeEnum: { siteAccess: 'block' } } },
      'of values of AccessOutcomeEnum would both be "block".',
    ],
    ['in which two parameters are one', { parameters: { limit: 'offset' } }, '"offset" and "limit" of the query of'],
    [
      'in which a header is one of HTTP',
      { headers: { 'x-request-id': 'Authorization' } },
      'would both be "authorization".',
    ],
    ['with a header that is none', { headers: { 'x-request-id': 'request id' } }, '"request id" cannot be a header.'],
    ['in which two claims are one', { claims: { environment_id: 'sid' } }, 'would both be "sid".'],
    [
      'in which two token prefixes are one',
      { tokenPrefixes: { lk_live_: 'key_', lk_sandbox_: 'key_' } },
      '"lk_sandbox_" and "lk_live_" of token prefixes would both be "key_".',
    ],
  ])('%s', (_, file, reason) => {
    expect(refusalOf(file)).toContain(`The names cannot be used: `)
    expect(refusalOf(file)).toContain(reason)
  })

  it('but not one that is empty, or that swaps two names', () => {
    expect(refusalOf({})).toBeUndefined()
    expect(refusalOf({ fields: { 'Gate.name': 'scope', 'Gate.scope': 'name' } })).toBeUndefined()
  })
})

const replyOf = (file: NamesFile, operation: string, body: unknown) => {
  const status = 200
  const text = JSON.stringify(body)
  const plans = readDeploymentNames(file).spell.plansOf(operation)
  return {
    edited: plans.replyEdits(status)?.(text),
    walked: translateReply(plans, status, { type: 'application/json', text }),
  }
}

describe('a name in one schema', () => {
  it('stays in others', () => {
    const user = { user: { email: 'a', verifiedCredentials: [{ email: 'a' }] } }
    const { walked, edited } = replyOf({ fields: { 'User.email': 'mail' } }, 'users.get', user)
    expect(JSON.parse(walked)).toEqual({ user: { mail: 'a', verifiedCredentials: [{ email: 'a' }] } })
    expect(edited).toBeUndefined()
  })

  it('takes precedence over that of all schemas', () => {
    const file = {
      fields: { name: 'title', 'Gate.name': 'label' },
      values: { AccessOutcomeEnum: { block: 'deny' }, 'Gate.outcome': { block: 'stop' } },
    }
    const { walked } = replyOf(file, 'gates.get', { name: 'a', outcome: 'block' })
    expect(JSON.parse(walked)).toEqual({ label: 'a', outcome: 'stop' })
    const { read } = readDeploymentNames(file)
    const sent = translateBody(read.plansOf('gates.create'), 'application/json', '{"title":"a","outcome":"deny"}')
    expect(JSON.parse(sent)).toEqual({ name: 'a', outcome: 'block' })
  })
})

it('readNames leaves keys that are data, and renames what they lead to', () => {
  const body = { assetExposures: [{ spenderToInfo: { amount: { amount: '1', spenderAlias: 'x' } } }] }
  const { walked, edited } = replyOf({ fields: { amount: 'sum' } }, 'simulation.simulateTransaction', body)
  expect(JSON.parse(walked)).toEqual({
    assetExposures: [{ spenderToInfo: { amount: { sum: '1', spenderAlias: 'x' } } }],
  })
  expect(edited).toBeUndefined()
})

describe('a text is edited like the value that it stands for', () => {
  const file: NamesFile = {
    fields: { name: 'scope', scope: 'name', createdAt: 'created_at' },
    values: { AccessOutcomeEnum: { siteAccess: 'block', block: 'siteAccess' } },
  }

  it.each([
    { id: '1', name: '"name":', scope: '{"name":"scope","outcome":"block"}', outcome: 'block', rules: [] },
    { id: '2', name: 'siteAccess', outcome: 'siteAccess', rules: [], enabledAt: null },
    { id: '3', name: '\\"name\\":', outcome: 'scope', rules: [] },
  ])('%j', (gate) => {
    const { edited, walked } = replyOf(file, 'gates.get', gate)
    expect(edited).toBe(walked)
    expect(edited).not.toBe(JSON.stringify(gate))
  })

  it('and is left to the other way if a name may be data', () => {
    const names: NamesFile = { fields: { email: 'mail' } }
    for (const metadata of [{ email: 1 }, { list: [{ email: 1 }] }])
      expect(replyOf(names, 'users.get', { user: { metadata, email: 'a' } })).toEqual({
        edited: undefined,
        walked: JSON.stringify({ user: { metadata, mail: 'a' } }),
      })
    expect(replyOf(names, 'users.get', { user: { metadata: {}, email: 'a' } }).edited).toBe(
      '{"user":{"metadata":{},"mail":"a"}}',
    )
  })
})

describe('a body that cannot be translated', () => {
  it.each(['{', '{"name":1e400}', '"text"', '', `${'{"name":'.repeat(20_000)}1${'}'.repeat(20_000)}`])(
    'stays as it is, for its reader to refuse it: %.20s',
    (text) => {
      const { read } = readDeploymentNames({ fields: { name: 'title' } })
      expect(translateBody(read.plansOf('gates.create'), 'application/json', text)).toBe(text)
    },
  )

  it('does not lose a field by which it would be refused', () => {
    const { read } = readDeploymentNames({ fields: { name: 'title' } })
    const text = '{"title":"a","__proto__":{"name":1}}'
    expect(translateBody(read.plansOf('gates.create'), 'application/json', text)).toBe(
      '{"name":"a","__proto__":{"name":1}}',
    )
  })
})

describe('a path', () => {
  const { read, spell } = readDeploymentNames({
    paths: {
      '/api/v0/*': '/v1/*',
      '/api/v0/environments/{environmentId}/*': '/env/{environmentId}/*',
      '/api/v0/environments/{environmentId}/gates/{gateId}': '/rules/{gateId}/of/{environmentId}',
    },
    parameters: { orderBy: 'sort' },
  })
  const readPath = (path: string, query = '') => translateTarget(read, 'GET', { path, query })

  it('has the longest beginning that fits, or a template of its own', () => {
    expect(readPath('/v1/organizations')).toMatchObject({
      path: '/api/v0/organizations',
      operation: 'organizations.list',
    })
    expect(readPath('/env/e%201/gates').path).toBe('/api/v0/environments/e%201/gates')
    expect(readPath('/rules/g/of/e').path).toBe('/api/v0/environments/e/gates/g')
    expect(translateTarget(spell, 'GET', { path: '/api/v0/environments/e/gates/g', query: '' }).path).toBe(
      '/rules/g/of/e',
    )
  })

  it('takes the parameters of its query along', () => {
    expect(readPath('/env/e/users', '?sort=createdAt-desc&filter[value]=a%20b').query).toBe(
      `?${new URLSearchParams({ orderBy: 'createdAt-desc', 'filter[value]': 'a b' })}`,
    )
  })
})
