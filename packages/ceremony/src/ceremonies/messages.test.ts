import { describe, expect, it } from 'vitest'
import { readMessage, textOf, textsOf, writeMessage } from './messages.ts'

const malformed = expect.objectContaining({ code: 'message_malformed' })

describe('a message', () => {
  it('is read as it was written', () => {
    const message = { share: 'ab', list: ['00', '01'], none: [] }
    expect(readMessage('plan', writeMessage('plan', message), 'ada')).toEqual(message)
  })

  it.each([
    ['no JSON', '{'],
    ['no list', '{}'],
    ['nothing beside the plan', '["plan"]'],
    ['null', '["plan", null]'],
    ['a text', '["plan", "message"]'],
    ['a list', '["plan", []]'],
    ['a number in it', '["plan", { "share": "ab", "count": 1 }]'],
    ['an object in it', '["plan", { "share": {} }]'],
    ['a list of numbers in it', '["plan", { "list": [1] }]'],
    ['a list in it that has a number beside texts', '["plan", { "list": ["00", 1] }]'],
  ])('is malformed, and its sender is named, when it is %s', (_, text) => {
    const wrong = expect.objectContaining({ code: 'message_malformed', parties: ['ada'] })
    expect(() => readMessage('plan', text, 'ada')).toThrow(wrong)
  })

  it('is of no use under another plan, and its sender is named', () => {
    const wrong = expect.objectContaining({ code: 'plan_mismatch', parties: ['ada'] })
    expect(() => readMessage('plan', writeMessage('other', {}), 'ada')).toThrow(wrong)
  })
})

describe('textOf', () => {
  it('reads a text, and refuses what is none', () => {
    expect(textOf({ share: '' }, 'share')).toBe('')
    expect(() => textOf({ share: ['ab'] }, 'share')).toThrow(malformed)
    expect(() => textOf({}, 'share')).toThrow(malformed)
    expect(() => textOf(undefined, 'share')).toThrow(malformed)
  })
})

describe('textsOf', () => {
  it('reads a list of a length, and refuses another one and what is none', () => {
    expect(textsOf({ list: ['a', 'b'] }, 'list', 2)).toEqual(['a', 'b'])
    expect(() => textsOf({ list: ['a'] }, 'list', 2)).toThrow(malformed)
    expect(() => textsOf({ list: 'ab' }, 'list', 2)).toThrow(malformed)
    expect(() => textsOf(undefined, 'list', 0)).toThrow(malformed)
  })
})
