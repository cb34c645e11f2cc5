import { describe, expect, it } from 'vitest'
import { withoutSecrets } from './withoutSecrets.ts'

describe('a recorded value', () => {
  it.each<[what: string, value: unknown, clean: unknown]>([
    ['a secret', { clientId: 'a', clientSecret: 'b' }, { clientId: 'a' }],
    ['a token in a nested object', { sdk: [{ apiToken: 'b', on: true }] }, { sdk: [{ on: true }] }],
    ['a user and password in a URL', 'https://ada:hunter22@rpc.example/', 'https://rpc.example/'],
    [
      'a key in the path of a URL',
      'https://rpc.example/v3/9aa3d95b3bc440fa88ea12eaa4456161',
      'https://rpc.example/v3/key',
    ],
    [
      'a key among the parameters of a URL',
      'https://rpc.example/?k=9aa3d95b3bc440fa88ea12eaa4456161',
      'https://rpc.example/?k=key',
    ],
    ['a secret parameter of a URL', 'wss://rpc.example/?access_token=abc', 'wss://rpc.example/?access_token=key'],
  ])('loses %s', (_, value, clean) => {
    expect(withoutSecrets(value)).toEqual(clean)
  })

  it.each<[what: string, value: unknown]>([
    ['a URL without secrets, as it is written', 'https://app.example/a/b?lang=en'],
    ['a pattern of origins', 'https://*.preview.example'],
    ['a deep link', 'harbour://callback'],
    ['settings about tokens', { security: { token: { lifetime: 5 } } }],
    ['texts, numbers and lists', { name: 'Ada', count: 2, on: [true, null] }],
  ])('keeps %s', (_, value) => {
    expect(withoutSecrets(value)).toEqual(value)
  })
})
