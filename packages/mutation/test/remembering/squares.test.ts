import { expect, it } from 'vitest'
import { describeSquare, square } from './squares.ts'

it('multiplies the side by itself', () => {
  expect(square(3)).toBe(9)
})

it('says the unit', () => {
  expect(describeSquare(3)).toContain('9 m²')
})
