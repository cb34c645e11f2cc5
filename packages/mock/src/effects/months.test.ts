import { describe, expect, it } from 'vitest'
import { addMonths, monthAround } from './months.ts'

describe('months', () => {
  it.each([
    ['2026-01-15T09:30:00.000Z', 1, '2026-02-15T09:30:00.000Z'],
    ['2026-01-31T09:30:00.000Z', 1, '2026-02-28T09:30:00.000Z'],
    ['2024-01-31T00:00:00.000Z', 1, '2024-02-29T00:00:00.000Z'],
    ['2026-01-31T09:30:00.000Z', 2, '2026-03-31T09:30:00.000Z'],
    ['2026-12-15T09:30:00.000Z', 1, '2027-01-15T09:30:00.000Z'],
    ['2026-01-15T09:30:00.000Z', -1, '2025-12-15T09:30:00.000Z'],
  ])('counts from %s on by %i', (from, months, to) => {
    expect(addMonths(from, months)).toBe(to)
  })

  it('contain an instant from their start to before their end', () => {
    const countedFrom = '2026-01-31T09:30:00.000Z'
    const first = { startDate: countedFrom, endDate: '2026-02-28T09:30:00.000Z' }
    const second = { startDate: '2026-02-28T09:30:00.000Z', endDate: '2026-03-31T09:30:00.000Z' }
    expect(monthAround(countedFrom, { countedFrom })).toEqual(first)
    expect(monthAround('2026-02-28T09:29:59.999Z', { countedFrom })).toEqual(first)
    expect(monthAround('2026-02-28T09:30:00.000Z', { countedFrom })).toEqual(second)
    expect(monthAround('2027-01-31T09:30:00.000Z', { countedFrom }).startDate).toBe('2027-01-31T09:30:00.000Z')
  })

  it('exist before the instant from which they are counted', () => {
    expect(monthAround('2026-01-01T00:00:00.000Z', { countedFrom: '2026-01-15T09:30:00.000Z' })).toEqual({
      startDate: '2025-12-15T09:30:00.000Z',
      endDate: '2026-01-15T09:30:00.000Z',
    })
  })
})
