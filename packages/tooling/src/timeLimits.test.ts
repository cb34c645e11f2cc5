import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

// A limit is for what hangs. A machine that is five times slower, or runs much else, must not reach it.

const root = fileURLToPath(new URL('../../..', import.meta.url))
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8')
const exclude = ['**/node_modules/**', '**/dist/**']
const sources = (pattern: string) => globSync(pattern, { cwd: root, exclude }).map((path) => path.replaceAll('\\', '/'))

/** The least milliseconds of a limit, by how it is written. */
const limits: readonly (readonly [form: RegExp, leastMs: number])[] = [
  [/\b(?:testTimeout|hookTimeout): ([\d_]+)/g, 300_000],
  [/^ *\}, ([\d_]+)\)$/gm, 300_000],
  [/\b(?:it|test|describe)(?:\.each)?\(.*\{ timeout: ([\d_]+)/g, 300_000],
  [/\b(?:waitFor|waitUntil|poll)\(.*\btimeout: ([\d_]+)/g, 60_000],
  [/\bpoll: \{ timeout: ([\d_]+)/g, 60_000],
  [/\bsetDefaultTimeout\(([\d_]+)/g, 60_000],
]

/** The limits in a text that are too short. */
function shortLimitsIn(text: string): string[] {
  return limits.flatMap(([form, leastMs]) =>
    Array.from(text.matchAll(form))
      .filter(([, ms = '']) => Number(ms.replaceAll('_', '')) < leastMs)
      .map(([line]) => line.trim()),
  )
}

// A mutation that hangs is found by its limit.
const files = sources('{packages,examples}/**/*.{test.ts,test.tsx,config.ts}').filter(
  (path) => path !== 'packages/mutation/src/roomTests.config.ts' && !path.endsWith('/timeLimits.test.ts'),
)

describe('a time limit of tests', () => {
  it('is long, wherever it is written', () => {
    expect(files.length).toBeGreaterThan(900)
    const short = files.flatMap((path) => shortLimitsIn(read(path)).map((limit) => `${path}: ${limit}`))
    expect(short).toEqual([])
  })

  it.each([
    'vi.setConfig({ testTimeout: 60_000 })',
    '}, 20_000)',
    "it('is slow', { timeout: 30_000 }, async () => {",
    'await vi.waitFor(() => expect(text).toBe(1), { timeout: 10_000 })',
    'expect: { poll: { timeout: 20_000 } },',
    'page.setDefaultTimeout(20_000)',
  ])('is too short in: %s', (text) => {
    expect(shortLimitsIn(text)).toHaveLength(1)
  })

  it('is in the configuration of every package, since that of vitest itself is five seconds', () => {
    const folders = new Set(files.flatMap((path) => /^packages\/[^/]+(?=\/.*\.test\.)/.exec(path) ?? []))
    expect(folders.size).toBeGreaterThan(10)
    for (const folder of folders)
      for (const name of ['testTimeout', 'hookTimeout'])
        expect(read(`${folder}/vitest.config.ts`), folder).toContain(name)
  })

  it('is in every test of an example that prepares something', () => {
    const tests = files.filter((path) => /^examples\/.*\.test\./.test(path) && /\bbefore(All|Each)\(/.test(read(path)))
    expect(tests.length).toBeGreaterThan(3)
    for (const path of tests)
      for (const name of ['testTimeout', 'hookTimeout']) expect(read(path), path).toContain(name)
  })
})
