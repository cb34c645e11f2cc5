import { describe, expect, it } from 'vitest'
import { withoutSecrets } from './withoutSecrets.ts'

describe('a recorded value', () => {
  it.each<[what: string, value: unknown, clean: unknown]>([
    ['a secret', { clientId: 'a', clientSecret: 'b' }, { clientId: 'a' }],
    ['a token in a nested object', { sdk: [{ apiToken: 'b', on: true }] }, { sdk: [{ on: true }] }],
  ])('loses %s', (_, value, clean) => {
    expect(withoutSecrets(value)).toEqual(clean)
  })

  it.each<[what: string, value: unknown]>([
    ['settings about tokens', { security: { token: { lifetime: 5 } } }],
    ['texts, numbers and lists', { name: 'Ada', count: 2, on: [true, null] }],
  ])('keeps %s', (_, value) => {
    expect(withoutSecrets(value)).toEqual(value)
  })
})
