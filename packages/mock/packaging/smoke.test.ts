import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodes } from '@latchkey/runners'
import { describe, expect, it, onTestFinished } from 'vitest'
import { installedPackages, runNode } from './consumer.ts'
import { isFull } from './tier.ts'

const { tarballs } = installedPackages()
const smoke = fileURLToPath(new URL('../../runners/src/smoke/smoke.mjs', import.meta.url))
const runSmoke = (...args: string[]) => runNode([smoke, ...args], { node: nodes[20] })

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-tarballs-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

// The workflow runs it on each Node version and platform.
describe('the command that tries packed packages', () => {
  it('installs them, imports every entry, starts the server and signs a user in, on the oldest Node', async () => {
    const output = await runSmoke(dirname(tarballs.mock))
    expect(output.split('\n')).toEqual([
      'passed: install the tarballs',
      'passed: use every entry as ES modules',
      'passed: use every entry as CommonJS',
      'passed: run the command by npm',
      'passed: sign in at the server',
      expect.stringMatching(/^The packages work on Node 20\./),
      '',
    ])
  })

  it('fails without a folder, and in one that lacks a package', async () => {
    await expect(runSmoke()).rejects.toThrow('Give the folder of the tarballs')
    const folder = await createFolder()
    await cp(tarballs.types, join(folder, basename(tarballs.types)))
    await expect(runSmoke(folder)).rejects.toThrow('has no tarball of @latchkey/client')
  })

  // The first test would not name its steps otherwise.
  if (!isFull) return

  it('fails with the name of the step when a tarball is not the package', async () => {
    const folder = await createFolder()
    await cp(dirname(tarballs.mock), folder, { recursive: true })
    await cp(tarballs.types, join(folder, basename(tarballs.mock)))
    await expect(runSmoke(folder)).rejects.toThrow(/Failed to (install the tarballs|use every entry as ES modules):/)
  })
})
