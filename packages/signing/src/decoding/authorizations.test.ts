import * as Rlp from 'ox/Rlp'
import { describe, expect, it } from 'vitest'
import { decodeAuthorizationBytes } from './authorizations.ts'

type Hex = `0x${string}`

const address: Hex = `0x${'aB'.repeat(20)}`
const bytesOf = (value: Parameters<typeof Rlp.fromHex>[0]): Hex => `0x05${Rlp.fromHex(value).slice(2)}`

describe('decodeAuthorizationBytes', () => {
  it('reads the address and the network, of which 0 is any', () => {
    const lower = address.toLowerCase()
    expect(decodeAuthorizationBytes(bytesOf(['0x0a', address, '0x01']))).toEqual({ address: lower, chainId: 10 })
    expect(decodeAuthorizationBytes(bytesOf(['0x', address, '0x']))).toEqual({ address: lower, chainId: 0 })
  })

  it.each<[string, Hex]>([
    ['bytes that are no RLP', '0x05ff'],
    ['one text', bytesOf('0x616263')],
    ['two parts', bytesOf(['0x01', address])],
    ['four parts', bytesOf(['0x01', address, '0x01', '0x01'])],
    ['a list in place of the address', bytesOf(['0x01', [address], '0x01'])],
    ['a list of 42 parts in place of the address', bytesOf(['0x01', Array<Hex>(42).fill('0x01'), '0x01'])],
    ['an address that is too short', bytesOf(['0x01', '0xab', '0x01'])],
    ['an address that is too long', bytesOf(['0x01', `${address}ab`, '0x01'])],
    ['a list in place of the network', bytesOf([['0x01'], address, '0x01'])],
  ])('gives nothing for %s', (_, hex) => {
    expect(decodeAuthorizationBytes(hex)).toBeUndefined()
  })
})
