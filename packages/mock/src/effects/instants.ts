import { formats } from '@latchkey/types'

const parts = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(\.\d+)?)?(Z|([+-]\d\d):?(\d\d)?))?$/i

const first = Date.parse('0000-01-01T00:00:00.000Z')
const last = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Reads an instant in every spelling that the format `date-time` takes: of RFC 3339, with `+0000` or `+00` as its offset
 * as well, with a space for the `T`, and a leap second, which is the first one of the next minute. Reads also a date
 * (midnight UTC) and an instant without seconds, of ISO 8601.
 *
 * @returns The instant in UTC with milliseconds; `undefined` for any other text. One whose year in UTC does not have
 * four digits would sort wrongly, so it is the nearest one that has.
 */
export function readInstant(text: string): string | undefined {
  const match = parts.exec(text)
  if (!match) return undefined
  const [, date = '', minute = '00:00', second = '00', fraction = '', , hours = '+00', minutes = '00'] = match
  const zone = `${hours}:${minutes}`
  if (!formats['date-time'](`${date}T${minute}:${second}${fraction}${zone}`)) return undefined
  // `Date` knows no leap seconds.
  const isLeap = second === '60'
  const before = Date.parse(`${date}T${minute}:${isLeap ? '59' : second}${fraction}${zone}`)
  const instant = Math.min(Math.max(before + (isLeap ? 1000 : 0), first), last)
  return new Date(instant).toISOString()
}
