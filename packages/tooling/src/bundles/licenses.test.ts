import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { installedPackages, isLicensedUnder, openSource, permissive } from './licenses.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const workspace = [
  root,
  ...['packages', 'examples'].flatMap((group) =>
    readdirSync(`${root}${group}`, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${root}${group}/${name}`),
  ),
]

/** Packages whose manifest names no licence, and the SPDX id of the one in their licence file. */
const readFromFiles: Readonly<Record<string, string>> = {
  'eyes 0.1.8': 'MIT',
  'text-encoding-utf-8 1.0.2': 'Unlicense',
}

describe('the licences of the workspace', () => {
  const { overrides } = parse(readFileSync(`${root}pnpm-workspace.yaml`, 'utf8')) as {
    readonly overrides: Readonly<Record<string, string>>
  }
  const leftOut = new Set(Object.keys(overrides).filter((name) => overrides[name] === '-'))
  const packages = installedPackages(workspace, leftOut)

  it('are read for dependencies of dependencies, too', () => {
    expect(packages.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['typescript', 'jsdom', 'undici', '@noble/curves']),
    )
  })

  it('are read of every dependency that the workspace does not leave out', () => {
    expect(() => installedPackages(workspace)).toThrow('@account-abstraction/contracts needs')
  })

  it('are open source for every installed package, also for development', () => {
    const others = packages.filter(
      ({ name, version, license }) => !isLicensedUnder(openSource, license ?? readFromFiles[`${name} ${version}`]),
    )
    expect(others.map(({ name, version, license }) => `${name} ${version}: ${String(license)}`)).toEqual([])
  })

  it('were read from files for packages that are installed and name none', () => {
    const unnamed = packages.filter(({ license }) => license === undefined)
    expect(Object.keys(readFromFiles).sort()).toEqual(unnamed.map(({ name, version }) => `${name} ${version}`).sort())
  })
})

describe('an SPDX expression', () => {
  it.each(['MIT', '(MIT OR GPL-3.0-only)', '(MIT AND BSD-3-Clause)', 'GPL-3.0-only OR Apache-2.0 AND ISC'])(
    'is met by permissive licences: %s',
    (expression) => {
      expect(isLicensedUnder(permissive, expression)).toBe(true)
    },
  )

  it.each(['GPL-3.0-only', '(MIT AND GPL-3.0-only)', 'SEE LICENSE IN LICENSE', 'mit', '', undefined, { type: 'MIT' }])(
    'is not met by permissive licences: %s',
    (expression) => {
      expect(isLicensedUnder(permissive, expression)).toBe(false)
    },
  )
})
