import { utf8 } from '@latchkey/base/bytes'
import { describe, expect, it } from 'vitest'
import { readProtobuf, writeProtobuf } from './protobuf.ts'

describe('messages of protobuf', () => {
  it('are read as they were written, without fields that are empty', () => {
    const bytes = writeProtobuf([
      [1, utf8('osmosis-1')],
      [2, new Uint8Array()],
      [4, 300n],
      [5, 2n ** 64n - 1n],
      [6, 0n],
    ])
    expect(readProtobuf(bytes)).toEqual(
      new Map<number, unknown>([
        [1, [utf8('osmosis-1')]],
        [4, [300n]],
        [5, [2n ** 64n - 1n]],
      ]),
    )
  })

  it('keep the values of a repeated field in their order', () => {
    const bytes = writeProtobuf([
      [1, utf8('a')],
      [1, utf8('b')],
    ])
    expect(readProtobuf(bytes)?.get(1)).toEqual([utf8('a'), utf8('b')])
  })

  it.each([
    ['ends within a field', [0x0a, 5, 1]],
    ['ends within a number', [0x08, 0x80]],
    ['has a number of more than 64 bits', [0x08, ...Array.from({ length: 9 }, () => 0xff), 0x02]],
    ['has a field of the number 0', [0x02, 1, 1]],
    ['has a wire type that no field has', [0x0b, 1]],
  ])('are refused where the bytes %s', (_, bytes) => {
    expect(readProtobuf(Uint8Array.from(bytes))).toBeUndefined()
  })
})
