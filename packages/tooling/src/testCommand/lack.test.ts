import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { describeLack } from './lack.ts'

describe('what the machine lacks', () => {
  it('is said of a disk that is nearly full, the one for temporary files included', () => {
    const isFull = (folder: string) => (folder === tmpdir() ? 2 ** 29 : 2 ** 40)
    expect(describeLack('/somewhere', isFull)).toEqual([`Only 0.5 GiB are free at ${tmpdir()}. The tests need 3.`])
    expect(describeLack(tmpdir(), isFull)).toHaveLength(1)
  })

  it('is nothing where there is room', () => {
    expect(describeLack('/somewhere', () => 2 ** 40)).toEqual([])
  })
})
