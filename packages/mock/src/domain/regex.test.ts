import { describe, expect, it } from 'vitest'
import { compileRegex, withRegex } from './regex.ts'

describe('withRegex', () => {
  it('waits for the library once, and runs work at once from then on', async () => {
    expect(() => compileRegex('a')).toThrow(TypeError)
    const first = withRegex(() => compileRegex('^a+$')?.test('aaa'))
    expect(first).toBeInstanceOf(Promise)
    expect(await first).toBe(true)
    expect(withRegex(() => compileRegex('^a+$')?.test('aab'))).toBe(false)
  })

  it('compiles nothing that could take more than linear time', async () => {
    for (const pattern of ['(', '(?=a)', '(?<!a)b', '(a)\\1', 'a{1001}']) expect(await withRegex(() => compileRegex(pattern)), pattern).toBeUndefined()
  })
})
