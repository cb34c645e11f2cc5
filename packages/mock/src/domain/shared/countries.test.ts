import { getCountries } from 'libphonenumber-js'
import { describe, expect, it } from 'vitest'
import { isCountryCode } from './countries.ts'

describe('isCountryCode', () => {
  it('accepts the 249 codes of the standard and no other pair of letters', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    expect(letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountryCode)).toHaveLength(249)
  })

  it('accepts no code that the runtime has no name for', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const pairs = letters.flatMap((first) => letters.map((second) => first + second))
    expect(pairs.filter((code) => isCountryCode(code) && names.of(code) === undefined)).toEqual([])
  })

  it('accepts the country of every telephone number, except for three that are not in the standard', () => {
    expect(getCountries().filter((code) => !isCountryCode(code))).toEqual(['AC', 'TA', 'XK'])
  })

  it.each(['de', 'DE', 'aq'])('takes %s', (code) => expect(isCountryCode(code)).toBe(true))
  it.each(['XX', 'ZZ', 'EU', 'UK', 'DEU', ''])('refuses %j', (code) => expect(isCountryCode(code)).toBe(false))
})
