import { formats } from '@latchkey/types'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readInstant } from './instants.ts'

describe('an instant', () => {
  it.each([
    ['2026-01-15T09:30:00Z', '2026-01-15T09:30:00.000Z'],
    ['2026-01-15t09:30:00z', '2026-01-15T09:30:00.000Z'],
    ['2026-01-15 09:30:00Z', '2026-01-15T09:30:00.000Z'],
    ['2026-01-15T09:30:00.123456789Z', '2026-01-15T09:30:00.123Z'],
    ['2026-01-15T09:30:00+02:00', '2026-01-15T07:30:00.000Z'],
    ['2026-01-15T09:30:00+0200', '2026-01-15T07:30:00.000Z'],
    ['2026-01-15T09:30:00+02', '2026-01-15T07:30:00.000Z'],
    ['2026-01-15T09:30:00-00:30', '2026-01-15T10:00:00.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['2016-12-31T15:59:60.5-0800', '2017-01-01T00:00:00.500Z'],
    ['2026-01-15', '2026-01-15T00:00:00.000Z'],
    ['2026-01-15T09:30Z', '2026-01-15T09:30:00.000Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
    ['0000-01-01T00:00:00+05:00', '0000-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59-05:00', '9999-12-31T23:59:59.999Z'],
  ])('is read however it is written: %s', (text, instant) => {
    expect(readInstant(text)).toBe(instant)
  })

  it.each([
    '2026-02-30T09:30:00Z',
    '2026-02-30',
    '2026-01-15T09:30:00',
    '2026-01-15T24:00:00Z',
    '2026-01-15T09:30:60Z',
    '2026-01-15T09:30:00+2',
    '2026-01-15T09:30:00+24:00',
    '2026-01-15T09:30:00Z ',
    'yesterday',
    '',
  ])('is not %j', (text) => {
    expect(readInstant(text)).toBeUndefined()
  })

  it('is whatever the schemas of the interface take as one', () => {
    const number = (most: number) => fc.integer({ min: 0, max: most }).map((value) => String(value).padStart(2, '0'))
    const date = fc.tuple(fc.integer({ min: 0, max: 9999 }), number(13), number(32))
    const zone = fc.oneof(
      fc.constantFrom('Z', 'z'),
      fc
        .tuple(fc.constantFrom('+', '-'), number(24), fc.constantFrom(':', ''), number(60))
        .map((each) => each.join('')),
      fc.tuple(fc.constantFrom('+', '-'), number(24)).map((each) => each.join('')),
    )
    const time = fc.tuple(number(24), number(60), number(61)).map((each) => each.join(':'))
    const fraction = fc.constantFrom('', '.5', '.123456789', '.')
    const text = fc
      .tuple(date, fc.constantFrom('T', 't', ' '), time, fraction, zone)
      .map(([[year, ...day], ...rest]) => [[String(year).padStart(4, '0'), ...day].join('-'), ...rest].join(''))
    fc.assert(
      fc.property(text, (each) => {
        expect(readInstant(each) !== undefined, each).toBe(formats['date-time'](each))
      }),
      { numRuns: 2000 },
    )
  })
})
