import { readFileSync } from 'node:fs'
import { type OperationId, type OperationRow, operationTable } from '@latchkey/types'
import { expect, it } from 'vitest'
import { readQuery } from '../../mock/src/http/decode.ts'
import { listOperations, type OpenApiDocument, resolve, type Schema } from '../../types/scripts/document.ts'
import * as operations from '../src/generated/operations/index.ts'
import { type Caller, createTransport } from '../src/index.ts'

const document = JSON.parse(
  readFileSync(new URL('../../types/src/generated/openapi.json', import.meta.url), 'utf8'),
) as OpenApiDocument
const functions: Readonly<
  Record<string, Readonly<Record<string, (client: Caller, input: never) => PromiseLike<unknown>>>>
> = operations
const withQuery = listOperations(document).filter(({ parameters }) =>
  parameters.some((parameter) => parameter.in === 'query'),
)

/** A value of the schema's type that is hard to write into a URL. */
function valueOf(schema: Schema): unknown {
  const { type, properties, items } = resolve<Schema>(document, schema.$ref ? { $ref: schema.$ref } : schema)
  if (properties) return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, valueOf(field)]))
  if (type === 'array') return [valueOf(items ?? {}), valueOf(items ?? {})]
  if (type === 'boolean') return false
  if (type === 'integer') return 0
  return type === 'number' ? -1.5 : 'a&b=c d+é%2F[x]#?/"\u{1F511}'
}

it.each(withQuery.map(({ id }) => id as OperationId))(
  '%s sends each parameter so that the service reads what was given',
  async (id) => {
    const entry = withQuery.find((candidate) => candidate.id === id)
    const query = Object.fromEntries(
      (entry?.parameters ?? [])
        .filter((parameter) => parameter.in === 'query')
        .map(({ name, schema }) => [name, valueOf(schema)]),
    )
    let sent = ''
    const fetch = async (url: string) => {
      sent = url
      return new Response('{"error":"Enough.","code":"bad_request"}', { status: 400 })
    }
    const [resource = '', verb = ''] = id.split('.')
    const ids = Object.fromEntries(
      (entry?.parameters ?? []).filter((parameter) => parameter.in === 'path').map(({ name }) => [name, 'x']),
    )
    const client = createTransport({ baseUrl: 'https://api.test', environmentId: 'x', fetch })
    await functions[resource]?.[verb]?.(client, { ...ids, query } as never).then(undefined, () => {})
    expect(readQuery(operationTable[id] as OperationRow, new URL(sent))).toEqual(query)
    // Left out is not sent, also where it is named.
    await functions[resource]
      ?.[verb]?.(client, {
        ...ids,
        query: Object.fromEntries(Object.keys(query).map((name) => [name, undefined])),
      } as never)
      .then(undefined, () => {})
    expect(new URL(sent).search).toBe('')
  },
)
