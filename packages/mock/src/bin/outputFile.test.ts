import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callCommandLine } from '../../test/support/commandLine.ts'
import { createMock } from '../mock/createMock.ts'
import { tryOutputFile } from './outputFile.ts'
import { tryStateFile } from './startFromFlags.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-output-'))
  file = join(folder, 'shop.json')
})
afterEach(() => rm(folder, { recursive: true }))

const flag = '--scenario'

describe('a file that a command will write', () => {
  it('is not there after it was tried, and the folder has nothing else', async () => {
    await tryOutputFile({ flag, file })
    expect(await readdir(folder)).toEqual([])
  })

  it('is refused in a folder that does not exist, with its name and the reason', async () => {
    const output = { flag, file: join(folder, 'nosuch/shop.json') }
    await expect(tryOutputFile(output)).rejects.toThrow(
      /^--scenario cannot be written to .*nosuch\/shop\.json: there is no such folder\.$/,
    )
  })

  it('is refused behind a file', async () => {
    await writeFile(file, '')
    await expect(tryOutputFile({ flag, file: join(file, 'shop.json') })).rejects.toThrow(
      /: a part of its path is not a folder\.$/,
    )
  })

  it('is refused if it is a folder', async () => {
    await mkdir(file)
    await expect(tryOutputFile({ flag, file, overwrite: true })).rejects.toThrow(/shop\.json: it is a folder\.$/)
  })

  it('is refused if it exists, also behind a link, and stays as it was', async () => {
    await writeFile(file, '{"gates":[]}')
    await symlink(file, join(folder, 'link.json'))
    for (const name of [file, join(folder, 'link.json')])
      await expect(tryOutputFile({ flag, file: name })).rejects.toThrow(/: it exists, and --overwrite replaces it\.$/)
    expect(await readFile(file, 'utf8')).toBe('{"gates":[]}')
    await tryOutputFile({ flag, file, overwrite: true })
    expect(await readFile(file, 'utf8')).toBe('{"gates":[]}')
  })

  it('may exist if it is empty, or begins as the command has written it', async () => {
    await writeFile(file, '')
    await tryOutputFile({ flag, file })
    await writeFile(file, '{"version":1,"now":0}')
    await tryOutputFile({ flag, file, ownBeginning: /^\{"version":/ })
    await writeFile(file, 'notes')
    await expect(tryOutputFile({ flag, file, ownBeginning: /^\{"version":/ })).rejects.toThrow('it exists')
  })
})

describe.each([
  ['the server', ['--port', '0'], '--export-on-exit'],
  ['run', ['run', '--', 'node', '-e', '0'], '--export-on-failure'],
  ['run', ['run', '--', 'node', '-e', '0'], '--export-on-exit'],
  ['record', ['record', '--target', 'http://127.0.0.1:1'], '--scenario'],
  ['compare', ['compare', '--target', 'http://127.0.0.1:1'], '--report'],
  ['pull', ['pull', '--target', 'http://127.0.0.1:1', '--environment', 'e', '--token', 'secret'], '--scenario'],
])('%s %j', (_, args, own) => {
  const call = (path: string) => {
    const end = args.indexOf('--')
    const at = end < 0 ? args.length : end
    return callCommandLine(...args.slice(0, at), own, path, ...args.slice(at))
  }

  it(`tries the file of ${own} before it does anything`, async () => {
    const { exitCode, stdout, stderr } = await call(join(folder, 'nosuch/shop.json'))
    expect([exitCode, stdout]).toEqual([2, ''])
    expect(stderr).toContain(`${own} cannot be written to ${folder}/nosuch/shop.json: there is no such folder.`)
  })

  it(`replaces no file of ${own} that it has not written`, async () => {
    await writeFile(file, 'notes')
    expect(await call(file)).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining('it exists') })
    expect(await readFile(file, 'utf8')).toBe('notes')
  })
})

describe('the file of a state', () => {
  const options = { overwrite: false } as Parameters<typeof tryStateFile>[2]

  it('is replaced if it is a state', async () => {
    await writeFile(file, JSON.stringify(createMock().export()))
    await tryStateFile('--export-on-exit', file, options)
  })

  it('is replaced if it is the one that the server begins with, and no other one', async () => {
    await writeFile(file, '{ "version": 1 }')
    await tryStateFile('--export-on-exit', file, { ...options, importFrom: file })
    await expect(tryStateFile('--export-on-exit', file, options)).rejects.toThrow(/^--export-on-exit cannot be written/)
  })
})
