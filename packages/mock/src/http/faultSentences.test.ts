import { type OperationId, type OperationRow, operationTable } from '@latchkey/types'
import { operationSchemas } from '@latchkey/types/zod'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { fullBody } from '../../test/contract/fullBodies.ts'
import { DomainError } from '../domain/shared/errors.ts'
import { faultClauses } from './faultSentences.ts'
import { validate } from './validators.ts'

const rows = Object.entries(operationTable) as [OperationId, OperationRow][]

/** Values that break most schemas, each in its own way. `undefined` leaves the field out. */
const strangeValues: readonly unknown[] = [
  undefined,
  null,
  true,
  [],
  {},
  '',
  ' padded ',
  '\u0000',
  'x'.repeat(20_000),
  -3,
  1.5,
  2 ** 60,
  [null],
  Array.from({ length: 101 }, () => 'x'),
  { unknown: 1 },
]

type Path = readonly (string | number)[]

/** The paths of everything inside of a JSON value, and of the value itself. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const keys = Array.isArray(value) ? [...value.keys()].slice(0, 1) : Object.keys(value)
  return [path, ...keys.flatMap((key) => pathsIn(Reflect.get(value, key), [...path, key]))]
}

function withValue(whole: unknown, path: Path, value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  const copy = structuredClone(whole) as object
  const inner = rest.length === 0 ? value : withValue(Reflect.get(copy, key), rest, value)
  if (inner === undefined && !Array.isArray(copy)) Reflect.deleteProperty(copy, key)
  else Reflect.set(copy, key, inner)
  return copy
}

/** The sentence with which a part of a request is refused. */
function refusalOf(id: OperationId, parts: Parameters<typeof validate>[1]): string | undefined {
  try {
    validate(id, parts)
    return undefined
  } catch (error) {
    expect(error).toBeInstanceOf(DomainError)
    return (error as DomainError).message
  }
}

/** Every refusal of an operation for strange values at each place of its body and its query. */
function refusalsOf(id: OperationId, row: OperationRow): string[] {
  const body = fullBody(row)?.value
  const bodies =
    body === undefined ? [] : pathsIn(body).flatMap((path) => strangeValues.map((v) => withValue(body, path, v)))
  const names = Object.keys(row.query ?? {})
  const queries = [...names, 'unknown'].flatMap((name) => strangeValues.map((value) => ({ [name]: value })))
  return [
    ...bodies.map((value) => refusalOf(id, { body: value } as never)),
    ...queries.map((query) => refusalOf(id, { query } as never)),
  ].filter((refusal) => refusal !== undefined)
}

const clause = /^(?:The body|[\w$.-]+) must (?:be|have|match)\b/

it('suggests a name only for the faults that a refusal shows, of as many as a caller sends', () => {
  let suggestions = 0
  const schema = z.strictObject({ name: z.string() })
  const fields = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`nmae${i}`, i]))
  const { error } = schema.safeParse({ name: 'Members', ...fields })
  const keysAt = () => ((suggestions += 1), ['name'])
  const clauses = (error?.issues ?? []).flatMap((issue) => faultClauses(issue, { value: fields, keysAt }))
  expect([clauses.length, suggestions]).toEqual([20_000, 0])
  expect(clauses[0]?.()).toContain('nmae0 must be left out')
  expect(suggestions).toBe(1)
})

it('shows the beginning of a name that is longer than any', () => {
  const { error } = z.strictObject({}).safeParse({ ['gate'.repeat(75_000)]: 1 })
  const [clause] = (error?.issues ?? []).flatMap((issue) => faultClauses(issue, { value: {}, keysAt: () => [] }))
  expect(clause?.()).toBe(`${'gate'.repeat(50)}… must be left out, since there is no such field`)
})

describe('the refusals of the document', () => {
  it.each(rows)('of %s say what must be', (id, row) => {
    for (const refusal of new Set(refusalsOf(id, row))) {
      expect(refusal).toMatch(/\.$/)
      const [faults = '', hint] = refusal.split(/(?= To ignore fields that this mock does not know, )/)
      // Only such a field can be ignored.
      if (hint) expect(faults).toMatch(/there is no such (?:field|query parameter)|and \d+ more/)
      for (const part of faults.slice(0, -1).split('; ')) if (!/^and \d+ more$/.test(part)) expect(part).toMatch(clause)
    }
  })

  it('know every kind of fault that the schemas of requests find', () => {
    const codes = new Set<string>()
    for (const [id, row] of rows) {
      const schema = (operationSchemas[id] as { body?: () => z.ZodType }).body?.()
      const body = fullBody(row)?.value
      if (!schema || body === undefined) continue
      for (const path of pathsIn(body))
        for (const value of strangeValues)
          for (const { code } of schema.safeParse(withValue(body, path, value)).error?.issues ?? []) codes.add(code)
    }
    expect([...codes].sort()).toEqual([
      'custom',
      'invalid_type',
      'invalid_union',
      'invalid_value',
      'too_big',
      'too_small',
      'unrecognized_keys',
    ])
  })
})

describe('a clause', () => {
  const clausesOf = (schema: z.ZodType, value: unknown, keys: readonly string[] = []): string[] =>
    schema
      .safeParse(value)
      .error?.issues.flatMap((issue) => faultClauses(issue, { value, keysAt: () => keys }).map((write) => write())) ??
    []

  it.each<[string, z.ZodType, unknown, string]>([
    ['another type', z.object({ name: z.string() }), { name: 1 }, 'name must be a string'],
    ['a field that is absent', z.object({ name: z.string() }), {}, 'name must be given'],
    ['a body of another type', z.object({}), 'text', 'The body must be an object'],
    [
      'a misspelt value',
      z.object({ chain: z.enum(['EVM', 'SOL']) }),
      { chain: 'EVN' },
      'chain must be one of EVM, SOL (did you mean "EVM"?)',
    ],
    ['the only value', z.object({ version: z.literal(1) }), { version: 2 }, 'version must be 1'],
    ['a number that is too small', z.object({ n: z.number().min(1) }), { n: 0 }, 'n must be at least 1'],
    ['a number at an open limit', z.object({ n: z.number().gt(0) }), { n: -3 }, 'n must be greater than 0'],
    ['a number that is too large', z.object({ n: z.number().max(9) }), { n: 10 }, 'n must be at most 9'],
    ['a number beyond an open limit', z.object({ n: z.number().lt(9) }), { n: 9 }, 'n must be less than 9'],
    ['a text that is too long', z.object({ t: z.string().max(2) }), { t: 'abc' }, 't must have at most 2 characters'],
    ['a list that is too short', z.object({ l: z.array(z.any()).min(1) }), { l: [] }, 'l must have at least 1 items'],
    ['a fraction', z.object({ n: z.int() }), { n: 1.5 }, 'n must be an integer'],
    ['a multiple', z.object({ n: z.number().multipleOf(2) }), { n: 3 }, 'n must be a multiple of 2'],
    ['a format', z.object({ email: z.email() }), { email: 'ada' }, 'email must be an e-mail address'],
    [
      'a misspelt field',
      z.strictObject({ a: z.strictObject({}) }),
      { a: { nam: 1 } },
      'a.nam must be left out, since there is no such field (did you mean "name"?)',
    ],
    [
      'alternatives of other types',
      z.object({ v: z.union([z.string(), z.number()]) }),
      { v: true },
      'v must be a string or a number',
    ],
    [
      'a fault inside of an alternative',
      z.object({ v: z.union([z.string(), z.object({ raw: z.string() })]) }),
      { v: { raw: 1 } },
      'v.raw must be a string',
    ],
    [
      'words of the schema',
      z.object({ n: z.number().refine(() => false, { error: 'must be even' }) }),
      { n: 1 },
      'n must be even',
    ],
    ['a rule without words', z.object({ n: z.number().refine(() => false) }), { n: 1 }, 'n must be another value'],
  ])('says what must be for %s', (...[, schema, value, expected]) => {
    expect(clausesOf(schema, value, ['name'])).toEqual([expected])
  })

  it('never has the value', () => {
    expect(clausesOf(z.object({ code: z.enum(['a']) }), { code: 'secret' })).toEqual(['code must be a'])
  })
})
