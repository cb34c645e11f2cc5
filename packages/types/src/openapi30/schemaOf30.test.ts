import { describe, expect, it } from 'vitest'
import { type Schema, schemaOf30 } from './schemaOf30.ts'

const named: Readonly<Record<string, Schema>> = {
  Name: { description: 'A name.', type: 'string', maxLength: 9 },
  Chain: { type: 'string', enum: ['EVM', 'SOL'] },
  User: { type: 'object' },
}
const prefix = '#/components/schemas/'
const convert = (schema: Schema | boolean) => schemaOf30(schema, (reference) => named[reference.slice(prefix.length)])
const to = (name: string) => ({ $ref: prefix + name })

describe('a schema in OpenAPI 3.0', () => {
  it.each<[title: string, schema: Schema | boolean, expected: Schema]>([
    [
      'is the same where both versions are',
      { type: 'string', minLength: 1, 'x-a': 1 },
      { type: 'string', minLength: 1, 'x-a': 1 },
    ],
    ['has an enum for a constant', { type: 'string', const: 'a' }, { type: 'string', enum: ['a'] }],
    ['keeps a constant that is false', { const: false }, { enum: [false] }],
    ['has the first of several examples', { type: 'string', examples: ['a', 'b'] }, { type: 'string', example: 'a' }],
    ['is nullable for a list with null', { type: ['string', 'null'] }, { type: 'string', nullable: true }],
    [
      'lists null in a nullable enum, which would not allow it otherwise',
      { type: ['string', 'null'], enum: ['a'] },
      { type: 'string', nullable: true, enum: ['a', null] },
    ],
    [
      'has alternatives for a list of types',
      { type: ['string', 'number', 'null'], description: 'A.' },
      {
        description: 'A.',
        anyOf: [
          { type: 'string', nullable: true },
          { type: 'number', nullable: true },
        ],
      },
    ],
    [
      'has further alternatives beside those of its types',
      { type: ['string', 'number'], anyOf: [{ minimum: 1 }, { minLength: 1 }] },
      { allOf: [{ anyOf: [{ minimum: 1 }, { minLength: 1 }] }, { anyOf: [{ type: 'string' }, { type: 'number' }] }] },
    ],
    [
      'takes over a text that may be null, with its own description',
      { description: 'Hers.', anyOf: [to('Name'), { type: 'null' }] },
      { description: 'Hers.', type: 'string', maxLength: 9, nullable: true },
    ],
    [
      'takes over an enum that may be null',
      { oneOf: [{ type: 'null' }, to('Chain')] },
      { type: 'string', enum: ['EVM', 'SOL', null], nullable: true },
    ],
    [
      'keeps the name of an object that may be null',
      { anyOf: [to('User'), { const: null }] },
      { nullable: true, allOf: [to('User')] },
    ],
    [
      'keeps several alternatives that may be null',
      { anyOf: [to('User'), to('Name'), { type: 'null' }] },
      { anyOf: [to('User'), to('Name')], nullable: true },
    ],
    [
      'says in 3.0 what the only alternative to null says',
      {
        anyOf: [
          { type: 'object', propertyNames: { type: 'string' }, additionalProperties: { const: 1 } },
          { type: 'null' },
        ],
      },
      { type: 'object', additionalProperties: { enum: [1] }, nullable: true },
    ],
    [
      'lists null beside a constant that may be null',
      { anyOf: [{ type: 'string', const: 'a' }, { type: 'null' }] },
      { type: 'string', enum: ['a', null], nullable: true },
    ],
    [
      'is only null',
      { type: 'null', description: 'A.' },
      { type: 'string', description: 'A.', nullable: true, enum: [null] },
    ],
    ['is a reference', to('User'), to('User')],
    [
      'has a reference below allOf, since what stands beside one is ignored',
      { ...to('User'), description: 'Ada.', deprecated: true },
      { description: 'Ada.', deprecated: true, allOf: [to('User')] },
    ],
    [
      'has booleans beside exclusive bounds',
      { exclusiveMinimum: 1, exclusiveMaximum: 9 },
      { minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true },
    ],
    [
      'keeps the tighter of two bounds',
      { minimum: 5, exclusiveMinimum: 1, maximum: 9, exclusiveMaximum: 9 },
      { minimum: 5, maximum: 9, exclusiveMaximum: true },
    ],
    ['has any element for an array that says nothing of them', { type: 'array' }, { type: 'array', items: {} }],
    [
      'has the elements of a tuple as alternatives',
      { type: 'array', prefixItems: [{ type: 'string' }, { const: 1 }], items: false },
      { type: 'array', items: { anyOf: [{ type: 'string' }, { enum: [1] }] }, maxItems: 2 },
    ],
    ['is an object for true', true, {}],
    ['allows nothing for false', false, { not: {} }],
    ['moves a pattern that RE2 does not read', { pattern: '^(?=a)' }, { 'x-pattern': '^(?=a)' }],
    ['says that a text is base64', { type: 'string', contentEncoding: 'base64' }, { type: 'string', format: 'byte' }],
    [
      'has one schema for a tuple of elements that are alike',
      { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }] },
      { type: 'array', items: { type: 'number' } },
    ],
    [
      'leaves out what is in a text and rules for names',
      { contentMediaType: 'application/json', contentSchema: {}, propertyNames: { maxLength: 1 } },
      {},
    ],
    [
      'is converted at each depth, and in no value',
      {
        properties: { const: { items: { const: 1 } }, type: { type: 'string', default: { const: 1 } } },
        additionalProperties: { not: { const: 1 } },
        example: { const: 1 },
      },
      {
        properties: { const: { items: { enum: [1] } }, type: { type: 'string', default: { const: 1 } } },
        additionalProperties: { not: { enum: [1] } },
        example: { const: 1 },
      },
    ],
  ])('%s', (_, schema, expected) => {
    expect(convert(schema)).toEqual(expected)
  })

  it.each(['patternProperties', 'if', '$defs', 'contains', 'unevaluatedProperties'])(
    'is refused with the keyword "%s", which would be lost',
    (keyword) => {
      expect(() => convert({ properties: { a: { [keyword]: {} } } })).toThrow(
        `A schema has "${keyword}", which OpenAPI 3.0 has no word for.`,
      )
    },
  )
})
