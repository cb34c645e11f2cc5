import fc from 'fast-check'
import { type OpenApiDocument, resolve, type Schema } from '../scripts/document.ts'

/** Values around a schema: most fit it, and those that do not are near misses. */
export function valuesFor(document: OpenApiDocument, schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 4, arbitrary: fitting(document, schema, 0) },
    { weight: 5, arbitrary: fitting(document, schema, 0).chain((value) => mutate(value)) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  )
}

function fitting(document: OpenApiDocument, node: Schema, depth: number): fc.Arbitrary<unknown> {
  const schema = resolve<Schema>(document, node as Schema & { $ref: string })
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((inner) => fitting(document, inner, depth)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const types = [schema.type ?? 'string'].flat()
  return fc.oneof(...types.map((type) => (typed[type] ?? typed.string)(document, schema, depth)))
}

type Builder = (document: OpenApiDocument, schema: Schema, depth: number) => fc.Arbitrary<unknown>

const typed: Record<string, Builder> & { string: Builder } = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: (_, { minimum = -3, maximum = 200 }) =>
    fc.oneof(
      fc.integer({ min: Math.max(minimum, -3) - 2, max: Math.min(maximum, 200) + 2 }),
      fc.constantFrom(minimum - 1, minimum, maximum, maximum + 1, 1e20, -0, 1.5, Number.MAX_SAFE_INTEGER + 2),
    ),
  number: () => fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer()),
  array: (document, { items = {} }, depth) =>
    fc.array(fitting(document, items, depth + 1), { maxLength: depth > 2 ? 1 : 3 }),
  string: (_, schema) => text(schema),
  object(document, { properties, required = [], additionalProperties }, depth) {
    if (!properties) {
      const values =
        typeof additionalProperties === 'object'
          ? fitting(document, additionalProperties, depth + 1)
          : fc.jsonValue({ maxDepth: 1 })
      return fc.dictionary(fc.string({ maxLength: 8 }), values, { maxKeys: 3 })
    }
    // Deep down only what must be there, so that values of recursive schemas stay small.
    const included = Object.entries(properties).filter(([name]) => depth < 2 || required.includes(name))
    return fc.record(Object.fromEntries(included.map(([name, inner]) => [name, fitting(document, inner, depth + 1)])), {
      requiredKeys: required,
    })
  },
}

/** Texts near each format and limit the document has; the patterns decide which of them fit. */
const samples: readonly string[] = [
  '',
  ' ',
  'a',
  'ab',
  'name',
  'Ada Lovelace',
  ' padded',
  'tab\there',
  'ünïcödé',
  '名前',
  '😀😀😀',
  'x'.repeat(20),
  'x'.repeat(255),
  'x'.repeat(256),
  '😀'.repeat(255),
  '01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f',
  '01938C5E-7A1B-7C3D-8E9F-0A1B2C3D4E5F',
  '01938c5e7a1b7c3d8e9f0a1b2c3d4e5f',
  'urn:uuid:01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f',
  '2026-01-15T09:30:00.000Z',
  '2026-01-15 09:30:00Z',
  '2026-01-15T09:30:00+02:00',
  '2026-02-30T09:30:00Z',
  '2024-02-29T09:30:00Z',
  '2026-01-15T24:00:00Z',
  '2016-12-31T23:59:60Z',
  '2017-01-01T00:59:60+01:00',
  '2016-12-31T12:00:60Z',
  '2026-01-15T09:30:00',
  '2026-01-15',
  '2026-13-01',
  '2026-01-15T09:30:61Z',
  '2026-01-15t09:30:00z',
  'ada@example.com',
  'ADA@EXAMPLE.COM',
  'a.b+c@x.example',
  '@example.com',
  'ada@',
  'ada@localhost',
  'a..b@example.com',
  'ada@-x.com',
  '"quoted"@example.com',
  'https://example.com',
  'http://localhost:3000',
  'https://*.example.com',
  'https://example.com/path?q=1#f',
  'https://a.b.example.com:8443/x',
  'HTTPS://EXAMPLE.COM',
  'myapp://callback',
  'myapp://*',
  'chrome-extension://abc',
  'ftp://example.com',
  'https://',
  'not a url',
  'https://ex ample.com',
  'mailto:ada@example.com',
  'http://127.0.0.1:9000/hook',
  'https://10.0.0.1/',
  'arn:aws:sns:us-east-1:123456789012:topic',
  'example.com',
  'auth.example.com',
  '-bad.example.com',
  'example',
  'a'.repeat(64) + '.com',
  '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
  '0x',
  '02' + 'a'.repeat(64),
  '0X0F',
  '9'.repeat(79),
  '0xzz',
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  'D' + 'a'.repeat(33),
  'k:' + 'a'.repeat(64),
  'kaspa:' + 'q'.repeat(56),
  'eip155:1',
  'eip155:',
  'EIP155:1',
  'createdAt-desc',
  'createdAt-up',
  '-asc',
  'US',
  'us',
  'usa',
  '+14155550123',
  '+0123',
  '14155550123',
  '1',
  '137',
  '1a',
  'ETH',
  'eth',
  'eyJhbGciOiJub25lIn0.e30.x',
  'a.b',
  'access_denied',
  'abc',
  'code-1234567890',
  '__proto__',
  'constructor',
  '\u0000',
  '\ud800',
]

function text({ minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...samples) },
    { weight: 1, arbitrary: fc.string({ minLength, maxLength: Math.min(maxLength + 1, 300), unit: 'grapheme' }) },
    { weight: 1, arbitrary: fc.string({ maxLength: 12, unit: fc.constantFrom(...'abz09AZ.-_:/@*+% ') }) },
  )
}

/** One change somewhere inside: a key left out, added or renamed, a value of another type, an item doubled. */
function mutate(value: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(value) && value.length > 0) {
    return fc.oneof(
      fc.constant([...value, null]),
      fc.nat(value.length - 1).chain((i) => mutate(value[i]).map((inner) => value.with(i, inner))),
      fc.constant({ ...value }),
    )
  }
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
    return fc.constantFrom(...Object.keys(value)).chain((key) => {
      const { [key]: inner, ...rest } = value as Record<string, unknown>
      return fc.oneof(
        fc.constant(rest),
        fc.constant({ ...rest, [key]: null }),
        fc.constant({ ...value, unknownKey: 1 }),
        fc.constant({ ...rest, [`${key}X`]: inner }),
        mutate(inner).map((changed) => ({ ...rest, [key]: changed })),
      )
    })
  }
  return fc.oneof(
    fc.constantFrom<unknown>(null, 0, 1.5, true, '', [], {}, 'text', '2026-01-15T09:30:00.000Z'),
    fc.constantFrom(...samples),
  )
}
