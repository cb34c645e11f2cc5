import { posix } from 'node:path'
import type { Plan } from './plan.ts'
import { type Project, requireVersion } from './project.ts'

/** A module that starts the mock in a page, and a page that shows it. The production build contains neither. */
export function planVite(project: Project, apiUrl: string): Plan {
  requireVersion(project, 'msw', [2, 12])
  const extension = project.isTypeScript ? 'ts' : 'js'
  const folder = project.find(['src']) === undefined ? '' : 'src/'
  const setup = `${folder}latchkey.${extension}`
  const entry = entryOf(project)
  const { run } = project.manager
  return {
    files: [
      { path: setup, text: setupOf(apiUrl) },
      { path: 'latchkey.html', text: pageOf(setup) },
    ],
    packages: ['vite', 'msw'],
    advice: [
      {
        sentence: `For a mock in your app while you write it, add to ${entry ?? 'the module that your page loads first'}, before the app renders:`,
        lines: [`if (import.meta.env.DEV) await (await import('${moduleFor(entry, folder)}')).startMock()`],
      },
    ],
    commands: [
      // msw's worker, which pages load from the site's root.
      ...(project.find(['public/mockServiceWorker.js']) === undefined ? [`${run} msw init public --no-save`] : []),
      `${run} vite --open /latchkey.html`,
    ],
  }
}

/** The module that the project's page loads, if `index.html` names it. */
function entryOf(project: Project): string | undefined {
  const page = project.text(project.find(['index.html']))
  const sources = [...page.matchAll(/\ssrc="(?:\.?\/)?([^"\s]*)"/g)].map(([, source = '']) => source)
  return sources.find((source) => /^[^:]+\.[jt]sx?$/.test(source))
}

/**
 * The new module as the page's module imports it: by a relative path, which compilers know, too, and without an
 * extension, which not every configuration of TypeScript allows.
 *
 * @param folder - Of the new module, and of the importing one if that is unknown.
 */
function moduleFor(entry: string | undefined, folder: string): string {
  const path = posix.relative(posix.dirname(entry ?? `${folder}main`), `${folder}latchkey`)
  return path.startsWith('.') ? path : `./${path}`
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
      start: { quiet: true },
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
