import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCommandLine } from '../../test/support/commandLine.ts'
import { runCheck } from './check.ts'

const { run } = createCommandLine()

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-check-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function write(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

async function check(...args: string[]) {
  const lines: string[] = []
  const exitCode = await runCheck(args, (line) => lines.push(line))
  return { exitCode, lines }
}

describe('latchkey-mock check', () => {
  it('says what a scenario brings, whatever kind of file it is', async () => {
    const json = await write(
      'shop.json',
      '{ "people": [{ "email": "ada@example.com", "wallets": [{ "chain": "EVM" }] }] }',
    )
    const code = await write(
      'shop.mjs',
      'export default async (mock) => void (await mock.create.user(), await mock.create.user())',
    )
    expect(await check(json, code, 'demo')).toEqual({
      exitCode: 0,
      lines: [
        `${json} can be loaded. users: 1, wallets: 1`,
        `${code} can be loaded. users: 2`,
        expect.stringMatching(/^demo can be loaded\. users: \d+, sessions: \d+, wallets: \d+/),
      ],
    })
  })

  it.each([
    [
      'typo.json',
      '{ "people": [{ "email": "ada@example.com", "wallets": [{ "chain": "EVN" }] }] }',
      /people\[0\]\.wallets\[0\]\.chain.*Did you mean "EVM"\?/,
    ],
    ['twice.json', '{ "people": [{ "email": "ada@example.com" }, { "email": "ada@example.com" }] }', /people\[1\]/],
    ['cut.json', '{ "people": [', /cut\.json cannot be read/],
    ['empty.mjs', '', /it has no default export/],
    ['throws.mjs', 'export default () => { throw new Error("no fixtures") }', /no fixtures/],
  ])('refuses %s, says why, and goes on with the others', async (name, text, problem) => {
    const good = await write('good.json', '{}')
    expect(await check(await write(name, text), good)).toEqual({
      exitCode: 1,
      lines: [expect.stringMatching(problem), expect.stringMatching(/good\.json can be loaded\.$/)],
    })
  })

  it.each([
    ['never.mjs', 'export default () => new Promise(() => {})'],
    ['neverImported.mjs', 'await new Promise(() => {})\nexport default {}'],
  ])('refuses %s, which waits for nothing, and goes on with the others', async (name, text) => {
    const [file, good] = [await write(name, text), await write('good.json', '{}')]
    const { ended, output } = run('check', file, good)
    expect(await ended).toBe(1)
    expect(output.stdout).toBe(
      `${file}: The scenario ${file} does not end: it waits for a promise that nothing can settle any more.\n${good} can be loaded.\n`,
    )
    expect(output.stderr).toBe('')
  })

  it('refuses a scenario that ends the process, whatever exit code it gives', async () => {
    for (const [code, exitCode] of [
      [0, 1],
      [3, 3],
    ]) {
      const file = await write(`exits${code}.mjs`, `export default () => process.exit(${code})`)
      const { ended, output } = run('check', file)
      expect([await ended, output.stdout]).toEqual([exitCode, ''])
      expect(output.stderr).toBe(
        `latchkey-mock: The scenario ${file} has ended the process with exit code ${code}: a scenario must not call process.exit().\n`,
      )
    }
  })

  it('refuses a file that does not exist, and one of another kind', async () => {
    const { exitCode, lines } = await check(join(folder, 'none.json'), 'notes.txt')
    expect([exitCode, lines]).toEqual([
      1,
      [expect.stringContaining('there is no such file'), expect.stringContaining('ends in .json')],
    ])
  })

  it('refuses wrong arguments', async () => {
    await expect(check()).rejects.toThrow('Name a scenario')
    await expect(check('--al', 'demo')).rejects.toThrow('There is no flag --al.')
  })

  it('prints its usage', async () => {
    const { exitCode, lines } = await check('--help')
    expect([exitCode, lines.join()]).toEqual([0, expect.stringContaining('latchkey-mock check <file>')])
  })
})
