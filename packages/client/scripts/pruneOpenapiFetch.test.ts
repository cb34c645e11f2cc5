import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { prune } from './pruneOpenapiFetch.ts'

const source = readFileSync(new URL('../node_modules/openapi-fetch/dist/index.mjs', import.meta.url), 'utf8')

it('empties what is never needed of openapi-fetch, and nothing else', () => {
  const pruned = prune(source)
  expect(pruned).toContain(
    'function createQuerySerializer() {}\nfunction defaultPathSerializer() {}\nfunction defaultBodySerializer(body, headers) {',
  )
  expect(pruned).toContain('function supportsRequestInitExt() {}\nfunction randomID() {')
})

it('leaves of a choice between serializers the one that is always made', () => {
  const pruned = prune(source)
  expect(pruned).toContain('let querySerializer = globalQuerySerializer;')
  expect(pruned).toContain('querySerializer = requestQuerySerializer;')
  expect(pruned).toContain('const pathSerializer = requestPathSerializer || globalPathSerializer;')
  expect(pruned).not.toContain('createQuerySerializer(global')
})

it('fails for a version that asks in another way', () => {
  expect(() => prune(source.replace('|| defaultPathSerializer;', '?? defaultPathSerializer;'))).toThrow(
    'openapi-fetch has no statement requestPathSerializer || globalPathSerializer || defaultPathSerializer; any more',
  )
})

it('fails for a version that has no such function', () => {
  expect(() => prune(source.replace('function defaultPathSerializer(', 'function serializePath('))).toThrow(
    'openapi-fetch has no function defaultPathSerializer any more',
  )
})
