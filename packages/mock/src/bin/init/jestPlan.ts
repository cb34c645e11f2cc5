import { type Advice, adviceOnPatterns, configNames, type Plan, testFolder } from './plan.ts'
import { type Project, requireVersion } from './project.ts'

/** Packages by which Jest reads TypeScript. */
const compilers = ['ts-jest', '@swc/jest', '@babel/preset-typescript', 'esbuild-jest'] as const

const environment = '@latchkey/mock/jest-environment'

/** A test: in TypeScript if Jest reads it, or else in CommonJS, which Jest reads without transforms. */
export function planJest(project: Project, apiUrl: string): Plan {
  const config = project.find([...configNames('jest'), 'jest.config.json'])
  const hasCompiler = compilers.some((name) => name in project.dependencies)
  // In a project of ES modules CommonJS is in .cjs files, which Jest takes as tests from 30 on.
  if (!hasCompiler && project.isModule) requireVersion(project, 'jest', [30, 0])
  const folder = testFolder(project)
  const commonJs = project.isModule ? 'cjs' : 'js'
  const example = `${folder}/latchkey.test.${hasCompiler ? 'ts' : commonJs}`
  const isJsdom = 'jest-environment-jsdom' in project.dependencies
  const text = [
    isJsdom ? `/** @jest-environment ${environment} */\n` : '',
    hasCompiler ? importsOf(project) : "const { createMock } = require('@latchkey/mock')\n",
    test(apiUrl),
  ].join('')
  return {
    files: [{ path: example, text }],
    packages: ['jest'],
    advice: [...(isJsdom ? adviceOnJsdom(project, config) : []), ...adviceOnPatterns(project, config, folder)],
    commands: [`${project.manager.run} jest ${example}`],
  }
}

function importsOf({ dependencies }: Project): string {
  // Otherwise the types are those of @types/jest.
  const globals = '@jest/globals' in dependencies ? "import { expect, test } from '@jest/globals'\n" : ''
  return `${globals}import { createMock } from '@latchkey/mock'\n`
}

function adviceOnJsdom(project: Project, config: string | undefined): Advice[] {
  if (project.text(config ?? 'package.json').includes(environment)) return []
  return [
    {
      sentence: `For tests of pages, set this environment in ${config ?? 'the configuration of Jest'}. It is jsdom with what the mock needs of Node:`,
      lines: [`testEnvironment: '${environment}',`],
    },
  ]
}

const test = (apiUrl: string) => `
const prepared = createMock({ baseUrl: '${apiUrl}' })

test('signs in by e-mail address', async () => {
  const mock = prepared.fork() // a copy, without the data of other tests
  const { user, headers } = await mock.signIn(await mock.create.user({ email: 'ada@example.com' }))
  const { id } = mock.defaults.environments.sandbox
  const response = await mock.fetch(\`\${mock.baseUrl}/api/v0/sdk/\${id}/users\`, { headers })
  expect(await response.json()).toMatchObject({ id: user.id, email: 'ada@example.com' })
})
`
