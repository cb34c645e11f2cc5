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

it.each([
  ['email', ['emailOnly', 'google'], ' Did you mean "emailOnly"?'],
  ['statusCode', ['status', 'body'], ' Did you mean "status"?'],
  ['eth', ['ether', 'sol'], ' Did you mean "ether"?'],
  ['start', ['startDate', 'endDate'], ' Did you mean "startDate"?'],
  ['start', ['starting', 'endDate'], ''],
  ['goo', ['google', 'github'], ''],
  ['email', ['emailOnly', 'emailService'], ''],
  ['e', ['ether', 'sol'], ''],
])('suggests the only candidate that begins like %s, of %j', (word, candidates, sentence) => {
  expect(didYouMean(word, candidates)).toBe(sentence)
})

it.each([
  ['60d', 'a text'],
  [503, 'a number'],
  [['a'], 'a list'],
  [null, 'null'],
  [undefined, 'undefined'],
])('refuses what is not an object: %j', (value, kind) => {
  expect(() => assertKeys(value as never, ['days', 'hours'], { call: 'clock.advance()', what: 'unit' })).toThrow(
    new TypeError(`Failed to call "clock.advance()": it takes an object with days, hours, not ${kind}.`),
  )
})

it('refuses an unknown key', () => {
  const keys = ['days', 'minutes']
  expect(() => assertKeys({ minute: 1 }, keys, { call: 'clock.advance()', what: 'unit' })).toThrow(
    new TypeError('Failed to call "clock.advance()": there is no unit "minute". Did you mean "minutes"?'),
  )
  expect(() => assertKeys({ days: 1, minutes: 2 }, keys, { call: 'clock.advance()', what: 'unit' })).not.toThrow()
})
