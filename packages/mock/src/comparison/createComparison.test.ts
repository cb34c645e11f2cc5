import { describe, expect, it } from 'vitest'
import { createComparison } from './createComparison.ts'
import { readIgnored } from './ignored.ts'
import type { ObservedExchange } from './observedExchange.ts'
import { reportText } from './reportText.ts'

const environment = '/api/v0/environments/01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f'
const encode = (text: string) => new TextEncoder().encode(text)

/** A read of the gates that the document describes, except for what is given. */
function exchange(change: Partial<ObservedExchange> & { readonly json?: unknown } = {}): ObservedExchange {
  const { json = { gates: [] }, ...rest } = change
  return {
    method: 'GET',
    url: `${environment}/gates`,
    requestHeaders: new Headers({ authorization: 'Bearer token' }),
    requestBody: new Uint8Array(),
    status: 200,
    replyHeaders: new Headers({ 'content-type': 'application/json' }),
    replyBody: encode(JSON.stringify(json)),
    ...rest,
  }
}

async function reportOn(...exchanges: ObservedExchange[]) {
  const comparison = await createComparison(readIgnored([]))
  for (const each of exchanges) comparison.observe(each)
  return comparison.report()
}

describe('a comparison', () => {
  it('counts a difference once for each exchange that has it, and shows the first', async () => {
    const gate = { id: '01938c5e-8b01-7d4e-9f0a-1b2c3d4e5f01', name: 'A', rules: [], outcome: 'scope', color: 'red' }
    const { operations, compared } = await reportOn(
      exchange({ json: { gates: [gate, gate] } }),
      exchange({ json: { gates: [gate] } }),
      exchange(),
    )
    expect([compared, operations['gates.list']?.requests, operations['gates.list']?.statuses]).toEqual([
      3,
      3,
      { 200: 3 },
    ])
    expect(operations['gates.list']?.differences).toMatchObject([{ field: 'body.gates[].<field 1>', count: 2 }])
  })

  it('gives the same id the same placeholder everywhere, and another id another one', async () => {
    const [first, second] = ['01938c5e-8b01-7d4e-9f0a-1b2c3d4e5f01', '01938c5e-8b01-7d4e-9f0a-1b2c3d4e5f02']
    const gate = (id: string, owner: string) => ({ gates: [{ id, name: 'A', rules: [], outcome: 'scope', owner }] })
    const { operations } = await reportOn(exchange({ json: { ...gate(first, first), next: second } }))
    const shapes = operations['gates.list']?.differences.map(({ example }) => example.shape)
    expect(shapes).toEqual([
      expect.objectContaining({ id: '<id 1>', '<field 1>': '<id 1>' }),
      expect.objectContaining({ '<field 2>': '<id 2>' }),
    ])
  })

  it('lists a limited number of differences and operations, however many names a deployment has', async () => {
    const fields = Object.fromEntries(Array.from({ length: 300 }, (_, number) => [`field${number}`, 1]))
    const paths = Array.from({ length: 1_200 }, (_, number) => exchange({ url: `/api/v0/word${number}` }))
    const { operations, differences } = await reportOn(exchange({ json: fields }), ...paths)
    expect(operations['gates.list']?.differences).toHaveLength(200)
    expect(operations['gates.list']?.omitted).toBe(100)
    expect(Object.keys(operations)).toHaveLength(1_000)
    expect(differences).toBe(300 + 999)
  })

  it.each<[what: string, odd: ObservedExchange]>([
    ['a path that is no path', exchange({ url: '//' })],
    ['a broken escape', exchange({ url: '/api/v0/environments/%E0%A4%A/gates' })],
    ['a query that is an escape', exchange({ url: `${environment}/gates?%` })],
    ['no body', exchange({ replyBody: new Uint8Array() })],
    ['bytes that are no text', exchange({ replyBody: new Uint8Array([0xff, 0xfe, 0x80]) })],
    [
      'a body nested a hundred thousand times',
      exchange({ replyBody: encode('['.repeat(100_000) + ']'.repeat(100_000)) }),
    ],
    ['fields of prototypes', exchange({ replyBody: encode('{"__proto__":{"a":1},"constructor":1,"toString":[]}') })],
    ['a body that was not kept', exchange({ replyBody: undefined, requestBody: undefined })],
    ['a status of no reply', exchange({ status: 999 })],
    ['a method of no operation', exchange({ method: 'QUERY' })],
  ])('gets over an exchange with %s', async (_, odd) => {
    const { requests } = await reportOn(odd, exchange())
    expect(requests).toBe(2)
  })

  it('compares no page and no preflight, and no events of a stream', async () => {
    const { requests, compared } = await reportOn(
      exchange({ url: '/' }),
      exchange({ url: '/health' }),
      exchange({ method: 'OPTIONS' }),
    )
    expect([requests, compared]).toEqual([3, 0])
  })

  it('notes which fields of a read the mock has otherwise, without calling them differences', async () => {
    const url = `${environment}/sdkViews`
    const { operations, differences } = await reportOn(
      exchange({ url, json: { sdkViews: null } }),
      exchange({ url, json: {} }),
    )
    expect(operations['sdkViews.list']?.fields).toEqual([
      { field: 'sdkViews', target: ['null', 'absent'], mock: ['present'] },
    ])
    expect(differences).toBe(1)
  })

  it('has the requests that the deployment did not answer, by reason', async () => {
    const comparison = await createComparison(readIgnored([]))
    comparison.noteUnanswered('nothing listens at the target.')
    comparison.noteUnanswered('nothing listens at the target.')
    const report = await comparison.report()
    expect(report).toMatchObject({ requests: 2, compared: 0, unanswered: { 'nothing listens at the target.': 2 } })
    expect(reportText(report)).toContain('2 requests without an answer: nothing listens at the target.')
  })

  it('prints differences by operation, and below them the notes', async () => {
    const gates = [{ id: '01938c5e-8b01-7d4e-9f0a-1b2c3d4e5f01', name: 'A', rules: [], outcome: 'scope', color: 'red' }]
    const report = await reportOn(
      exchange({ json: { gates } }),
      exchange({ url: `${environment}/gates?colour=2` }),
      exchange({ url: `${environment}/sdkViews`, json: {} }),
    )
    expect(reportText(report).split('\n')).toEqual([
      'Compared 3 exchanges of 3 requests: 1 difference.',
      '',
      'gates.list (2 requests)',
      '  unknownField  reply body.gates[].<field 1>: expected absent, found <string> (1 ×, status 200)',
      '    {"id":"<id 1>","name":"<string>","rules":[],"outcome":"scope","<field 1>":"<string>"}',
      '',
      'Notes, which are no differences:',
      '  gates.list: The request has the query parameter <parameter 1>, which the document does not have. (1 ×)',
      '  1 optional field occurs otherwise in the mock: see "fields" of --report.',
    ])
  })
})
