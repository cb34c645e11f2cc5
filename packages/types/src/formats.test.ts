import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { formats } from './formats.ts'

const isDateTime = formats['date-time']
const ajv = new Ajv2020()
addFormats.default(ajv)
const isDateTimeOfAjv = ajv.compile({ type: 'string', format: 'date-time' })
const two = (value: number) => String(value).padStart(2, '0')
const upTo = (end: number) => Array.from({ length: end + 1 }, (_, value) => value)

describe('date-time', () => {
  it.each([
    '2024-02-29T12:00:00Z',
    '2000-02-29T12:00:00Z',
    '2026-02-28T23:59:59Z',
    '2026-04-30T00:00:00Z',
    '2026-01-31T00:00:00Z',
    '2026-12-31T23:59:59.999Z',
    '2026-01-15T09:30:00.0Z',
    '2026-01-15T09:30:00.123456789Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '2026-01-15T09:30:00+02:00',
    '2026-01-15T09:30:00-23:59',
    '2026-01-15T09:30:00.5+00:00',
    '2026-01-15t09:30:00z',
    '2026-01-15 09:30:00Z',
    '2016-12-31T23:59:60Z',
    '2016-12-31T23:59:60.5Z',
    '2017-01-01T00:59:60+01:00',
    '2016-12-31T15:59:60-08:00',
  ])('accepts %s', (text) => {
    expect(isDateTime(text)).toBe(true)
  })

  it.each([
    '2026-02-29T12:00:00Z',
    '1900-02-29T12:00:00Z',
    '2024-02-30T12:00:00Z',
    '2026-04-31T12:00:00Z',
    '2026-01-32T12:00:00Z',
    '2026-01-00T12:00:00Z',
    '2026-00-15T12:00:00Z',
    '2026-13-15T12:00:00Z',
    '2026-01-15T24:00:00Z',
    '2026-01-15T09:60:00Z',
    '2026-01-15T09:30:61Z',
    '2026-01-15T09:30:60Z',
    '2016-12-31T23:59:60+01:00',
    '2016-12-31T23:59:61Z',
    '2026-01-15T09:30:00',
    '2026-01-15T09:30Z',
    '2026-01-15T09:30:00.Z',
    '2026-01-15T09:30:00,5Z',
    '2026-01-15T09:30:00+24:00',
    '2026-01-15T09:30:00+02:60',
    '2026-01-15T09:30:00Z+02:00',
    '2026-01-15',
    '2026-1-15T09:30:00Z',
    '26-01-15T09:30:00Z',
    '12026-01-15T09:30:00Z',
    '+2026-01-15T09:30:00Z',
    ' 2026-01-15T09:30:00Z',
    '2026-01-15T09:30:00Z\n',
    '٢٠٢٦-01-15T09:30:00Z',
    '',
  ])('refuses %j', (text) => {
    expect(isDateTime(text)).toBe(false)
  })

  // A lower-case text is not of the common form, so its parts are checked.
  it.each([1900, 2000, 2023, 2024])(
    'judges every day of %i alike in either form, and as another validator does',
    (year) => {
      let accepted = 0
      for (const month of upTo(13)) {
        for (const day of upTo(32)) {
          const text = `${year}-${two(month)}-${two(day)}T12:00:00Z`
          const judged = isDateTime(text)
          expect([judged, isDateTime(text.toLowerCase())], text).toEqual([isDateTimeOfAjv(text), isDateTimeOfAjv(text)])
          if (judged) accepted++
        }
      }
      expect(accepted).toBe(year === 2000 || year === 2024 ? 366 : 365)
    },
  )

  it('checks every time of a day in both forms like another validator', () => {
    let accepted = 0
    for (const hour of upTo(25)) {
      for (const minute of upTo(60)) {
        for (const second of [0, 9, 10, 59, 60, 61, 99]) {
          const text = `2016-12-31T${two(hour)}:${two(minute)}:${two(second)}Z`
          const judged = isDateTime(text)
          expect([judged, isDateTime(text.toLowerCase())], text).toEqual([isDateTimeOfAjv(text), isDateTimeOfAjv(text)])
          if (judged) accepted++
        }
      }
    }
    // Four seconds of each minute, and one leap second.
    expect(accepted).toBe(24 * 60 * 4 + 1)
  })
})
