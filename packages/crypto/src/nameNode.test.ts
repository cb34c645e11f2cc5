import { describe, expect, it } from 'vitest'
import { nameNode, reverseNameOf } from './nameNode.ts'

describe('a name of ENS', () => {
  // The examples of EIP-137, section "namehash algorithm".
  it.each([
    ['', '0x0000000000000000000000000000000000000000000000000000000000000000'],
    ['eth', '0x93cdeb708b7545dc668eb9280176169d1c33cfd8ed6f04690a0bcc88a93fc4ae'],
    ['foo.eth', '0xde9b09fd7c5f901e23a3f19fecc54828e9c848539801e86591bd9801b019f84f'],
  ])('"%s" has its node', (name, node) => {
    expect(nameNode(name)).toBe(node)
  })

  it('stands for an address below addr.reverse, in lower case', () => {
    expect(reverseNameOf('0x314159265dD8dbb310642f98f50C066173C1259b')).toBe(
      '314159265dd8dbb310642f98f50c066173c1259b.addr.reverse',
    )
  })
})
