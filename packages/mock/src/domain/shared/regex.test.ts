import { beforeAll, describe, expect, it, vi } from 'vitest'

let compileRegex: typeof import('./regex.ts').compileRegex
let withRegex: typeof import('./regex.ts').withRegex
beforeAll(async () => {
  vi.resetModules()
  ;({ compileRegex, withRegex } = await import('./regex.ts'))
})

describe('withRegex', () => {
  it('waits for the library once, and then runs work synchronously', async () => {
    expect(() => compileRegex('a')).toThrow(TypeError)
    const first = withRegex(() => compileRegex('^a+$')?.test('aaa'))
    expect(first).toBeInstanceOf(Promise)
    expect(await first).toBe(true)
    expect(withRegex(() => compileRegex('^a+$')?.test('aab'))).toBe(false)
  })

  it('refuses patterns that could take more than linear time', async () => {
    for (const pattern of ['(', '(?=a)', '(?<!a)b', '(a)\\1', 'a{1001}'])
      expect(await withRegex(() => compileRegex(pattern)), pattern).toBeUndefined()
  })
})
