import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runInit } from './init.ts'

let folder: string
const file = (name = 'AGENTS.md') => join(folder, name)
const read = (name?: string) => readFile(file(name), 'utf8')
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-agent-'))
  await writeFile(file('package.json'), '{ "devDependencies": { "@latchkey/mock": "*" } }')
})
afterEach(() => rm(folder, { recursive: true }))

async function init(...args: string[]): Promise<{ readonly exitCode: number; readonly text: string }> {
  const output = new PassThrough()
  const exitCode = await runInit(['--agent', '--dir', folder, ...args], { input: new PassThrough(), output })
  return { exitCode, text: String(output.read() ?? '').trimEnd() }
}

describe('latchkey-mock init --agent', () => {
  it('writes the lines that lead agents to the pages of the packages, and asks nothing', async () => {
    expect(await init()).toEqual({ exitCode: 0, text: 'Wrote AGENTS.md' })
    const text = await read()
    expect(text).toContain('read `node_modules/@latchkey/mock/AGENTS.md`.')
    expect(text.split('\n').length).toBeLessThan(12)
    expect((await readdir(folder)).sort()).toEqual(['AGENTS.md', 'package.json'])
  })

  it('names the page of the client in a project that has it', async () => {
    await writeFile(file('package.json'), '{ "dependencies": { "@latchkey/client": "*" } }')
    await init()
    expect(await read()).toContain('and `node_modules/@latchkey/client/AGENTS.md`.')
  })

  it.each([
    ['with an end of line', '# My app\n\nUse tabs.\n'],
    ['without an end of line', '# My app\n\nUse tabs.'],
    ['with the line ends of Windows', '# My app\r\n\r\nUse tabs.\r\n'],
    ['that is empty', ''],
  ])('adds them to a file %s, and changes nothing when it runs again', async (_, before) => {
    await writeFile(file(), before)
    expect(await init()).toMatchObject({ exitCode: 0, text: expect.stringContaining('Added lines') })
    const after = await read()
    expect(after.startsWith(before)).toBe(true)
    expect(after.includes('\r\n')).toBe(before.includes('\r\n'))
    expect(after.replaceAll('\r\n', '\n')).toMatch(/(^|\n)<!-- latchkey: begin.*<!-- latchkey: end -->\n$/s)
    expect(await init()).toEqual({ exitCode: 0, text: 'AGENTS.md has the lines already' })
    expect(await read()).toBe(after)
  })

  it('renews its own lines where they are, and keeps those around them', async () => {
    await init()
    const lines = await read()
    await writeFile(file(), `# Before\n\n${lines.replace('Write no canned replies', 'Guess')}\n# After\n`)
    expect(await init()).toMatchObject({ exitCode: 0, text: expect.stringContaining('Renewed the lines') })
    expect(await read()).toBe(`# Before\n\n${lines}\n# After\n`)
  })

  it('writes through a link, which stays one', async () => {
    await writeFile(file('CLAUDE.md'), '# Mine, see AGENTS.md\n')
    await symlink('CLAUDE.md', file())
    await init()
    expect(await read('CLAUDE.md')).toMatch(/^# Mine, see AGENTS\.md\n\n<!-- latchkey: begin/)
  })

  it("says how another agent's file can include the lines", async () => {
    await writeFile(file('CLAUDE.md'), '# Mine\n')
    expect((await init()).text).toContain('CLAUDE.md does not name AGENTS.md. Add this line there:\n  @AGENTS.md')
    expect(await read('CLAUDE.md')).toBe('# Mine\n')
  })

  it('prints the lines with --dry-run, and writes nothing', async () => {
    const { text } = await init('--dry-run')
    expect(text).toMatch(/^Would write these lines to AGENTS\.md:\n\n {2}<!-- latchkey: begin/)
    expect(await readdir(folder)).toEqual(['package.json'])
  })

  it.each([
    ['begins and does not end', '<!-- latchkey: begin. Written by `latchkey-mock init --agent` -->\n'],
    ['ends and does not begin', 'Text\n<!-- latchkey: end -->\n'],
    [
      'ends twice',
      `${'<!-- latchkey: begin. Written by `latchkey-mock init --agent` -->\n<!-- latchkey: end -->\n'.repeat(2)}`,
    ],
  ])('refuses a file in which a part of its own %s, and leaves it as it is', async (_, before) => {
    await writeFile(file(), before)
    await expect(init()).rejects.toThrow('AGENTS.md has the markers of init, but not one "begin" before one "end"')
    expect(await read()).toBe(before)
  })

  it('refuses a folder of that name, and a link to nothing', async () => {
    await mkdir(file())
    await expect(init()).rejects.toThrow('AGENTS.md cannot be changed: it is a folder.')
    await rm(file(), { recursive: true })
    await symlink('nowhere.md', file())
    await expect(init()).rejects.toThrow('AGENTS.md is a link to a file that does not exist.')
  })

  it('refuses flags that are about a runner', async () => {
    await expect(init('--runner', 'vitest')).rejects.toThrow('--agent only writes AGENTS.md.')
    expect(await readdir(folder)).toEqual(['package.json'])
  })

  it('refuses a folder without a project', async () => {
    await rm(file('package.json'))
    await expect(init()).rejects.toThrow('There is no package.json')
  })

  it('says so if the file cannot be written', async () => {
    // A file of the system that everybody may read and nobody may write, not even the superuser.
    await symlink('/proc/version', file())
    await expect(init()).rejects.toThrow('AGENTS.md cannot be written: ')
  })
})
