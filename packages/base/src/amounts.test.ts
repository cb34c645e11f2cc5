import { describe, expect, it } from 'vitest'
import { formatUnits, parseChainUnits, parseUnits } from './amounts.ts'

describe('amounts', () => {
  it.each([
    ['2', 18, 2_000_000_000_000_000_000n],
    ['0.000000000000000001', 18, 1n],
    [12.5, 6, 12_500_000n],
    ['50', 6, 50_000_000n],
    [1e-7, 8, 10n],
    [1e21, 0, 10n ** 21n],
    ['1.500', 1, 15n],
    ['123456789012345678901234567890.5', 2, 12_345_678_901_234_567_890_123_456_789_050n],
  ])('reads %s with %i decimals as %s', (text, decimals, units) => {
    expect(parseUnits(text, decimals)).toBe(units)
  })

  it.each(['', '-1', '0x10', '1,5', '.5', 'NaN', 'Infinity', '1e9999', ' 1'])('refuses "%s"', (text) => {
    expect(() => parseUnits(text, 18)).toThrow('is not a positive decimal number')
  })

  it.each([
    [(2n ** 256n).toString(), 0],
    [(2n ** 256n).toString(), 18],
    ['1e999', 0],
    [1e78, 6],
  ])('refuses %s with %i decimals on a chain, where no contract counts it', (text, decimals) => {
    expect(() => parseChainUnits(text, decimals)).toThrow('more than 2^256 - 1 of the smallest unit')
  })

  it('reads amounts of any size that no chain counts, and those of chains up to their limit', () => {
    expect(parseUnits(2, 340)).toBe(2n * 10n ** 340n)
    expect(parseChainUnits((2n ** 256n - 1n).toString(), 0)).toBe(2n ** 256n - 1n)
  })

  it('refuses more digits than the token has', () => {
    expect(() => parseUnits('0.1234567', 6)).toThrow('more than 6 digits after the point')
  })

  it.each([
    [0n, 18, '0'],
    [1n, 18, '0.000000000000000001'],
    [1_500_000n, 6, '1.5'],
    [2n ** 256n - 1n, 0, (2n ** 256n - 1n).toString()],
    [100n, 2, '1'],
  ])('writes %s with %i decimals as %s', (units, decimals, text) => {
    expect(formatUnits(units, decimals)).toBe(text)
    expect(parseUnits(text, decimals)).toBe(units)
  })
})
