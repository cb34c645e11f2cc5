import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compare } from './compareReference/compare.ts'
import { readPage } from './compareReference/differencePage.ts'
import { judge, lineOf } from './compareReference/judge.ts'
import { readDocument } from './compareReference/readDocument.ts'
import { readReference } from './compareReference/readReference.ts'

/** A reference of a library: a shelf is read and changed, and books are put on it. */
const operations = `
operations:
- {method: GET, path: '/shelves/{shelfId}', deprecated: false, pathParams: {shelfId: uuid}, body: null,
   query: [{name: limit, type: integer, req: false, min: 1, max: 100, default: 20}],
   responses: {200: Shelf}, errors: [404], errShapes: {404: empty}}
- {method: POST, path: '/shelves/{shelfId}/books', deprecated: true, pathParams: {shelfId: uuid}, query: [],
   body: 'array<Book>', bodyItems: 1..50, responses: {201: 'map<Book>'}, errors: [400]}
`
const schemas = `
scalars:
  uuid: {pattern: '^[0-9a-f-]{36}$', minLength: 36, maxLength: 36}
  Title: {pattern: '^(a|b)+$', maxLength: 255}
enums:
  Genre: {values: [novel, poem], newer: [play]}
schemas:
  BadRequest:
    error: {type: string, req: true}
  Shelf:
    id: {type: uuid, req: true}
    books: {type: array<Book>, req: false}
    next: {type: Shelf, req: false}
  Book:
    title: {type: Title, req: true}
    genre: {type: Genre, req: false, nullable: true}
    pages: {type: integer, req: false, min: 1, max: 9, default: 5}
    state: {type: 'enum(lent|free)', req: false, deprecated: true}
`

/** A document that says the same. */
function agreeing() {
  return {
    tags: [],
    paths: {
      '/shelves/{shelfId}': {
        get: {
          operationId: 'shelves.get',
          parameters: [
            { name: 'shelfId', in: 'path', required: true, schema: { $ref: '#/components/schemas/Uuid' } },
            { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
          ],
          responses: {
            '200': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Shelf' } } } },
            '404': { description: 'It does not exist.' },
          },
        },
      },
      '/shelves/{shelfId}/books': {
        post: {
          operationId: 'shelves.addBooks',
          deprecated: true,
          parameters: [{ name: 'shelfId', in: 'path', required: true, schema: { $ref: '#/components/schemas/Uuid' } }],
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: { type: 'array', items: { $ref: '#/components/schemas/Book' }, minItems: 1, maxItems: 50 },
              },
            },
          },
          responses: {
            '201': {
              content: {
                'application/json': {
                  schema: { type: 'object', additionalProperties: { $ref: '#/components/schemas/Book' } },
                },
              },
            },
            '400': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } },
          },
        },
      },
    },
    components: {
      schemas: {
        Uuid: { type: 'string', format: 'uuid', pattern: '^[0-9a-f-]{36}$', minLength: 36, maxLength: 36 },
        Title: { type: 'string', pattern: '^(a|b)+$', maxLength: 255 },
        Genre: { type: 'string', enum: ['novel', 'play', 'poem'] },
        Refusal: { type: 'object', required: ['error'], properties: { error: { type: 'string' } } },
        Shelf: {
          type: 'object',
          required: ['id'],
          properties: {
            id: { $ref: '#/components/schemas/Uuid' },
            books: { type: 'array', items: { $ref: '#/components/schemas/Book' } },
            next: { $ref: '#/components/schemas/Shelf' },
          },
        },
        Book: {
          type: 'object',
          required: ['title'],
          properties: {
            title: { $ref: '#/components/schemas/Title' },
            genre: { anyOf: [{ $ref: '#/components/schemas/Genre' }, { type: 'null' }] },
            pages: { type: 'integer', minimum: 1, maximum: 9, default: 5 },
            state: { type: 'string', enum: ['free', 'lent'], deprecated: true },
          },
        },
      },
    },
  }
}

const renamed = '| interface | document |\n| --- | --- |\n| `BadRequest` | `Refusal` |\n'
const row = (cells: string) =>
  `\n\n| where | what | interface | document | why |\n|-|-|-|-|-|\n| ${cells} | because |\n`

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-reference-'))
  writeFileSync(join(folder, 'operations.yaml'), operations)
  writeFileSync(join(folder, 'schemas.yaml'), schemas)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Replaces a part of the agreeing document, and lists the differences. */
function verdict(change: Record<string, unknown> = {}, markdown = renamed) {
  const document = agreeing()
  for (const [path, value] of Object.entries(change)) replace(document, path.split('>'), value)
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(document))
  const page = readPage(markdown)
  const sides = { reference: readReference(folder), document: readDocument(file), renamed: page.renamed }
  const { unnamed, stale } = judge(compare(sides), page.differences)
  return { unnamed: unnamed.map(lineOf), stale: stale.map(lineOf) }
}

function replace(node: object, path: readonly string[], value: unknown): void {
  const [key, ...rest] = path as [string, ...string[]]
  const inner: unknown = Reflect.get(node, key)
  if (rest.length > 0) replace(inner as object, rest, value)
  else Reflect.set(node, key, value)
}

const book = 'components>schemas>Book'
const get = 'paths>/shelves/{shelfId}>get'
const post = 'paths>/shelves/{shelfId}/books>post'

describe('the comparison with a reference', () => {
  it('finds nothing where both say the same', () => {
    expect(verdict()).toEqual({ unnamed: [], stale: [] })
  })

  it.each([
    ['a default that is lost', `${book}>properties>pages>default`, undefined, 'Book.pages: default: 5 → —'],
    ['a limit that is wider', `${book}>properties>pages>maximum`, 10, 'Book.pages: maximum: 9 → 10'],
    ['a limit of a text', 'components>schemas>Title>maxLength', 256, 'Title: maxLength: 255 → 256'],
    ['another pattern', 'components>schemas>Title>pattern', '^.+$', 'Title: pattern: ^(a|b)+$ → ^.+$'],
    ['another format', 'components>schemas>Uuid>format', undefined, 'uuid: format: uuid → —'],
    ['a value that is lost', 'components>schemas>Genre>enum', ['novel', 'play'], 'Genre: values: poem → —'],
    ['a value too many', `${book}>properties>state>enum`, ['free', 'lent', 'lost'], 'Book.state: values: — → lost'],
    ['another type', `${book}>properties>pages>type`, 'number', 'Book.pages: type: integer → number'],
    [
      'a type of another name',
      `${book}>properties>title>$ref`,
      '#/components/schemas/Uuid',
      'Book.title: type: Title → Uuid',
    ],
    ['a field that is required', `${book}>required`, ['title', 'pages'], 'Book.pages: required: no → yes'],
    ['a field that is lost', `${book}>properties>pages`, undefined, 'Book.pages: field: yes → —'],
    ['a field too many', `${book}>properties>isbn`, { type: 'string' }, 'Book.isbn: field: — → yes'],
    [
      'nullability',
      `${book}>properties>genre`,
      { $ref: '#/components/schemas/Genre' },
      'Book.genre: nullable: yes → —',
    ],
    ['a deprecation', `${book}>properties>state>deprecated`, false, 'Book.state: deprecated: yes → —'],
    [
      'items of another type',
      'components>schemas>Shelf>properties>books>items',
      { type: 'string' },
      'Shelf.books[]: type: object → string',
    ],
    [
      'a parameter that is lost',
      `${get}>parameters>1`,
      { name: 'size', in: 'query', schema: {} },
      'shelves.get query limit: parameter: yes → —',
    ],
    [
      'a limit of a parameter',
      `${get}>parameters>1>schema>maximum`,
      1000,
      'shelves.get query limit: maximum: 100 → 1000',
    ],
    ['a status that is lost', `${get}>responses>404`, undefined, 'shelves.get: status 404: yes → —'],
    ['a status too many', `${get}>responses>409`, {}, 'shelves.get: status 409: — → yes'],
    [
      'a reply of another type',
      `${get}>responses>200>content`,
      { 'text/html': {} },
      'shelves.get 200: content type: application/json → text/html',
    ],
    ['an operation that is deprecated', `${get}>deprecated`, true, 'shelves.get: deprecated: no → yes'],
    ['a body that may be absent', `${post}>requestBody>required`, false, 'shelves.addBooks body: required: yes → no'],
    [
      'a limit of a body',
      `${post}>requestBody>content>application/json>schema>maxItems`,
      51,
      'shelves.addBooks body: maxItems: 50 → 51',
    ],
    ['an operation that is lost', post, undefined, 'POST /shelves/{shelfId}/books: operation: yes → —'],
    ['a schema too many', 'components>schemas>Desk', { type: 'object' }, 'Desk: schema: — → yes'],
  ] as const)('finds %s', (...[, path, value, line]) => {
    expect(verdict({ [path]: value }).unnamed).toContain(line)
    const named = `${renamed}${row(cellsOf(line))}`
    expect(verdict({ [path]: value }, named).unnamed).not.toContain(line)
    expect(verdict({}, named)).toEqual({ unnamed: [], stale: [line] })
  })

  it('names a wrong field of a schema once, wherever the schema stands', () => {
    const { unnamed } = verdict({ [`${book}>properties>pages>default`]: 6 })
    expect(unnamed).toEqual(['Book.pages: default: 5 → 6'])
  })

  it('misses no keyword of a scalar that only the document has', () => {
    const change = {
      'components>schemas>Name': { type: 'string', maxLength: 9 },
      [`${book}>properties>title>$ref`]: '#/components/schemas/Name',
    }
    expect(verdict(change).unnamed).toContain('Book.title: maxLength: 255 → 9')
  })
})

const cellsOf = (line: string): string => {
  const [, where, what, reference, document] = /^(.*): ([^:]+): (.*) → (.*)$/.exec(line) as RegExpExecArray
  const code = (text = '') => (text === '—' ? text : `\`${text.replaceAll('|', '\\|')}\``)
  return [where, what, reference, document].map(code).join(' | ')
}

describe('the page of differences', () => {
  it('lets a star stand for any text, and several places share a row', () => {
    const page = `${renamed}${row('`shelves.*`, `Desk` | `status 409` | — | `yes`')}`
    expect(verdict({ [`${get}>responses>409`]: {} }, page)).toEqual({
      unnamed: [],
      stale: ['Desk: status 409: — → yes'],
    })
    expect(verdict({ [`${get}>responses>410`]: {} }, page).unnamed).toEqual(['shelves.get: status 410: — → yes'])
  })

  it('does not take a dot for any sign', () => {
    const page = `${renamed}${row('`Bookxpages` | `default` | `5` | —')}`
    expect(verdict({ [`${book}>properties>pages>default`]: undefined }, page).unnamed).toHaveLength(1)
  })

  it('refuses a row whose place or value is not code', () => {
    expect(() => readPage(row('Book.pages | `default` | `5` | —'))).toThrow(
      'Line 5 of the page has a cell without code',
    )
    expect(() => readPage(row('`Book.pages` | `default` | 5 | —'))).toThrow('has a cell without code')
  })

  it('ignores tables with other columns', () => {
    expect(readPage('| where | why |\n|-|-|\n| `Book` | because |').differences).toEqual([])
  })
})

describe('the command', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [fileURLToPath(new URL('compareReference.ts', import.meta.url)), ...args], {
      encoding: 'utf8',
    })

  it('fails, and lists what the page of the decisions does not name', () => {
    const { status, stdout } = run(folder)
    expect(status).toBe(1)
    expect(stdout).toContain('not named: gates.enable: operation: — → yes')
    expect(stdout).toContain('does not exist: JwksKey.crv: field: — → yes')
    expect(stdout).toContain('2 operations and 6 schemas, enums and scalars compared')
  })

  it('asks for the folder', () => {
    expect(run()).toMatchObject({ status: 2, stderr: expect.stringContaining('Name the folder') })
  })
})
