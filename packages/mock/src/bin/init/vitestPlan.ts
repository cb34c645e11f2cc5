import { adviceOnPatterns, configNames, type Plan, testFolder } from './plan.ts'
import { type Project, requireVersion } from './project.ts'

/** A module with `test`, and a test that uses it. vitest needs no configuration for them. */
export function planVitest(project: Project, apiUrl: string): Plan {
  requireVersion(project, 'vitest', [4, 1])
  requireVersion(project, 'msw', [2, 12])
  const folder = testFolder(project)
  const extension = project.isTypeScript ? 'ts' : 'js'
  const config = project.find(configNames('vitest', 'vite'))
  const example = `${folder}/latchkey.test.${extension}`
  return {
    files: [
      { path: `${folder}/latchkey.${extension}`, text: setup(apiUrl) },
      { path: example, text: test },
    ],
    packages: ['vitest', 'msw'],
    advice: adviceOnPatterns(project, config, folder),
    commands: [`${project.manager.run} vitest run ${example}`],
  }
}

const setup = (apiUrl: string) => `import { createTest } from '@latchkey/mock/vitest'

/** vitest's \`test\`, with a mock for each test. The mock answers what the test and its components fetch. */
export const test = createTest({ baseUrl: '${apiUrl}' })
`

const test = `import { test } from './latchkey.js'

test('signs in by e-mail address', async ({ mock, signIn, expect }) => {
  const { user, headers } = await signIn('ada@example.com') // creates the user if there is none
  const { id } = mock.defaults.environments.sandbox
  const response = await fetch(\`\${mock.baseUrl}/api/v0/sdk/\${id}/users\`, { headers })
  expect(await response.json()).toMatchObject({ id: user.id, email: 'ada@example.com' })
})
`
