import { type Format, formats, type OperationId } from '@latchkey/types'
import type { Contract } from '../../src/comparison/contract.ts'
import { isMap, listedValues, typesOf } from '../../src/comparison/schemas.ts'
import type { Schema } from '../../src/mcp/document.ts'
import { plantedSecrets } from './plantedSecrets.ts'

/** The reads that a scenario keeps something of. */
export const recordedReads = [
  'environments.get',
  'sdkSettings.get',
  'providers.list',
  'customFields.list',
  'origins.list',
  'deeplinkUrls.list',
  'customHostnames.list',
  'sdkViews.list',
  'gates.list',
  'allowlists.list',
  'allowlistEntries.list',
  'customNetworks.list',
  'users.list',
] as const satisfies OperationId[]

const label = (secret: string): string => secret.replace(/[^a-z0-9]/gi, '').slice(0, 40) || 'a'
const inUrl = encodeURIComponent

/** The texts in which a secret is planted. Each field takes those that its schema accepts. */
const carriers: ReadonlyArray<(secret: string) => string> = [
  (secret) => secret,
  (secret) => `https://ada:${inUrl(secret)}@api.example/a?b=1`,
  (secret) => `https://api.example/v2/${inUrl(secret)}`,
  (secret) => `https://api.example/?apikey=${inUrl(secret)}&key=${inUrl(secret)}`,
  (secret) => `https://api.example/#${inUrl(secret)}`,
  (secret) => `https://${label(secret).toLowerCase()}.rpc.example/v1`,
  (secret) => `wss://api.example/ws?token=${inUrl(secret)}`,
  (secret) => `harbour://callback?token=${inUrl(secret)}`,
  (secret) => `${label(secret).replace(/\d/g, '').slice(0, 20)}://open`,
  (secret) => `http://localhost:3000/${inUrl(secret)}?key=${inUrl(secret)}`,
  (secret) => `https://${label(secret)}.example.com`,
  (secret) => `https://*.${label(secret)}.example.com`,
  (secret) => `${label(secret)}.example.com`,
  (secret) => `${label(secret).toLowerCase()}.example.com/v2/${label(secret)}`,
  (secret) => `${label(secret)}@firma.example`,
  (secret) => `eip155:${label(secret).slice(0, 32)}`,
  (secret) => label(secret),
  (secret) => label(secret).toUpperCase().slice(0, 10),
  (secret) => secret.replace(/\D/g, '').slice(0, 9) || '7',
  (secret) => JSON.stringify({ token: secret }),
  (secret) => Buffer.from(secret).toString('base64url'),
]

/** Makes the reply of an operation, in which every text that the document leaves open has a secret. */
export function createLeakyReplies(contract: Contract, first: number) {
  let planted = first

  function fits({ format, pattern, minLength = 0, maxLength = Infinity }: Schema, text: string): boolean {
    const check = typeof format === 'string' && Object.hasOwn(formats, format) ? formats[format as Format] : undefined
    if (check && !check(text)) return false
    if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(text)) return false
    return text.length >= Number(minLength) && text.length <= Number(maxLength)
  }

  function textOf(schema: Schema): string {
    const [, secret = ''] = plantedSecrets[planted % plantedSecrets.length] ?? []
    const texts = carriers.map((carrier) => carrier(secret)).filter((text) => fits(schema, text))
    const text = texts[Math.floor(planted / plantedSecrets.length + planted) % Math.max(1, texts.length)]
    planted++
    return text ?? exampleOf(schema)
  }

  function exampleOf({ format }: Schema): string {
    if (format === 'date-time') return '2026-01-15T09:30:00.000Z'
    return format === 'uuid' ? '01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f' : ''
  }

  function valueOf(reference: Schema, depth = 0): unknown {
    const schema = contract.resolve(reference)
    const [alternative] = (schema.anyOf ?? []) as Schema[]
    if (alternative) return valueOf(alternative, depth)
    const listed = listedValues(schema)
    if (listed) return listed[planted % listed.length]
    const [type = schema.properties ? 'object' : 'string'] = typesOf(schema)
    if (type === 'object') return objectOf(schema, depth)
    if (type === 'array') return depth > 8 ? [] : [valueOf((schema.items ?? {}) as Schema, depth + 1)]
    if (type === 'boolean') return true
    if (type === 'null') return null
    return type === 'string' ? textOf(schema) : Math.max(1, Number(schema.minimum ?? 1))
  }

  function objectOf(schema: Schema, depth: number): object {
    const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
    // A number, which says the same as the text beside it, and would contradict one that is made at random.
    const described = properties.filter(([name]) => name !== 'defaultChainId')
    const fields = described.map(([name, property]) => [name, valueOf(property, depth + 1)])
    const { additionalProperties } = schema
    const hasValues = typeof additionalProperties === 'object' && additionalProperties !== null
    const entry = [textOf({}), hasValues ? valueOf(additionalProperties as Schema, depth + 1) : textOf({})]
    // A field that nobody has described, too.
    return Object.fromEntries([...fields, ...(isMap(schema) ? [entry] : [[textOf({}), textOf({})]])])
  }

  return (id: OperationId): unknown => {
    const schema = contract.operation(id).replies.get(200)?.content.get('application/json')
    if (!schema) throw new TypeError(`Failed to read ${id}: it has no JSON.`)
    return valueOf(schema)
  }
}
