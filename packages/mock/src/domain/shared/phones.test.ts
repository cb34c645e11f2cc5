import { describe, expect, it } from 'vitest'
import { nationalNumberOf, readInternationalPhone, readPhone } from './phones.ts'

const de = { phoneCountryCode: '49', isoCountryCode: 'DE' }

describe('readPhone', () => {
  it.each(['15112345678', '0151 12345678', '0151-123 456 78', '+4915112345678', '+49 (0)151 12345678'])(
    'reads %s',
    async (phoneNumber) => {
      expect(await readPhone({ ...de, phoneNumber })).toEqual({
        number: '+4915112345678',
        isoCountryCode: 'DE',
        phoneCountryCode: '49',
      })
    },
  )

  it('accepts the calling code with a plus sign, and the country in lower case', async () => {
    expect(
      await readPhone({ phoneCountryCode: '+49', phoneNumber: '15112345678', isoCountryCode: 'de' }),
    ).toMatchObject({ number: '+4915112345678', isoCountryCode: 'DE' })
  })

  it('distinguishes countries that share a calling code', async () => {
    expect(await readPhone({ phoneCountryCode: '1', phoneNumber: '4165550123', isoCountryCode: 'CA' })).toMatchObject({
      number: '+14165550123',
      isoCountryCode: 'CA',
    })
    await expect(
      readPhone({ phoneCountryCode: '1', phoneNumber: '4165550123', isoCountryCode: 'US' }),
    ).rejects.toMatchObject({ key: 'invalidPhone' })
  })

  it.each(['', '0', '30123456', '151123', 'call 15112345678', '15112345678;ext=5'])(
    'refuses %s',
    async (phoneNumber) => {
      await expect(readPhone({ ...de, phoneNumber })).rejects.toMatchObject({ key: 'invalidPhone' })
    },
  )
})

describe('readInternationalPhone', () => {
  it('reads numbers with a plus sign, and their country', async () => {
    expect(await readInternationalPhone('+1 416 555-0123')).toEqual({
      number: '+14165550123',
      isoCountryCode: 'CA',
      phoneCountryCode: '1',
    })
  })

  it('refuses numbers without one', async () => {
    await expect(readInternationalPhone('4165550123')).rejects.toMatchObject({ key: 'invalidPhone' })
  })
})

describe('nationalNumberOf', () => {
  it('leaves the calling code out', () => {
    expect(nationalNumberOf({ number: '+4915112345678', phoneCountryCode: '49' })).toBe('15112345678')
  })
})
