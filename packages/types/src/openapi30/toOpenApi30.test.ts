import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { listOperations, type OpenApiDocument } from '../../scripts/document.ts'
import { listWebhooks } from '../../scripts/webhooks.ts'
import { valuesFor } from '../../test/schemaValues.ts'
import { isRe2Pattern } from './isRe2Pattern.ts'
import { toOpenApi30 } from './toOpenApi30.ts'

const text = readFileSync(new URL('../generated/openapi.json', import.meta.url), 'utf8')
const document = JSON.parse(text) as OpenApiDocument
const converted = toOpenApi30(document) as OpenApiDocument

/** The complaints of the linter, whose rule `struct` is the schema of the version. */
function lint(subject: object): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'openapi30-'))
  try {
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(subject))
    const rules = { struct: 'error', 'no-unresolved-refs': 'error', 'nullable-type-sibling': 'error' }
    writeFileSync(join(folder, 'redocly.yaml'), JSON.stringify({ rules }))
    const cli = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js')
    const { stdout } = spawnSync(process.execPath, [cli, 'lint', 'openapi.json', '--format=json'], {
      cwd: folder,
      encoding: 'utf8',
    })
    return (JSON.parse(stdout) as { problems: { message: string }[] }).problems.map(({ message }) => message)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('the document in OpenAPI 3.0', () => {
  it('is one by the schema of that version, which the document of 3.1 is not', () => {
    expect(lint(converted)).toEqual([])
    expect(lint({ ...document, openapi: '3.0.3' })).not.toEqual([])
  })

  it('has all operations, with the same parameters, bodies and replies', () => {
    const facts = (subject: OpenApiDocument) =>
      listOperations(subject).map(({ id, method, path, operation, parameters }) => [
        [id, method, path, operation.summary, operation.security],
        parameters.map(({ in: place, name, required }) => [place, name, required]),
        Object.keys(operation.requestBody?.content ?? {}),
        Object.keys(operation.responses),
      ])
    expect(facts(converted)).toEqual(facts(document))
    expect(facts(converted).length).toBeGreaterThan(300)
  })

  it('has all webhooks as an extension, with the same bodies, and says so', () => {
    const { 'x-webhooks': extension, ...rest } = converted as OpenApiDocument & { 'x-webhooks'?: object }
    expect(rest).not.toHaveProperty('webhooks')
    expect(listWebhooks({ ...document, webhooks: extension as OpenApiDocument['webhooks'] & object })).toEqual(
      listWebhooks(document),
    )
    expect(Object.keys(extension ?? {})).toContain('user.created')
    expect(rest).toMatchObject({
      info: {
        description: expect.stringContaining('`x-webhooks`'),
        license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
      },
    })
  })

  it('says in the extension what 3.0 has words for', () => {
    const schema = { type: 'string', const: 'ping' }
    const post = { requestBody: { content: { 'application/json': { schema } } }, responses: {} }
    expect(toOpenApi30({ ...document, webhooks: { ping: { post } } })).toMatchObject({
      'x-webhooks': {
        ping: { post: { requestBody: { content: { 'application/json': { schema: { enum: ['ping'] } } } } } },
      },
    })
  })

  it('leaves what stands beside a reference out where it may not be, and never changes the document', () => {
    const parameter = { $ref: '#/components/parameters/Limit', description: 'Beside it.' }
    const paths = { '/a': { parameters: [parameter], get: { responses: { 200: { $ref: '#/b', summary: 'c' } } } } }
    expect(toOpenApi30({ ...document, paths })).toMatchObject({
      paths: {
        '/a': { parameters: [{ $ref: parameter.$ref }], get: { responses: { 200: { $ref: '#/b' } } } },
      },
    })
    expect(parameter.description).toBe('Beside it.')
    expect(JSON.stringify(document)).toBe(JSON.stringify(JSON.parse(text)))
  })
})

/** The document without the patterns that 3.0 leaves to `x-pattern`. */
const readable = JSON.parse(text, (key, value: unknown) =>
  key === 'pattern' && typeof value === 'string' && !isRe2Pattern(value) ? undefined : value,
) as OpenApiDocument
const judges = [
  [new Ajv2020({ strict: false, unicodeRegExp: true }), readable],
  [new Ajv({ strict: false, unicodeRegExp: true }), converted],
] as const
for (const [ajv, subject] of judges) {
  addFormats.default(ajv)
  ajv.addSchema(subject, 'document')
}

describe('a schema of the document in OpenAPI 3.0', () => {
  const verdicts = { accepted: 0, refused: 0 }

  it.each(Object.keys(document.components.schemas))('accepts and refuses what %s does', (name) => {
    const [expected, actual] = judges.map(([ajv]) => ajv.compile({ $ref: `document#/components/schemas/${name}` }))
    fc.assert(
      fc.property(valuesFor(readable, readable.components.schemas[name]!), (value) => {
        const isValid = expected!(value) === true
        verdicts[isValid ? 'accepted' : 'refused']++
        expect(actual!(value), JSON.stringify(actual!.errors)).toBe(isValid)
      }),
      { numRuns: 15, seed: 30 },
    )
  })

  afterAll(() => {
    expect(Math.min(verdicts.accepted, verdicts.refused)).toBeGreaterThan(500)
  })
})
