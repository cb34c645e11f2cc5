import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { command, createProject, packageFolder, packageNames, runNode, unpackedFolder } from './consumer.ts'
import { filesOf, writeFiles } from './recipes.ts'
import { vitestLimits } from './timeLimits.ts'

// Follows the pages for coding agents with the packed packages: what a page shows runs as it is written there.

const pageOf = (name: (typeof packageNames)[number]) => readFile(join(unpackedFolder(name), 'AGENTS.md'), 'utf8')

const compilerOptions = {
  strict: true,
  module: 'nodenext',
  target: 'es2023',
  types: ['node'],
  resolveJsonModule: true,
  skipLibCheck: true,
  noEmit: true,
}

describe('the pages for coding agents', () => {
  it('have tests that pass in an empty project, with right types', async () => {
    const vitest = packageFolder('vitest')
    const cwd = await createProject('agents', {
      vitest,
      zod: packageFolder('zod'),
      '@types/node': packageFolder('@types/node'),
    })
    const pages = await Promise.all(packageNames.map(async (name) => [name, filesOf(await pageOf(name))] as const))
    for (const [name, files] of pages) {
      expect(files.length, name).toBeGreaterThan(0)
      await writeFiles(join(cwd, name), files)
    }
    await writeFiles(cwd, [
      { path: 'package.json', text: JSON.stringify({ private: true, type: 'module' }) },
      { path: 'tsconfig.json', text: JSON.stringify({ compilerOptions, include: packageNames }) },
    ])
    const args = [join(vitest, 'vitest.mjs'), 'run', ...vitestLimits]
    const output = await runNode(args, { cwd, variables: { NO_COLOR: '1' } })
    const count = pages.reduce((sum, [, files]) => sum + files.length, 0)
    expect(output).toMatch(new RegExp(`Tests +${count} passed \\(${count}\\)`))
    expect(await runNode([command('typescript-7', 'bin/tsc'), '-p', cwd], { cwd })).toBe('')
  })
})

describe.each(packageNames)('the page of @latchkey/%s for coding agents', (name) => {
  it('names files and imports that the package has', async () => {
    const page = await pageOf(name)
    const folder = unpackedFolder(name)
    const recipes = join(folder, 'docs/recipes')
    const pages = [...page.matchAll(/`((?:docs\/recipes\/)?[a-z-]+\.md)`/g)].map(([, path = '']) => path)
    for (const path of pages) expect(existsSync(join(path.includes('/') ? folder : recipes, path)), path).toBe(true)
    const manifests = await Promise.all(packageNames.map(manifestOf))
    const imports = manifests.flatMap(({ name: of, exports }) =>
      Object.keys(exports).map((path) => of + path.slice('.'.length)),
    )
    const named = page.match(/@latchkey\/[a-z]+(?:\/[a-z-]+)*/g) ?? []
    for (const each of named) expect([...imports, '@latchkey/types/openapi'], each).toSatisfy(has(each))
  })

  it('is a skill as well, under the name of its folder', async () => {
    const skills = join(unpackedFolder(name), 'skills')
    expect(await readdir(skills)).toEqual([`latchkey-${name}`])
    const text = await readFile(join(skills, `latchkey-${name}`, 'SKILL.md'), 'utf8')
    const [, title, description = '', body] =
      /^---\nname: ([a-z-]{1,64})\ndescription: '([^'\n]+)'\n---\n\n(.*)$/s.exec(text) ?? []
    expect(title).toBe(`latchkey-${name}`)
    expect(description.length).toBeLessThanOrEqual(1_024)
    expect(body).toBe(await pageOf(name))
  })
})

interface Manifest {
  readonly name: string
  readonly exports: Readonly<Record<string, unknown>>
}

async function manifestOf(name: (typeof packageNames)[number]): Promise<Manifest> {
  return JSON.parse(await readFile(join(unpackedFolder(name), 'package.json'), 'utf8')) as Manifest
}

/** Whether an import is one of these, or below the one that ends in a star. */
const has = (path: string) => (imports: readonly string[]) =>
  imports.some((each) => each === path || (each.endsWith('/*') && path.startsWith(each.slice(0, -1))))
