import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { expect, it } from 'vitest'
import { digestOf } from './canonical.ts'

const digestOfText = (text: string) => bytesToHex(sha256(utf8ToBytes(text)))

it('hashes JSON whose keys are in the order of their names, in lists as well, without what is undefined', () => {
  const value = { b: [2, { z: true, a: null }, 1], c: undefined, a: 'text', d: 3 }
  const text = '["latchkey-1","purpose",{"a":"text","b":[2,{"a":null,"z":true},1],"d":3}]'
  expect(digestOf('purpose', value)).toBe(digestOfText(text))
})

it.each([[null], ['text'], [['b', 'a']], [7]])('hashes what is no object as it is: %j', (value) => {
  expect(digestOf('p', value)).toBe(digestOfText(JSON.stringify(['latchkey-1', 'p', value])))
})
