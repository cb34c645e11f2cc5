/** Exact amounts: texts of whole tokens with a point, and whole numbers of the smallest unit. */
import { trimEnd } from './trimEnd.ts'

/** The highest number of the EVM. */
const highest = 2n ** 256n - 1n

const number = /^(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,3}))?$/i

/**
 * Reads an amount of whole tokens, such as `12.5`.
 *
 * @param amount - A decimal text without a sign, or a number.
 * @param decimals - Digits after the point of a whole token.
 * @returns The amount in the smallest unit.
 * @throws TypeError for a text that is not such a number, and for more digits than the token has
 */
export function parseUnits(amount: string | number, decimals: number): bigint {
  const [, whole, fraction = '', exponent = '0'] = number.exec(String(amount)) ?? []
  if (whole === undefined)
    throw new TypeError(`Failed to read an amount: "${amount}" is not a positive decimal number.`)
  const scale = decimals - fraction.length + Number(exponent)
  const digits = BigInt(whole + fraction)
  const divisor = scale >= 0 ? 1n : 10n ** BigInt(-scale)
  if (digits % divisor !== 0n)
    throw new TypeError(`Failed to read an amount: ${amount} has more than ${decimals} digits after the point.`)
  return scale >= 0 ? digits * 10n ** BigInt(scale) : digits / divisor
}

/** The same for an amount that a chain counts. @throws TypeError also for more than a contract can count */
export function parseChainUnits(amount: string | number, decimals: number): bigint {
  const units = parseUnits(amount, decimals)
  if (units > highest)
    throw new TypeError(
      'Failed to read an amount: it is more than 2^256 - 1 of the smallest unit, which no contract counts.',
    )
  return units
}

/** An amount of the smallest unit as whole tokens, without zeros at the end: `12.5`. */
export function formatUnits(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = trimEnd(digits.slice(digits.length - decimals), '0')
  return fraction === '' ? whole : `${whole}.${fraction}`
}
