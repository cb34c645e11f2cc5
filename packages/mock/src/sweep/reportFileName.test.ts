import { describe, expect, it } from 'vitest'
import { reportFileName } from './reportFileName.ts'

describe('the name of a file of a report', () => {
  it('has the words of the name of the sweep, and is the same each time', () => {
    expect(reportFileName({ name: 'Signs in by code, and out' })).toMatch(/^signs-in-by-code-and-out_[\da-f]{8}$/)
    expect(reportFileName({ name: 'Signs in' })).toBe(reportFileName({ name: 'Signs in' }))
    expect(reportFileName({ name: 'Grüße, ログイン' })).toMatch(/^grüße-ログイン_/)
  })

  it('differs between names whose words are the same, and between test files', () => {
    const names = ['a b', 'a-b', 'A b', 'a/b', 'a b '].map((name) => reportFileName({ name }))
    const files = ['a.test.ts', 'b.test.ts', undefined].map((file) =>
      reportFileName({ name: 'c', ...(file && { file }) }),
    )
    expect(new Set([...names, ...files]).size).toBe(8)
  })

  it.each([
    'CON',
    'nul',
    '../../etc/passwd',
    'C:\\x',
    'a<b>|"?*',
    '...',
    '',
    '\u0000',
    '🚪'.repeat(200),
    'ä'.repeat(300),
  ])('is one that every system takes: %j', (name) => {
    const written = `${reportFileName({ name })}.json`
    expect(written).toMatch(/^[\p{L}\p{N}-]+_[\da-f]{8}\.json$/u)
    expect(Buffer.byteLength(written)).toBeLessThan(250)
    expect(written).not.toMatch(/^(con|nul)\./)
  })
})
