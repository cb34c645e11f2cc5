import type { Plan } from './plan.ts'
import { type Project, requireVersion } from './project.ts'

/** A module that starts the mock in a page, and a page that shows it. What is built for users has neither. */
export function planVite(project: Project, apiUrl: string): Plan {
  requireVersion(project, 'msw', [2, 12])
  const extension = project.isTypeScript ? 'ts' : 'js'
  const setup = `${project.find(['src']) === undefined ? '' : 'src/'}latchkey.${extension}`
  const { run } = project.manager
  return {
    files: [
      { path: setup, text: setupOf(apiUrl) },
      { path: 'latchkey.html', text: pageOf(setup) },
    ],
    packages: ['vite', 'msw'],
    advice: [
      {
        sentence: `For a mock in your app while you write it, add to ${entryOf(project)}, before the app renders:`,
        lines: [`if (import.meta.env.DEV) await (await import('/${setup}')).startMock()`],
      },
    ],
    commands: [
      // msw's worker, which pages load from the site's root.
      ...(project.find(['public/mockServiceWorker.js']) === undefined ? [`${run} msw init public --no-save`] : []),
      `${run} vite --open /latchkey.html`,
    ],
  }
}

/** The module that the project's page loads. */
function entryOf(project: Project): string {
  const page = project.text(project.find(['index.html']))
  const [, entry] = /<script[^>]*\ssrc="\.?\/?([^":]+\.[jt]sx?)"/.exec(page) ?? []
  return entry ?? 'the module that your page loads first'
}

const setupOf = (apiUrl: string) => `import { startWorkerMock } from '@latchkey/mock/browser'
import { http, HttpResponse } from 'msw'
import { setupWorker } from 'msw/browser'

/** Starts a mock in this page. It answers what the page fetches from the service, and lasts as long as the tab. */
export const startMock = () =>
  startWorkerMock(
    { http, HttpResponse, setupWorker },
    {
      mock: { baseUrl: '${apiUrl}', providers: ['emailOnly'] },
      prepare: (mock) => mock.create.user({ email: 'ada@example.com' }),
      persist: 'session',
      start: { onUnhandledRequest: 'bypass', quiet: true },
    },
  )
`

const pageOf = (setup: string) => `<!doctype html>
<title>The mock in a page</title>
<p>The mock has these users: <output></output></p>
<script type="module">
  import { startMock } from './${setup}'

  const { mock } = await startMock()
  const { id, token } = mock.defaults.environments.sandbox
  const response = await fetch(\`\${mock.baseUrl}/api/v0/environments/\${id}/users\`, {
    headers: { authorization: \`Bearer \${token}\` },
  })
  const { users } = await response.json()
  document.querySelector('output').textContent = users.map((user) => user.email).join(', ')
</script>
`
