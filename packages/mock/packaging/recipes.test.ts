import { join } from 'node:path'
import { nodes, runnerFolder } from '@latchkey/runners'
import { describe, expect, it } from 'vitest'
import { createProject, packageFolder, runNode, unpackedFolder } from './consumer.ts'
import { filesOf, readRecipes, writeFiles } from './recipes.ts'

// Runs the files of `docs/recipes`, as they are written there, with the packed packages.

const recipes = await readRecipes(unpackedFolder('mock'))

/** For runners: a busy machine needs more than their 5 seconds. */
const timeLimit = '--testTimeout=60000'

/** A project with the files of a recipe. */
async function projectOf(
  recipe: string,
  dependencies: Readonly<Record<string, string>>,
  variant: string,
): Promise<string> {
  const project = await createProject(`${recipe}-${variant}`, dependencies)
  await writeFiles(project, filesOf(recipes.get(recipe) ?? ''))
  return project
}

const variables = { NO_COLOR: '1' }

const react = {
  react: runnerFolder('react'),
  'react-dom': runnerFolder('react-dom'),
  jsdom: runnerFolder('jsdom'),
  '@testing-library/react': runnerFolder('@testing-library/react'),
}

describe('the recipe for vitest', () => {
  it('runs with vitest 5, msw 3 and React in jsdom', async () => {
    const vitest = packageFolder('vitest')
    const cwd = await projectOf('vitest', { ...react, vitest, msw: packageFolder('msw') }, 'msw3')
    expect(await runNode([join(vitest, 'vitest.mjs'), 'run', timeLimit], { cwd, variables })).toMatch(
      /Tests +4 passed \(4\)/,
    )
  })

  it('runs with vitest 4 and msw 2 on Node 20', async () => {
    const vitest = runnerFolder('vitest4')
    const cwd = await projectOf('vitest', { vitest, msw: packageFolder('msw2') }, 'msw2')
    // Without the files that need jsdom, whose present version does not run on Node 20.
    const args = ['run', 'users.test.ts', 'grace.test.ts', '--environment', 'node', timeLimit]
    const output = await runNode([join(vitest, 'vitest.mjs'), ...args], { cwd, node: nodes[20], variables })
    expect(output).toMatch(/Tests +2 passed \(2\)/)
  })
})

describe('the recipe for Jest', () => {
  it.each([
    [20, 'msw2'],
    [24, 'msw'],
  ] as const)('runs on Node %i with %s: CommonJS, ES modules and jsdom', async (version, msw) => {
    const dependencies = { 'jest-environment-jsdom': runnerFolder('jest-environment-jsdom'), msw: packageFolder(msw) }
    const cwd = await projectOf('jest', dependencies, String(version))
    const jest = join(runnerFolder('jest'), 'bin/jest.js')
    const options = ['--testMatch', '**/*.test.{js,mjs}', '--runInBand', timeLimit]
    const output = await runNode(['--experimental-vm-modules', jest, ...options], {
      cwd,
      node: nodes[version],
      variables,
    })
    expect(output).toContain('Tests:       3 passed, 3 total')
  })
})
