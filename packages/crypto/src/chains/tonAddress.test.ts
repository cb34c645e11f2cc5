import { toBase64, toHex } from '@latchkey/base/bytes'
import { Address, crc16 } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { readTonAddress, toTonAddress } from './tonAddress.ts'

/** Its base64 has digits, and both characters in which the two alphabets differ. */
const hash = Uint8Array.from({ length: 32 }, (_, index) => [0xfb, 0xff, 0xd3, 0x4d][index % 4] ?? 0)
const addressOf = (workchain: number) => new Address(workchain, Buffer.from(hash))
/** Writes a tag and a workchain with their checksum, whatever they are. */
const withChecksum = (tag: number, workchain: number) => {
  const bytes = Uint8Array.of(tag, workchain, ...hash)
  return toBase64(Uint8Array.of(...bytes, ...crc16(Buffer.from(bytes))))
}

describe('readTonAddress', () => {
  it.each([0, -1] as const)(
    'reads every spelling of an account in workchain %i, as @ton/core writes it',
    (workchain) => {
      const address = addressOf(workchain)
      for (const bounceable of [true, false]) {
        for (const testOnly of [true, false]) {
          for (const urlSafe of [true, false]) {
            const text = address.toString({ bounceable, testOnly, urlSafe })
            expect(text).toMatch(urlSafe ? /_.*-|-.*_/ : /\/.*\+|\+.*\//)
            expect(readTonAddress(text), text).toEqual({ workchain, hash })
          }
        }
      }
      expect(readTonAddress(address.toRawString())).toEqual({ workchain, hash })
      expect(readTonAddress(toTonAddress({ workchain, hash }))).toEqual({ workchain, hash })
    },
  )

  it('refuses a text with characters of both alphabets', () => {
    const text = addressOf(0).toString()
    for (const mixed of [text.replaceAll('-', '+'), text.replaceAll('_', '/'), text.replace('_', '/')])
      expect(readTonAddress(mixed), mixed).toBeUndefined()
  })

  it('refuses tags that no address has', () => {
    for (const tag of [0x11, 0x51, 0x91, 0xd1]) expect(readTonAddress(withChecksum(tag, 0)), String(tag)).toBeDefined()
    for (const tag of [0x00, 0x10, 0x12, 0x40, 0x80, 0xff])
      expect(readTonAddress(withChecksum(tag, 0)), String(tag)).toBeUndefined()
  })

  it('refuses workchains other than 0 and -1', () => {
    for (const workchain of [1, 5, 127]) {
      expect(readTonAddress(addressOf(workchain).toString()), String(workchain)).toBeUndefined()
      expect(readTonAddress(addressOf(workchain).toRawString()), String(workchain)).toBeUndefined()
    }
    expect(readTonAddress(withChecksum(0x11, 0xfe))).toBeUndefined()
  })

  it('refuses a raw address with characters before or after it', () => {
    for (const text of [
      `1${addressOf(0).toRawString()}`,
      ` 0:${toHex(hash)}`,
      `0:${toHex(hash)}0`,
      `0:${toHex(hash)}\n`,
    ])
      expect(readTonAddress(text), text).toBeUndefined()
  })
})
