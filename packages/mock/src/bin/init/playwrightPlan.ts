import { type Advice, configNames, type Plan, type PlannedFile } from './plan.ts'
import type { Project } from './project.ts'

const appUrl = 'http://localhost:5173'

/** A configuration, unless the project has one, and a test that needs no app. */
export function planPlaywright(project: Project, apiUrl: string): Plan {
  const config = project.find(configNames('playwright'))
  const configText = project.text(config)
  const isSetUp = config === undefined || configText.includes('latchkey')
  const folder = folderOf(project, configText)
  const extension = project.isTypeScript ? 'ts' : 'js'
  const example = `${folder}/latchkey.spec.${extension}`
  const newConfig: PlannedFile = { path: `playwright.config.${extension}`, text: configOf(project, folder, apiUrl) }
  return {
    files: [
      ...(config === undefined ? [newConfig] : []),
      { path: example, text: test(isSetUp ? '' : optionsOf(configText, apiUrl)) },
    ],
    packages: ['@playwright/test'],
    advice: [...(isSetUp ? [] : [adviceOnConfig(config, apiUrl)]), ...adviceOnOtherRunners(project, folder)],
    commands: [
      `${project.manager.run} playwright install chromium`,
      `${project.manager.run} playwright test ${example}`,
    ],
  }
}

/** The folder of the tests, as the configuration says. */
function folderOf(project: Project, configText: string): string {
  const [, folder] = /testDir:\s*['"](?:\.\/)?([\w./-]+?)\/?['"]/.exec(configText) ?? []
  return folder ?? project.find(['e2e', 'tests']) ?? 'e2e'
}

/** The options of a file's tests, for a configuration that lacks them. */
function optionsOf(configText: string, apiUrl: string): string {
  const baseUrl = configText.includes('baseURL') ? '' : `baseURL: '${appUrl}', `
  return `test.use({ ${baseUrl}latchkey: { apiUrl: '${apiUrl}' } })\n\n`
}

const adviceOnConfig = (config: string, apiUrl: string): Advice => ({
  sentence: `In ${config}, add to "use" what the new test sets for itself:`,
  lines: [`latchkey: { apiUrl: '${apiUrl}' },`],
})

function adviceOnOtherRunners({ dependencies }: Project, folder: string): Advice[] {
  const others = ['vitest', 'jest'].filter((name) => name in dependencies)
  return others.map((name) => ({
    sentence: `${name} would run the files of ${folder}/, too. Exclude the folder there.`,
  }))
}

const configOf = ({ isTypeScript }: Project, folder: string, apiUrl: string) => `${
  isTypeScript ? "import type { LatchkeyWorkerFixtures } from '@latchkey/mock/playwright'\n" : ''
}import { defineConfig } from '@playwright/test'

export default defineConfig${isTypeScript ? '<object, LatchkeyWorkerFixtures>' : ''}({
  testDir: './${folder}',
  use: {
    baseURL: '${appUrl}', // where the tests open the app
    latchkey: { apiUrl: '${apiUrl}' }, // where the app calls the service; the mock answers
  },
  // Starts the app:
  // webServer: { command: 'npm run dev', url: '${appUrl}', reuseExistingServer: true },
})
`

const test = (options: string) => `import { expect, test } from '@latchkey/mock/playwright'

${options}test('has a signed-in user', async ({ page, mock, signIn }) => {
  const { headers } = await signIn('ada@example.com') // the app finds the session in its storage

  // A page in place of the app. In your tests, only: await page.goto('/')
  await page.route('/', (route) => route.fulfill({ contentType: 'text/html', body: '<output></output>' }))
  await page.goto('/')

  const url = \`\${mock.baseUrl}/api/v0/sdk/\${mock.defaults.environments.sandbox.id}/users\`
  await page.evaluate(
    async ({ url, headers }) => {
      const user = await (await fetch(url, { headers })).json()
      document.querySelector('output')?.append(user.email)
    },
    { url, headers },
  )
  await expect(page.getByRole('status')).toHaveText('ada@example.com')
})
`
