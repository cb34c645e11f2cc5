import { expect, it } from 'vitest'
import { operationRequest } from '../hosts/operationRequest.ts'
import { createComparedTarget } from './comparedTarget.ts'

// A names file, and a deployment that does not have all of its names: the report says which.

const target = createComparedTarget({
  paths: { '/api/v0/*': '/v1/*', '/api/v0/environments/{environmentId}/gates': '/v1/env/{environmentId}/rules' },
  fields: { 'Gate.name': 'title', outcome: 'effect' },
  parameters: { orderBy: 'sort' },
  values: { AccessOutcomeEnum: { siteAccess: 'site_access' } },
  headers: { 'x-request-id': 'x-trace-id' },
})

const gate = {
  id: '01938c5e-8b01-7d4e-9f0a-1b2c3d4e5f01',
  title: 'Members',
  effect: 'site_access',
  rules: [],
  enabledAt: null,
}

/** The differences of an exchange whose request and reply the deployment has as they are written here. */
async function differencesOf({ url, reply, headers = {} }: { url: string; reply: object; headers?: object }) {
  target.answerAsIs(() => Response.json(reply, { headers: { 'x-trace-id': 'req_1', ...headers } }))
  const { authorization = '' } = operationRequest(target.world, 'gates.list').headers
  const response = await fetch(target.proxyUrl + url, { headers: { authorization } })
  expect(await response.json()).toEqual(reply)
  const { operations } = await target.report()
  return Object.entries(operations).flatMap(([operation, { differences, notes }]) => [
    ...differences.map(({ kind, field, expected, found }) => ({ operation, kind, field, expected, found })),
    ...notes.map(({ text }) => text),
  ])
}

const gatesUrl = () => `/v1/env/${target.world.paramsOf('gates.list').environmentId}/rules`

it('no difference is listed if the deployment has the names of the file', async () => {
  expect(await differencesOf({ url: gatesUrl(), reply: { gates: [gate] } })).toEqual([])
})

it('a field that is spelled as in the document is listed as spelled differently', async () => {
  const { title, ...rest } = gate
  expect(await differencesOf({ url: gatesUrl(), reply: { gates: [{ ...rest, name: title }] } })).toEqual([
    { operation: 'gates.list', kind: 'missingField', field: 'body.gates[].name', expected: 'present', found: 'absent' },
    {
      operation: 'gates.list',
      kind: 'unknownField',
      field: 'body.gates[].name (spelled <field 1>)',
      expected: 'absent',
      found: '<string>',
    },
  ])
})

it('a value that is spelled as in the document is listed', async () => {
  expect(await differencesOf({ url: gatesUrl(), reply: { gates: [{ ...gate, effect: 'siteAccess' }] } })).toMatchObject(
    [{ operation: 'gates.list', kind: 'enumValue', field: 'body.gates[].outcome' }],
  )
})

it('a header and a parameter that are spelled as in the document are listed', async () => {
  const url = `/v1/environments/${target.world.paramsOf('gates.list').environmentId}/users?orderBy=createdAt-asc`
  const headers = { 'x-request-id': 'req_1' }
  expect(await differencesOf({ url, reply: { users: [], count: 0 }, headers })).toEqual([
    {
      operation: 'users.list',
      kind: 'unknownHeader',
      field: 'header x-request-id (spelled <header 1>)',
      expected: 'absent',
      found: 'present',
    },
    'The request has the query parameter orderBy (spelled <parameter 1>), which the document does not have.',
  ])
})

it.each([
  [
    'that only the document has',
    (url: string) => url.replace('/v1/env/', '/api/v0/environments/').replace('/rules', '/gates'),
  ],
  ['that nobody has, below the paths of the deployment', (url: string) => url.replace('/rules', '/ruler')],
])('a path %s is listed if the deployment serves it', async (_, change) => {
  const [difference, ...others] = await differencesOf({ url: change(gatesUrl()), reply: { gates: [] } })
  expect(difference).toMatchObject({ kind: 'unknownUrl', expected: '404', found: '200' })
  expect(others).toEqual([])
})

it('a path that does not begin like one of the deployment is not compared', async () => {
  expect(await differencesOf({ url: '/health', reply: { ok: true } })).toEqual([])
})
