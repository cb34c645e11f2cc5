import { type OperationId, operationTable } from '@latchkey/types'
import { describe, expect, it } from 'vitest'
import { operationRequest, type SentRequest } from '../hosts/operationRequest.ts'
import { createComparedTarget } from './comparedTarget.ts'

const target = createComparedTarget()
const ids = Object.keys(operationTable) as OperationId[]

/** Sends a request of every operation, each to the same state. @returns What the report lists */
async function differencesOf(requestOf: (id: OperationId) => SentRequest | undefined) {
  let sent = 0
  for (const id of ids) {
    const request = requestOf(id)
    if (!request) continue
    target.restore()
    await target.send(request)
    sent++
  }
  const { operations, compared } = await target.report()
  const found = Object.entries(operations).flatMap(([operation, { differences }]) =>
    differences.map(({ kind, side, field, expected, found }) => ({ operation, kind, side, field, expected, found })),
  )
  return { found, isWhole: compared === sent && sent > 0 }
}

const requestOf = (id: OperationId) => operationRequest(target.world, id)
const withBody = (id: OperationId, change: (request: SentRequest) => Partial<SentRequest>) => {
  const request = requestOf(id)
  return request.body === undefined ? undefined : { ...request, ...change(request) }
}

describe('a mock that is compared with itself', () => {
  it.each<[what: string, requestOf: (id: OperationId) => SentRequest | undefined]>([
    ['is asked as the document says', requestOf],
    ['gets no credential', (id) => ({ ...requestOf(id), headers: withoutCredential(requestOf(id).headers) })],
    ['gets a credential of nobody', (id) => operationRequest(target.world, id, { token: 'nobody' })],
    ['gets a body that is not JSON', (id) => withBody(id, () => ({ body: '{' }))],
    ['gets a field that the document does not have', (id) => withBody(id, ({ body }) => ({ body: withField(body) }))],
    [
      'gets another media type',
      (id) => withBody(id, ({ headers }) => ({ headers: { ...headers, 'content-type': 'text/csv' } })),
    ],
    ['gets no body', (id) => withBody(id, () => ({ body: '' }))],
    ['gets an empty object', (id) => withBody(id, () => ({ body: '{}' }))],
    ['gets a method that is not served', (id) => ({ ...requestOf(id), method: 'PATCH', body: undefined })],
    ['is asked below a URL', (id) => ({ ...requestOf(id), url: `${operationTable[id].path}/nothing/here` })],
    [
      'is asked for ids that are none',
      (id) => ({ ...requestOf(id), url: operationTable[id].path.replaceAll(/\{\w+\}/g, 'none') }),
    ],
  ])('shows no difference when it %s', async (_, requestOf) => {
    expect(await differencesOf(requestOf)).toEqual({ found: [], isWhole: true })
  })
})

function withoutCredential(headers: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'authorization'))
}

const withField = (body = '{}') =>
  body.startsWith('{') ? JSON.stringify({ ...JSON.parse(body), colour: 'red' }) : body
