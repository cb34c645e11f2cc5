import { type OperationId, operationTable } from '@latchkey/types'
import document from '@latchkey/types/openapi.json' with { type: 'json' }
import { expect, it } from 'vitest'
import { reportText } from '../../src/comparison/reportText.ts'
import { operationRequest } from '../hosts/operationRequest.ts'
import { createComparedTarget } from './comparedTarget.ts'

const target = createComparedTarget()

/** Data of many forms, which this target puts everywhere: as names, values, headers, media types and statuses' bodies. */
const secrets = [
  'lk_live_9f8e7d6c5b4a39281706f5e4d3c2b1a0',
  'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl',
  'grace.hopper@navy.example',
  '01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e99',
  '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
  '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  '+41791234567',
  'login.navy.example',
  'correct horse battery staple',
] as const

/** A value with the secrets as further fields of each object, and in place of each text. */
function spoiled(value: unknown): unknown {
  if (typeof value === 'string') return secrets[value.length % secrets.length]
  if (Array.isArray(value)) return value.map(spoiled)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, field]) => [name, spoiled(field)])
  return Object.fromEntries([...fields, ...secrets.map((secret) => [secret, secret])])
}

/** The texts of 6 characters and more in a value, also those that are names of fields. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.length < 6 ? [] : [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, field]) => [...textsOf(name), ...textsOf(field)])
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

it('a report has none of the texts that passed, whatever the deployment calls its fields', async () => {
  const seen = new Set<string>(secrets)
  for (const type of [undefined, 'application/json', `text/${secrets[0]}`]) {
    for (const id of Object.keys(operationTable) as OperationId[]) {
      target.restore()
      const request = operationRequest(target.world, id)
      if (type !== undefined) {
        const reply = await target.mock
          .fork()
          .fetch(new URL(request.url, target.mock.baseUrl), { ...request, body: request.body ?? null })
        const body = JSON.stringify(spoiled(parsed(await reply.text())))
        const headers = Object.fromEntries(
          secrets.filter((secret) => /^[\w.-]+$/.test(secret)).map((secret) => [secret, secret]),
        )
        const status = reply.status === 204 ? 200 : reply.status
        target.answerBy(() => new Response(body, { status, headers: { 'content-type': type, ...headers } }))
      }
      const { text } = await target.send(request)
      const all = [
        request.url.split(/[/?&=]/),
        Object.values(request.headers),
        parsed(request.body ?? ''),
        parsed(text),
      ]
      for (const each of textsOf(all)) seen.add(each)
      for (const secret of secrets) {
        const url = `/api/v0/${encodeURIComponent(secret)}/${encodeURIComponent(secret)}?${encodeURIComponent(secret)}=${encodeURIComponent(secret)}`
        if (id === 'gates.list') await target.send({ method: 'GET', url, headers: { authorization: secret } })
      }
    }
  }
  const report = await target.report()
  expect(report.differences).toBeGreaterThan(1_000)
  const written = JSON.stringify(report) + reportText(report)
  // Names of fields and values of enums that the document has are no data.
  const ofDocument = JSON.stringify(document)
  expect([...seen].filter((text) => !ofDocument.includes(text) && written.includes(text))).toEqual([])
  expect(seen.size).toBeGreaterThan(500)
})
