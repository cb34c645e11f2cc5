import { describe, expect, it } from 'vitest'
import { readEthereumAddress, toChecksumAddress } from './ethereumAddress.ts'

/** From the text of EIP-55: all capitals, all small letters, both. */
const addresses = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]

describe('ethereumAddress', () => {
  it.each(addresses)('writes and reads the checksum of %s', (address) => {
    expect(toChecksumAddress(address.toLowerCase())).toBe(address)
    const spellings = [address, address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`]
    for (const spelling of spellings) expect(readEthereumAddress(spelling)).toBe(address.toLowerCase())
  })

  it('refuses a wrong checksum with the wrong letter at any place', () => {
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    const letters = [...address.matchAll(/[a-f]/gi)].map(({ index }) => index)
    for (const index of letters) {
      const letter = address.charAt(index)
      const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
      expect(
        readEthereumAddress(address.slice(0, index) + other + address.slice(index + 1)),
        `${index}`,
      ).toBeUndefined()
    }
  })

  const small = '0xde709f2102306220921060314715629080e2fb77'
  const wrong = [
    '',
    '0x',
    small.slice(0, -1),
    `${small}0`,
    small.slice(2),
    small.replace('0x', '0X'),
    ` ${small}`,
    `${small}\n`,
    small.replace('d', 'g'),
  ]

  it.each(wrong)('refuses %j', (text) => {
    expect(readEthereumAddress(text)).toBeUndefined()
  })
})
