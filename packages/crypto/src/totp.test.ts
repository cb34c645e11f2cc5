import { encodeBase32 } from '@latchkey/base/base32'
import { Secret, TOTP, URI } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { findTotpStep, totpCode, totpStepAt, totpStepMs, totpUri } from './totp.ts'

const secret = new TextEncoder().encode('12345678901234567890')

/** RFC 6238, appendix B: the rows of SHA-1, by Unix time in seconds. */
const vectors: [seconds: number, code: string][] = [
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
]

describe('a TOTP code', () => {
  it.each(vectors)('is at second %i the one of RFC 6238', (seconds, code) => {
    const step = totpStepAt(seconds * 1000)
    expect(totpCode(secret, step, 8)).toBe(code)
    expect(totpCode(secret, step)).toBe(code.slice(2))
  })

  it('agrees with another implementation', () => {
    for (let index = 0; index < 200; index++) {
      const bytes = Uint8Array.from({ length: 20 }, (_, position) => (index * 31 + position * 17) & 255)
      const timestamp = 1_768_469_400_000 + index * 7_919_111
      const other = new TOTP({ secret: new Secret({ buffer: bytes.buffer }) }).generate({ timestamp })
      expect(totpCode(bytes, totpStepAt(timestamp)), String(index)).toBe(other)
    }
  })

  it('counts beyond 32 bits of steps', () => {
    const step = 0x1_0000_0001
    expect(totpCode(secret, step)).toBe(
      new TOTP({ secret: new Secret({ buffer: secret.buffer }) }).generate({ timestamp: step * totpStepMs }),
    )
    expect(totpCode(secret, step)).not.toBe(totpCode(secret, 1))
  })
})

describe('a TOTP step', () => {
  const epochMs = 1_768_469_400_000
  const present = totpStepAt(epochMs)
  const find = (step: number, lastStep?: number) =>
    findTotpStep({ secret, code: totpCode(secret, step), epochMs, lastStep })

  it('is found for the present step and its two neighbours', () => {
    expect([present - 1, present, present + 1].map((step) => find(step))).toEqual([present - 1, present, present + 1])
  })

  it('is found from the first second of the epoch on, and not before it', () => {
    const first = (step: number) => findTotpStep({ secret, code: totpCode(secret, step), epochMs: 0 })
    expect([0, 1, -1].map(first)).toEqual([0, 1, undefined])
  })

  it('is not found for the steps beyond', () => {
    expect([present - 2, present + 2].map((step) => find(step))).toEqual([undefined, undefined])
  })

  it('is not found after it or a later one was accepted', () => {
    expect(find(present, present)).toBeUndefined()
    expect(find(present - 1, present)).toBeUndefined()
    expect(find(present + 1, present)).toBe(present + 1)
  })

  it.each(['', '12345', '1234567', ' 123456', 'abcdef'])('is not found for "%s"', (code) => {
    expect(findTotpStep({ secret, code, epochMs })).toBeUndefined()
  })

  it('accepts six digits, including leading zeros', () => {
    const step = Array.from({ length: 400 }, (_, index) => index).find((index) =>
      totpCode(secret, index).startsWith('0'),
    ) as number
    const code = totpCode(secret, step)
    expect(findTotpStep({ secret, code, epochMs: step * totpStepMs })).toBe(step)
    expect(findTotpStep({ secret, code: code.slice(1), epochMs: step * totpStepMs })).toBeUndefined()
  })
})

describe('a TOTP address', () => {
  it('is read by another implementation, with any characters in its names', () => {
    const uri = totpUri({ issuer: 'Ada & Söhne', account: 'ada+1@example.com', secret: encodeBase32(secret) })
    const parsed = URI.parse(uri) as TOTP
    expect(uri).toMatch(/^otpauth:\/\/totp\//)
    expect({
      issuer: parsed.issuer,
      label: parsed.label,
      secret: parsed.secret.base32,
      digits: parsed.digits,
      period: parsed.period,
      algorithm: parsed.algorithm,
    }).toEqual({
      issuer: 'Ada & Söhne',
      label: 'ada+1@example.com',
      secret: encodeBase32(secret),
      digits: 6,
      period: 30,
      algorithm: 'SHA1',
    })
  })
})
