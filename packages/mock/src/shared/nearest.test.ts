import { describe, expect, it } from 'vitest'
import { assertKeys, didYouMean, nearest } from './nearest.ts'

describe('nearest', () => {
  it.each([
    ['gogle', 'google'],
    ['goolge', 'google'],
    ['GOOGLE', 'google'],
    ['emailonly', 'emailOnly'],
    ['githubb', 'github'],
    ['sm', 'sms'],
    ['mss', 'sms'],
  ])('finds the word that %s is probably a typo of', (word, candidate) => {
    expect(nearest(word, ['github', 'google', 'sms', 'emailOnly'])).toBe(candidate)
  })

  it.each(['facebook', '', 'goo', 'x'])('finds nothing for %j, which resembles no candidate', (word) => {
    expect(nearest(word, ['github', 'google', 'sms', 'emailOnly'])).toBeUndefined()
  })

  it('compares no text that is longer than any name, however many candidates there are', () => {
    const names = Array.from({ length: 1_000 }, (_, i) => `gates.${'list'.repeat(50)}${i}`)
    expect(nearest(names[0] as string, names)).toBeUndefined()
    expect(nearest('gate'.repeat(250_000), names)).toBeUndefined()
    expect(nearest('x'.repeat(199), ['x'.repeat(200)])).toBe('x'.repeat(200))
  })

  it('takes the most similar candidate, not the first', () => {
    expect(nearest('gate.lists', ['gates.list', 'gate.list'])).toBe('gate.list')
  })
})

it('makes a sentence of a suggestion, and nothing without one', () => {
  expect([didYouMean('gogle', ['google']), didYouMean('line', ['google'])]).toEqual([' Did you mean "google"?', ''])
})

it('refuses an unknown key', () => {
  const keys = ['days', 'minutes']
  expect(() => assertKeys({ minute: 1 }, keys, { call: 'clock.advance()', what: 'unit' })).toThrow(
    new TypeError('Failed to call "clock.advance()": there is no unit "minute". Did you mean "minutes"?'),
  )
  expect(() => assertKeys({ days: 1, minutes: 2 }, keys, { call: 'clock.advance()', what: 'unit' })).not.toThrow()
})
