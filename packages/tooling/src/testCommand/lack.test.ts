import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { describeLack, faultIn, type Machine } from './lack.ts'

const machine: Machine = {
  freeBytes: () => 2 ** 40,
  nodeVersion: async () => 'v24.1.0',
  registryFault: async () => undefined,
}
const lackOf = (changes: Partial<Machine>, registry = true) =>
  describeLack('/somewhere', { registry }, { ...machine, ...changes })

describe('what the machine lacks', () => {
  it('is said of a disk that is nearly full, the one for temporary files included', async () => {
    const freeBytes = (folder: string) => (folder === tmpdir() ? 2 ** 29 : 2 ** 40)
    expect(await lackOf({ freeBytes })).toEqual([`Only 0.5 GiB are free at ${tmpdir()}. The tests need 3.`])
    expect(await describeLack(tmpdir(), { registry: true }, { ...machine, freeBytes })).toHaveLength(1)
  })

  it.each(['v18.20.8', 'v20.18.3'])('is said of npm on Node %s', async (version) => {
    expect(await lackOf({ nodeVersion: async () => version })).toEqual([
      `The machine has Node ${version.slice(1)}, on which npm and npx run. The tests that use these need 20.19; ` +
        'the others run on the Node of this repository.',
    ])
  })

  it('is said with the least Node that the packages take', async () => {
    const { engines } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as {
      engines: { node: string }
    }
    const least = engines.node.replace('>=', '')
    expect(await lackOf({ nodeVersion: async () => `v${least}.0` })).toEqual([])
    expect((await lackOf({ nodeVersion: async () => 'v18.0.0' })).join()).toContain(`need ${least};`)
  })

  it('is said of a registry that npm does not reach, if tests need it', async () => {
    const registryFault = async () => 'ENOTFOUND'
    expect(await lackOf({ registryFault })).toEqual([
      'npm does not reach its registry (ENOTFOUND), so the tests will fail that install packages from there.',
    ])
    expect(await lackOf({ registryFault }, false)).toEqual([])
  })

  it('is nothing where there is all', async () => {
    for (const version of ['v20.19.0', 'v22.0.0', undefined])
      expect(await lackOf({ nodeVersion: async () => version })).toEqual([])
  })
})

describe('a ping of npm', () => {
  it.each([
    ['npm error code ENOTFOUND\nnpm error syscall getaddrinfo', 'ENOTFOUND'],
    ['npm ERR! code ECONNREFUSED', 'ECONNREFUSED'],
    ['npm error code E404\nnpm error 404 Not Found', undefined],
    ['npm error code E401', undefined],
  ])('that ends with %j failed by %s', (output, fault) => {
    expect(faultIn(output)).toBe(fault)
  })
})
