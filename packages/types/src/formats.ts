/**
 * String formats of JSON Schema 2020-12, section 7.3, as far as the document uses them.
 *
 * Every expression runs in linear time.
 */
export const formats = {
  /** RFC 3339, section 5.6, calendar included. */
  'date-time': (value: string) => {
    if (commonDateTime.test(value)) return true
    const match = dateTime.exec(value)
    if (!match) return false
    const [, date = '', hour, minute, second, sign = '+', zoneHour = '0', zoneMinute = '0'] = match
    if (!isDate(date) || Number(zoneHour) > 23 || Number(zoneMinute) > 59 || Number(minute) > 59 || Number(hour) > 23)
      return false
    if (Number(second) < 60) return true
    // A leap second is possible at 23:59:60 UTC only.
    const offset = (Number(zoneHour) * 60 + Number(zoneMinute)) * (sign === '-' ? -1 : 1)
    const minutes = (((Number(hour) * 60 + Number(minute) - offset) % 1440) + 1440) % 1440
    return Number(second) < 61 && minutes === 1439
  },
  /** RFC 3339 full-date. */
  date: isDate,
  /** The mailbox of RFC 5321 without quoted local parts and address literals. */
  email: (value: string) => email.test(value),
  /** RFC 1123, section 2.1. */
  hostname: (value: string) => value.length <= 254 && value.replace(/\.$/, '').length <= 253 && hostname.test(value),
  /** RFC 3986, section 3: absolute, with a scheme. */
  uri: (value: string) => uri.test(value),
  /** RFC 9562. */
  uuid: (value: string) => uuid.test(value),
} satisfies Record<string, (value: string) => boolean>

export type Format = keyof typeof formats

/** A noun phrase for each format, for refusals: `must be <phrase>`. */
export const formatPhrases: Readonly<Record<Format, string>> = {
  'date-time': 'an RFC 3339 date-time such as 2026-01-15T09:30:00Z',
  date: 'a calendar day such as 2026-01-15',
  email: 'an e-mail address',
  hostname: 'a hostname',
  uri: 'an absolute URL',
  uuid: 'a UUID',
}

/** The common form: UTC without leap seconds and leap days. Other texts are checked by their parts. */
const commonDateTime =
  /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/
const dateTime = /^(\d{4}-\d\d-\d\d)[tT ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[zZ]|([+-])(\d\d)(?::?(\d\d))?)$/
const email =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z\d](?:[a-z\d-]*[a-z\d])?$/i
const hostname = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*\.?$/i
const uri =
  /^[a-z][a-z\d+.-]*:(?:[\w\-.~!$&'()*+,;=:@/]|%[\da-f]{2}|\[[\da-f:.v]+\])+(?:\?(?:[\w\-.~!$&'()*+,;=:@/?]|%[\da-f]{2})*)?(?:#(?:[\w\-.~!$&'()*+,;=:@/?]|%[\da-f]{2})*)?$/i
const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

function isDate(value: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return day >= 1 && day <= (days[month - 1] ?? 0)
}
