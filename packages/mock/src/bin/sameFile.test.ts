import { existsSync } from 'node:fs'
import { link, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callCommandLine } from '../../test/support/commandLine.ts'
import { createMock } from '../mock/createMock.ts'
import { readOptions } from './options.ts'
import { assertOtherFile, inputFilesOf } from './sameFile.ts'
import { reportFileOf } from './sweepFiles.ts'

let folder: string
let state: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-same-'))
  state = join(folder, 'state.db')
})
afterEach(() => rm(folder, { recursive: true }))

const sentenceOf = (output: string, input: string, file: string) =>
  `latchkey-mock: ${output} names the file of ${input} (${file}), which it would replace: name another file.`

describe('a server that keeps its state in a file', () => {
  const serve = (output: string, ...more: string[]) =>
    callCommandLine('--port', '4010', '--state', state, '--export-on-exit', output, ...more)

  it.each<[string, () => Promise<string> | string]>([
    ['by the same path', () => state],
    ['by another spelling of the path', () => `${folder}/./none/..//state.db`],
    ['by a relative path', () => relative(process.cwd(), state)],
    [
      'by a link',
      async () => {
        await symlink(state, join(folder, 'link.json'))
        return join(folder, 'link.json')
      },
    ],
    [
      'by a link to its folder',
      async () => {
        await symlink(folder, join(folder, 'folder'))
        return join(folder, 'folder', 'state.db')
      },
    ],
    [
      'by the way back out of a link to a folder',
      async () => {
        await mkdir(join(folder, 'deep'))
        await symlink(join(folder, 'deep'), join(folder, 'folder'))
        await mkdir(join(folder, 'far'))
        await symlink(join(folder, 'folder'), join(folder, 'far', 'link'))
        return `${folder}/far/link/../state.db`
      },
    ],
    ['as the log of the database', () => `${state}-wal`],
    ['as the index of its log', () => `${state}-shm`],
  ])('refuses to export over it, named %s, whether it exists or not', async (_, nameOf) => {
    const output = await nameOf()
    const refused = {
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining(sentenceOf('--export-on-exit', '--state', state)),
    }
    expect(await serve(output)).toMatchObject(refused)
    expect(existsSync(state)).toBe(false)
    await writeFile(state, 'the database')
    expect(await serve(output)).toMatchObject(refused)
    expect(await serve(output, '--overwrite')).toMatchObject(refused)
    expect(await readFile(state, 'utf8')).toBe('the database')
  })

  it('refuses to export over it by a hard link, which is the same file', async () => {
    await writeFile(state, 'the database')
    await link(state, join(folder, 'hard.json'))
    const { exitCode, stderr } = await serve(join(folder, 'hard.json'), '--overwrite')
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(sentenceOf('--export-on-exit', '--state', state))])
  })

  it('may export to any other file, also of a name that only begins alike', () => {
    for (const other of ['state.json', 'state.db-walk', 'state.db.json'])
      expect(readOptions(['--state', state, '--export-on-exit', join(folder, other)], {}).exportTo).toBe(
        join(folder, other),
      )
  })

  it('knows a file that only a variable names', () => {
    expect(() => readOptions(['--export-on-exit', state], { LATCHKEY_STATE: state })).toThrow(
      '--export-on-exit names the file of --state',
    )
  })
})

describe('a file that a command reads', () => {
  const target = ['--target', 'http://127.0.0.1:1']
  const command = ['--', 'node', '-e', '0']

  it.each<[string, string, (file: string) => string[]]>([
    [
      '--export-on-failure',
      '--state',
      (file) => ['run', '--port', '4010', '--state', file, '--export-on-failure', file, ...command],
    ],
    [
      '--export-on-exit',
      '--state',
      (file) => ['run', '--port', '4010', '--state', file, '--export-on-exit', file, ...command],
    ],
    [
      '--export-on-failure',
      '--scenario',
      (file) => ['run', '--overwrite', '--scenario', file, '--export-on-failure', file, ...command],
    ],
    ['--export-on-exit', '--scenario', (file) => ['--overwrite', '--scenario', file, '--export-on-exit', file]],
    ['--export-on-exit', '--names', (file) => ['--overwrite', '--names', file, '--export-on-exit', file]],
    ['--scenario', '--names', (file) => ['record', ...target, '--overwrite', '--names', file, '--scenario', file]],
    [
      '--scenario',
      '--names',
      (file) => [
        'pull',
        ...target,
        '--environment',
        'e',
        '--token',
        'secret',
        '--overwrite',
        '--names',
        file,
        '--scenario',
        file,
      ],
    ],
    ['--report', '--names', (file) => ['compare', ...target, '--overwrite', '--names', file, '--report', file]],
  ])('is not replaced: %s over %s', async (output, input, argsFor) => {
    const file = join(folder, 'shared.json')
    await writeFile(file, '{"people":[]}')
    const { exitCode, stdout, stderr } = await callCommandLine(...argsFor(file))
    expect([exitCode, stdout, stderr]).toEqual([2, '', expect.stringContaining(sentenceOf(output, input, file))])
    expect(await readFile(file, 'utf8')).toBe('{"people":[]}')
  })

  it('may be the same for --import and --export-on-exit, which goes on from what it has written', async () => {
    const file = join(folder, 'state.json')
    await writeFile(file, JSON.stringify(createMock().export()))
    const { importFrom, exportTo } = readOptions(['--import', file, '--export-on-exit', file], {})
    expect([importFrom, exportTo]).toEqual([file, file])
  })

  it('is none for the scenario of this package, whatever the file of an output is called', () => {
    expect(readOptions(['--scenario', 'demo', '--export-on-exit', 'demo'], {}).exportTo).toBe('demo')
  })
})

describe('the report of a sweep', () => {
  it.each(['--known-faults', '--changed', '--scenario', '--import', '--names'])(
    'does not replace the file of %s',
    async (flag) => {
      const reports = join(folder, 'reports')
      await mkdir(reports)
      const command = ['node', '-e', '0']
      const file = reportFileOf(reports, command)
      await writeFile(file, '{}')
      const { exitCode, stdout, stderr } = await callCommandLine(
        'sweep',
        '--report',
        reports,
        flag,
        file,
        '--',
        ...command,
      )
      expect([exitCode, stdout, stderr]).toEqual([2, '', expect.stringContaining(sentenceOf('--report', flag, file))])
      expect(await readFile(file, 'utf8')).toBe('{}')
    },
  )
})

it('A path that leads nowhere is refused by what writes it, and not here', async () => {
  const [one, other] = [join(folder, 'one'), join(folder, 'other')]
  await symlink(one, other)
  await symlink(other, one)
  const file = join(one, 'state.json')
  expect(() => assertOtherFile({ flag: '--export-on-exit', file }, inputFilesOf({ state }))).not.toThrow()
})

it('An output is compared with each input, by what its path leads to', () => {
  const inputs = inputFilesOf({ state, names: join(folder, 'names.json') })
  const output = { flag: '--export-on-exit', file: join(folder, 'names.json') }
  expect(() => assertOtherFile(output, inputs)).toThrow('--export-on-exit names the file of --names')
  expect(() => assertOtherFile({ ...output, file: join(folder, 'other.json') }, inputs)).not.toThrow()
  expect(inputFilesOf({})).toEqual([])
})
