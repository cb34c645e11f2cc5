import { operationTable } from '@latchkey/types'
import { expect, it } from 'vitest'
import { faultsOfMessage, faultsOfReply, type JudgedReply } from './documentJudge.ts'

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
])('%s is a fault of a reply', (_, reply, fault) => {
  expect(judge(reply).join()).toContain(fault)
})

it('a body where none is documented is a fault', () => {
  const reply = { status: 204, headers: new Headers(json), text: '{}' }
  expect(faultsOfReply(operationTable['users.delete'], reply).join()).toContain('no body is documented')
})

const message = {
  eventId: '01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e0d',
  messageId: '01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e0f',
  webhookId: '01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e0e',
  environmentId: '01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e03',
  environmentName: 'sandbox',
  eventName: 'user.social.linked',
  timestamp: '2026-01-15T09:30:00.000Z',
  data: { userId: '01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e06', provider: 'google' },
}
const signed = { 'x-webhook-signature-256': `sha256=${'0'.repeat(64)}` }

it('a message to a webhook that is as the document has it has no fault', () => {
  expect(faultsOfMessage({ headers: signed, body: JSON.stringify(message) })).toEqual([])
})

it.each<[what: string, change: object, fault: string]>([
  ['an event that the document does not have', { eventName: 'user.cloned' }, 'no webhook of this name'],
  ['data of another event', { eventName: 'visit.created' }, "body/data must have required property 'id'"],
  ['a field of data that is not documented', { data: { ...message.data, colour: 'red' } }, 'body/data/colour'],
  ['a field of the envelope that is not documented', { colour: 'red' }, 'body/colour is not documented'],
])('%s is a fault of a message', (_, change, fault) => {
  expect(faultsOfMessage({ headers: signed, body: JSON.stringify({ ...message, ...change }) }).join()).toContain(fault)
})

it.each<[what: string, headers: Record<string, string>]>([
  ['no signature', {}],
  ['the signature of another form', { 'x-webhook-signature-256': '0'.repeat(64) }],
])('%s is a fault of the headers of a message', (_, headers) => {
  expect(faultsOfMessage({ headers, body: JSON.stringify(message) }).join()).toContain('x-webhook-signature-256: ')
})
