import { defined } from '@latchkey/base/defined'
import { assert } from './errors.ts'

/** A phone number that can receive text messages, in the parts that replies show. */
export interface Phone {
  /** E.164, with the plus sign. */
  readonly number: string
  /** ISO 3166-1 alpha-2, upper case. */
  readonly isoCountryCode: string
  /** Country calling code without the plus sign. */
  readonly phoneCountryCode: string
}

/** A phone number as people enter it: in national form, with or without trunk prefix, or in international form. */
export interface PhoneInput {
  /** Country calling code, with or without the plus sign. */
  readonly phoneCountryCode: string
  readonly phoneNumber: string
  readonly isoCountryCode: string
}

/**
 * Reads a number whose country is named.
 *
 * @throws {@link DomainError} `invalidPhone`, also if number and country do not match
 */
export async function readPhone({ phoneCountryCode, phoneNumber, isoCountryCode }: PhoneInput): Promise<Phone> {
  const country = isoCountryCode.toUpperCase()
  const phone = await parse(phoneNumber, country)
  const isConsistent =
    phone?.isoCountryCode === country && phone.phoneCountryCode === phoneCountryCode.replace(/^\+/, '')
  assert(phone && isConsistent, 'invalidPhone', { message: 'This is not a mobile number of that country.' })
  return phone
}

/** Reads a number in international form, ignoring spaces and hyphens. @throws {@link DomainError} `invalidPhone` */
export async function readInternationalPhone(text: string): Promise<Phone> {
  const phone = await findInternationalPhone(text)
  assert(phone, 'invalidPhone')
  return phone
}

/** Reads a text as a number in international form; `undefined` for a text that is not a number. */
export async function findInternationalPhone(text: string): Promise<Phone | undefined> {
  return text.startsWith('+') ? parse(text) : undefined
}

/** The number without its country calling code. */
export function nationalNumberOf({ number, phoneCountryCode }: Pick<Phone, 'number' | 'phoneCountryCode'>): string {
  return number.slice(1 + phoneCountryCode.length)
}

/** The comparable form of a number, without grouping characters. */
export function comparableNumber(text: string): string {
  return text.replace(/[^+\d]/g, '')
}

/** The metadata of mobile numbers is the smallest set that separates them from landlines, which receive no messages. */
async function parse(text: string, country?: string): Promise<Phone | undefined> {
  const { isSupportedCountry, parsePhoneNumberFromString } = await import('libphonenumber-js/mobile')
  if (country !== undefined && !isSupportedCountry(country)) return undefined
  const phoneNumber = parsePhoneNumberFromString(text, { ...defined({ defaultCountry: country }), extract: false })
  if (!phoneNumber?.country || phoneNumber.ext !== undefined || !phoneNumber.isValid()) return undefined
  return {
    number: phoneNumber.number,
    isoCountryCode: phoneNumber.country,
    phoneCountryCode: phoneNumber.countryCallingCode,
  }
}
