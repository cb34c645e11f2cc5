import { describe, expect, it } from 'vitest'
import { readMockAddress, readMockUrl } from './readMockUrl.ts'

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

describe('the mock of a command', () => {
  const [url, token] = ['http://127.0.0.1:4010', 'the-token-of-the-run']
  const beside = { LATCHKEY_URL: url, LATCHKEY_CONTROL_TOKEN: token }

  it.each([
    ['no flag and no variable', {}, {}, { url: undefined, token: undefined }],
    ['the variables that "run" sets', {}, beside, { url, token }],
    ['empty variables', {}, { LATCHKEY_URL: '', LATCHKEY_CONTROL_TOKEN: '' }, { url: undefined, token: undefined }],
    [
      'flags before variables',
      { url: 'http://a.test', 'control-token': 'other' },
      beside,
      { url: 'http://a.test', token: 'other' },
    ],
  ])('is that of %s', (...[, flags, variables, address]) => {
    expect(readMockAddress(flags, variables)).toEqual(address)
  })

  it('is refused with the name of the variable that is wrong', () => {
    expect(() => readMockAddress({}, { LATCHKEY_URL: '127.0.0.1:4010' })).toThrow(
      /^LATCHKEY_URL takes the URL of a mock/,
    )
  })
})
