import { readFile } from 'node:fs/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { everyName } from '../../test/contract/everyName.ts'
import { readNames } from './readNames.ts'

const fileAt = (path: string) => readFile(new URL(path, import.meta.url), 'utf8')
const schema = JSON.parse(await fileAt('../../names.schema.json')) as object
const validate = new Ajv2020({ strict: false }).compile(schema)
const [, example = ''] = /```json\n(.*?)```/s.exec(await fileAt('../../docs/recipes/names.md')) ?? []

describe('the JSON Schema of names files', () => {
  it.each([
    ['the example of the recipe', JSON.parse(example) as Parameters<typeof readNames>[0]],
    ['every name of the document', everyName()],
    ['an empty file', {}],
  ])('fits %s, as readNames does', (_, file) => {
    expect(() => readNames(file)).not.toThrow()
    expect(validate(file), JSON.stringify(validate.errors)).toBe(true)
  })

  it.each([
    ['an unknown part', { field: {} }],
    ['an unknown field', { fields: { usrId: 'x' } }],
    ['an unknown path', { paths: { '/api/v0/organization': '/x' } }],
    ['an unknown value', { values: { ChainEnum: { SOLA: 'x' } } }],
    ['an unknown header', { headers: { 'retry-after': 'x' } }],
    ['a registered claim', { claims: { exp: 'x' } }],
    ['a number', { fields: { userId: 1 } }],
    ['an empty text', { cookies: { LATCHKEY_AUTH: '' } }],
  ])('refuses %s, as readNames does', (_, file) => {
    expect(() => readNames(file as Parameters<typeof readNames>[0])).toThrow(TypeError)
    expect(validate(file)).toBe(false)
  })
})
