import { describe, expect, it } from 'vitest'
import { shownUrl } from './shownUrl.ts'

describe('shownUrl', () => {
  it.each([
    ['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
    ['https://mock.example/w/ada', 'https://mock.example/w/ada'],
    ['mock.example:4010', 'mock.example:4010'],
    ['', ''],
  ])('shows %s as it is', (url, shown) => {
    expect(shownUrl(url)).toBe(shown)
  })

  it.each([
    'https://ada:hunter22@mock.example/w/ada',
    'https://hunter22@mock.example',
    'HTTPS://ada:hunter22@mock.example',
    'ada:hunter22@mock.example',
    'ftp://ada:hunter22@mock.example',
    'https://ada:p/hunter22@mock.example',
    'https://ada:p?hunter22@mock.example',
    'https://ada:p@hunter22@mock.example',
    'https://ada:hunter22\n@mock.example',
    'https://mock.example/?apikey=hunter22',
    'https://mock.example/#hunter22',
    'https://mock.example/?a=1#hunter22',
  ])('shows no secret of %j', (url) => {
    expect(shownUrl(url)).not.toContain('hunter22')
    expect(shownUrl(url)).toContain('mock.example')
  })
})
