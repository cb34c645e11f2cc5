import document from '@latchkey/types/openapi.json' with { type: 'json' }
import { expect, it } from 'vitest'
import { leaksIn, plantedSecrets } from './plantedSecrets.ts'

it('a hundred different secrets are planted, and the document has none of them', () => {
  expect(new Set(plantedSecrets.map(([, text]) => text)).size).toBeGreaterThanOrEqual(100)
  expect(leaksIn(JSON.stringify(document))).toEqual([])
})

it.each<[form: string, written: (text: string) => string]>([
  ['plain', (text) => text],
  ['capitals', (text) => text.toUpperCase()],
  ['a URL', encodeURIComponent],
  ['a form', (text) => encodeURIComponent(text).replaceAll('%20', '+')],
  ['JSON in a text', (text) => JSON.stringify(JSON.stringify(text))],
  ['base64', (text) => Buffer.from(text).toString('base64')],
  ['base64url', (text) => Buffer.from(text).toString('base64url')],
  ['hexadecimal digits', (text) => Buffer.from(text).toString('hex')],
])('the search finds every one of them as %s', (_, written) => {
  const missed = plantedSecrets.filter(([, text]) => leaksIn(`{"a":"x${written(text)}y"}`).length === 0)
  expect(missed).toEqual([])
})
