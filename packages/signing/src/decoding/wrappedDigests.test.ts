import { toHex, utf8 } from '@latchkey/base/bytes'
import { describe, expect, it } from 'vitest'
import { charactersOf, isDigest, wrappedContent } from './wrappedDigests.ts'

const hexOf = (text: string) => `0x${toHex(utf8(text))}`
const digest = `0x${'9f'.repeat(32)}`
const person = `0x${'ab'.repeat(20)}`

/** The content of a struct with the members `[name, type, value]`. */
function contentOf(...members: readonly (readonly [name: string, type: string, value: unknown])[]) {
  const types = { Wrapper: members.map(([name, type]) => ({ name, type })) }
  return wrappedContent(types, 'Wrapper', Object.fromEntries(members.map(([name, , value]) => [name, value])))
}
const bytes = (value: unknown) => contentOf(['message', 'bytes', value])

describe('isDigest', () => {
  it('is true of 32 bytes that are no text', () => {
    expect(isDigest(new Uint8Array(32).fill(0x9f))).toBe(true)
    expect(isDigest(Uint8Array.of(0x9f, ...utf8('x'.repeat(31))))).toBe(true)
    expect(isDigest(Uint8Array.of(...utf8('x'.repeat(31)), 0x9f))).toBe(true)
  })

  it('is false of a text, and of another length', () => {
    expect(isDigest(utf8(`${'x'.repeat(30)}\n~`))).toBe(false)
    expect(isDigest(new Uint8Array(31).fill(0x9f))).toBe(false)
    expect(isDigest(new Uint8Array(33).fill(0x9f))).toBe(false)
  })
})

describe('charactersOf', () => {
  it('has a character for each byte', () => {
    expect(charactersOf(Uint8Array.of(0x41, 0xff, 0x42))).toBe('A\xffB')
  })
})

describe('wrappedContent', () => {
  it('is a text where the only member is one, or the personal message of one', () => {
    expect(bytes(hexOf('I agree.'))).toBe('text')
    expect(bytes(hexOf('\x19Ethereum Signed Message:\n8I agree.'))).toBe('text')
    expect(bytes(hexOf(`\x19Ethereum Signed Message:\n12${'x'.repeat(12)}`))).toBe('text')
    expect(bytes(hexOf(`\x19Ethereum Signed Message:\n123456${'x'.repeat(123_456)}`))).toBe('text')
    expect(bytes('0x')).toBe('text')
    expect(bytes('I am no hex.')).toBe('text')
  })

  it.each([
    ['bytes that are no text', digest],
    ['a text after another byte', `0x9f${hexOf('I agree.').slice(2)}`],
    ['a text before another byte', `${hexOf('I agree.')}9f`],
    ['a personal message of another length', hexOf('\x19Ethereum Signed Message:\n9I agree.')],
    ['a personal message of bytes that are no text', `${hexOf('\x19Ethereum Signed Message:\n2')}9f9f`],
    ['a personal message of a text that bytes follow', `${hexOf('\x19Ethereum Signed Message:\n2')}419f`],
    ['a personal message without a length', hexOf('\x19Ethereum Signed Message:\n')],
    ['a personal message in the middle', hexOf('\x01\x19Ethereum Signed Message:\n8I agree.')],
    ['the message of another prefix', hexOf('\x18Ethereum Signed Message:\n8I agree.')],
    ['a length of more digits than there are', hexOf(`\x19Ethereum Signed Message:\n1234567${'x'.repeat(1_234_567)}`)],
  ])('is a digest for %s', (_, value) => {
    expect(bytes(value)).toBe('digest')
  })

  it('is a digest for 32 bytes, even if they could be a text', () => {
    expect(contentOf(['hash', 'bytes32', hexOf('x'.repeat(32))])).toBe('digest')
    expect(contentOf(['anything', 'bytes32', digest])).toBe('digest')
  })

  it('leaves addresses out of account', () => {
    expect(contentOf(['owner', 'address', person], ['anything', 'bytes32', digest])).toBe('digest')
    expect(contentOf(['hash', 'address', person])).toBeUndefined()
  })

  it.each(['hash', 'messageHash', 'orderDigest', 'HASH'])('is what a member says that is named %s', (name) => {
    const other = ['nonce', 'uint256', 1] as const
    expect(contentOf(other, [name, 'bytes32', digest])).toBe('digest')
    expect(contentOf(other, [name, 'bytes', hexOf('I agree.')])).toBe('text')
  })

  it('is a digest if one of several is', () => {
    expect(contentOf(['hash', 'bytes', hexOf('I agree.')], ['digest', 'bytes32', digest])).toBe('digest')
  })

  it('is nothing for other members', () => {
    expect(contentOf(['salt', 'bytes32', digest], ['field', 'uint256', 1])).toBeUndefined()
    expect(contentOf(['hash', 'uint256', 1])).toBeUndefined()
    expect(contentOf(['hash', 'string', 'I agree.'])).toBeUndefined()
    expect(contentOf()).toBeUndefined()
  })
})
