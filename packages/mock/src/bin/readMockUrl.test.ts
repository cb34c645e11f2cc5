import { describe, expect, it } from 'vitest'
import { readMockUrl } from './readMockUrl.ts'

describe('the URL of --url', () => {
  it.each(['http://127.0.0.1:4010', 'https://mock.example/w/ada'])('is %s', (url) => {
    expect(readMockUrl(url)).toBe(url)
  })

  it.each([
    'http://ada:hunter22@127.0.0.1:4010',
    'http://hunter22@127.0.0.1:4010',
    'ftp://ada:hunter22@mock.example',
    'ada:hunter22@mock.example',
    'http://ada:hunter22@mock.example:99999',
    'mock.example?token=hunter22',
  ])('is refused without its password: %s', (url) => {
    expect(() => readMockUrl(url)).toThrow(/^--url takes (?!.*hunter22)/)
  })
})
