import { describe, expect, it } from 'vitest'
import { readRealUrl } from './realUrl.ts'

describe('a text of what is at a real URL', () => {
  const read = (url: string) => readRealUrl('chain 1', url, ['https:'])

  it.each([
    ['https://node.example/v3/AbCdEfGhIjKlMnOpQrSt', 'no project AbCdEfGhIjKlMnOpQrSt', 'no project …'],
    ['https://node.example/?apikey=hunter22', 'the key "hunter22" is unknown', 'the key "…" is unknown'],
    ['https://ada:hunter22@node.example', 'ada:hunter22 may not', 'ada:… may not'],
    ['https://ada:hunter22@node.example', `Basic ${btoa('ada:hunter22')}`, 'Basic …'],
    ['https://ada:hunter%2F22@node.example', 'hunter%2F22 is hunter/22', '… is …'],
    ['https://node.example/?key=a%2Fbcd', 'a/bcd, a%2Fbcd', '…, …'],
  ])('is shown without the secrets of %s', (url, text, covered) => {
    expect(read(url).cover(text)).toBe(covered)
  })

  it('is shown as it is where the URL has none', () => {
    expect(read('https://node.example/v2/mainnet').cover('execution reverted: v2 mainnet')).toBe(
      'execution reverted: v2 mainnet',
    )
  })
})
