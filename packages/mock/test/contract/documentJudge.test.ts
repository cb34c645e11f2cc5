import { operationTable } from '@latchkey/types'
import { expect, it } from 'vitest'
import { faultsOfReply, type JudgedReply } from './documentJudge.ts'

const json = { 'content-type': 'application/json', 'x-request-id': 'req_1' }
const refused = { error: 'The token is not valid.', code: 'unauthorized' }

function judge({ status = 200, headers = json, body }: { status?: number; headers?: object; body?: unknown }) {
  const reply: JudgedReply = {
    status,
    headers: new Headers(Object.entries(headers) as [string, string][]),
    text: body === undefined ? null : JSON.stringify(body),
  }
  return faultsOfReply(operationTable['gates.list'], reply)
}

it('a reply of the document has no fault', () => {
  expect(judge({ body: { gates: [] } })).toEqual([])
})

it.each<[what: string, reply: Parameters<typeof judge>[0], fault: string]>([
  ['a status that is not documented', { status: 418, body: refused }, 'the document does not have this status'],
  [
    'a content type that is not documented',
    { headers: { ...json, 'content-type': 'text/html' }, body: {} },
    'text/html',
  ],
  ['a missing header', { status: 401, body: refused }, 'www-authenticate is missing'],
  [
    'a missing field',
    { status: 401, headers: { ...json, 'www-authenticate': 'Bearer' }, body: {} },
    "body must have required property 'error'",
  ],
  ['a field of another type', { body: { gates: {} } }, 'body/gates must be array'],
  ['a field that is not documented', { body: { gates: [{ colour: 'red' }] } }, 'body/gates/0/colour is not documented'],
])('%s is a fault', (_, reply, fault) => {
  expect(judge(reply).join()).toContain(fault)
})

it('a body where none is documented is a fault', () => {
  const reply = { status: 204, headers: new Headers(json), text: '{}' }
  expect(faultsOfReply(operationTable['users.delete'], reply).join()).toContain('no body is documented')
})
