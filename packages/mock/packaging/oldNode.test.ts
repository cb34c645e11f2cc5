import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { oldNode } from '@latchkey/runners'
import { describe, expect, it } from 'vitest'
import { installedPackages, unpackedFolder } from './consumer.ts'

const { folder: cwd } = installedPackages()
const script = join(unpackedFolder('mock'), 'dist/bin/latchkeyMock.js')

interface Ending {
  readonly code: number
  readonly stderr: string
}

/** Runs Node 18. */
const run = (...args: string[]): Promise<Ending> =>
  promisify(execFile)(oldNode, args, { cwd }).then(
    ({ stderr }) => ({ code: 0, stderr }),
    (error: Ending) => error,
  )

const load = (specifier: string) => [
  [`import of ${specifier}`, ['--input-type=module', '--eval', `await import('${specifier}')`]] as const,
  [`require of ${specifier}`, ['--eval', `require('${specifier}')`]] as const,
]

describe('Node 18', () => {
  it.each([[[]], [['--version']], [['run', '--', 'true']]])('ends the command in one line: %j', async (args) => {
    expect(await run(script, ...args)).toMatchObject({
      code: 1,
      stderr: 'latchkey-mock: Node 20.19 or later is needed, and this is Node 18.20.8.\n',
    })
  })

  it('is the only file of the command, beside what it loads', async () => {
    expect(await readdir(join(unpackedFolder('mock'), 'dist/bin'))).toEqual(['latchkeyMock.js'])
  })

  it.each(load('@latchkey/mock/node'))('is told what is needed: %s', async (_, args) => {
    const { code, stderr } = await run(...args)
    expect(code).toBe(1)
    expect(stderr).toContain(
      'TypeError: Failed to load "@latchkey/mock/node": Node 20.19 or later is needed, and this is Node 18.20.8.',
    )
    expect(stderr).not.toContain('SyntaxError')
  })

  it.each([
    ['import', ['--input-type=module', '--eval', "(await import('@latchkey/mock')).createMock()"]],
    ['require', ['--eval', "require('@latchkey/mock').createMock()"]],
  ])('is told what is needed by createMock, after %s', async (_, args) => {
    expect((await run(...args)).stderr).toContain(
      'TypeError: Failed to call "createMock()": Node 20.19 or later is needed, and this is Node 18.20.8.',
    )
  })

  it.each(['@latchkey/client', '@latchkey/client/session', '@latchkey/types'].flatMap(load))(
    'loads what needs nothing newer: %s',
    async (_, args) => {
      expect(await run(...args)).toMatchObject({ code: 0 })
    },
  )
})
