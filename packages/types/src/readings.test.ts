import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { listOperations, type OpenApiDocument, resolve, type Response, type Schema } from '../scripts/document.ts'
import { operationSchemas } from './generated/zod.ts'
import type { Reading } from './zodKit.ts'

const document = JSON.parse(
  readFileSync(new URL('./generated/openapi.json', import.meta.url), 'utf8'),
) as OpenApiDocument

type Makers = Record<
  string,
  { body?: () => z.ZodType; replies: Record<string, (reading?: Reading) => z.ZodType> } | undefined
>
const makers = operationSchemas as object as Makers

interface Probe {
  /** A value with an unknown key at every depth. Its texts and numbers need not be valid. */
  readonly value: unknown
  /** Paths of the unknown keys that the document does not allow. */
  readonly unknown: readonly string[]
}

function probe(node: Schema, path: readonly string[] = []): Probe {
  const schema = resolve<Schema>(document, node as Schema & { $ref: string })
  if (schema.anyOf) return probe(schema.anyOf[0] as Schema, path)
  if (schema.items) {
    const { value, unknown } = probe(schema.items, [...path, '0'])
    return { value: [value], unknown }
  }
  if (typeof schema.additionalProperties === 'object') {
    const { value, unknown } = probe(schema.additionalProperties, [...path, 'any'])
    return { value: { any: value }, unknown }
  }
  if (!schema.properties) return { value: 'x', unknown: [] }
  const parts = Object.entries(schema.properties).map(([name, inner]) => ({ name, ...probe(inner, [...path, name]) }))
  return {
    value: Object.fromEntries([...parts.map(({ name, value }) => [name, value]), ['newer', 1]]),
    unknown: [
      ...(schema.additionalProperties === true ? [] : [[...path, 'newer'].join('.')]),
      ...parts.flatMap(({ unknown }) => unknown),
    ],
  }
}

/** Paths at which a schema refuses unknown keys. */
function refusedKeys(schema: z.ZodType | undefined, value: unknown): string[] {
  return (schema?.safeParse(value).error?.issues ?? []).flatMap(refused)
}

function refused(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => [...issue.path, key].join('.'))
  return []
}

const operations = listOperations(document)
const bodies = operations.flatMap(({ id, operation }) =>
  Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => [id, schema] as const),
)
const replies = operations.map(
  ({ id, operation }) =>
    [
      id,
      Object.entries(operation.responses).flatMap(([status, response]) => {
        const schema = resolve<Response>(document, response).content?.['application/json']?.schema
        return schema ? [[status, schema] as const] : []
      }),
    ] as const,
)

describe('unknown keys', () => {
  it.each(bodies)('are refused at every depth of the body of %s', (id, schema) => {
    const { value, unknown } = probe(schema)
    expect(refusedKeys(makers[id]?.body?.(), value).sort()).toEqual([...unknown].sort())
  })

  it.each(replies)('are kept in replies of %s, and refused at every depth of closed ones', (id, schemas) => {
    for (const [status, schema] of schemas) {
      const { value, unknown } = probe(schema)
      const make = makers[id]?.replies[status]
      expect(refusedKeys(make?.(), value), status).toEqual([])
      expect(refusedKeys(make?.('closed'), value).sort(), status).toEqual([...unknown].sort())
    }
  })

  it('are accepted in objects to which WebAuthn and providers add members', () => {
    const open = Object.entries(document.components.schemas).flatMap(([name, { properties, additionalProperties }]) =>
      properties && additionalProperties === true ? [name] : [],
    )
    expect(open.sort()).toEqual([
      'AuthenticationExtensionsClientOutputs',
      'AuthenticatorAssertionResponse',
      'AuthenticatorAttestationResponse',
      'OauthRedirectRequest',
      'PasskeyRegistrationCredentialV2',
    ])
  })
})
