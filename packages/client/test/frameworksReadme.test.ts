import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { compileFunction } from 'node:vm'
import { transformAsync } from '@babel/core'
import { build, type Plugin } from 'esbuild'
import { compile } from 'svelte/compiler'
import { describe, expect, it, vi } from 'vitest'
import { compileScript, parse } from 'vue/compiler-sfc'
import { headerCookies } from '../src/session/cookieJar.ts'
import { cookieStorage } from '../src/session/cookieStorage.ts'
import type { Session } from '../src/session/session.ts'
import { createSessionWorld } from '../src/session/test/sessionWorld.ts'
import { makeFolder } from './typeCheck.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

/** The block of the README whose first line is a comment with this text. */
function blockOf(title: string): string {
  const escaped = title.replaceAll(/[.+/]/g, String.raw`\$&`)
  const block = new RegExp(`^\`\`\`\\w+\\n(?:// |<!-- )${escaped}(?: -->)?\\n(.*?)^\`\`\``, 'ms').exec(readme)
  if (!block?.[1]) throw new Error(`README.md has no block "${title}".`)
  return block[1]
}

/** Compiles components as the tools of the frameworks do, for a server. */
const components: Plugin = {
  name: 'components',
  setup({ onLoad }) {
    onLoad({ filter: /\.vue$/ }, ({ path }) => {
      const { descriptor } = parse(readFileSync(path, 'utf8'), { filename: path })
      const options = { id: path, inlineTemplate: true, templateOptions: { ssr: true, ssrCssVars: [] } }
      return { contents: compileScript(descriptor, options).content, loader: 'ts' }
    })
    onLoad({ filter: /\.svelte$/ }, ({ path }) => {
      const { js } = compile(readFileSync(path, 'utf8'), { filename: path, generate: 'server' })
      return { contents: js.code }
    })
    onLoad({ filter: /solid\.jsx$/ }, async ({ path }) => {
      const presets = [['babel-preset-solid', { generate: 'ssr' }]]
      const compiled = await transformAsync(readFileSync(path, 'utf8'), { presets, babelrc: false, configFile: false })
      return { contents: compiled?.code ?? '' }
    })
  },
}

/** Runs a program beside the files of the README. */
async function run<T>(contents: string, files: Readonly<Record<string, string>>): Promise<T> {
  const resolveDir = makeFolder(files)
  const { outputFiles } = await build({
    stdin: { contents, resolveDir, loader: 'ts' },
    alias: { '#imports': join(resolveDir, 'imports.js') },
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    define: { 'import.meta.server': 'true' },
    conditions: ['@latchkey/source', 'node'],
    plugins: [components],
    logLevel: 'silent',
  })
  const module = { exports: {} as T }
  const program = compileFunction(outputFiles[0]?.text ?? '', ['require', 'module', 'exports'])
  program(createRequire(import.meta.url), module, module.exports)
  return module.exports
}

interface Rendered {
  render(session: Session): Promise<string>
}

const programs = {
  Vue: [
    { 'Account.vue': blockOf('Account.vue') },
    `import { createSSRApp } from 'vue'
     import { renderToString } from 'vue/server-renderer'
     import { createSessionPlugin } from '@latchkey/client/vue'
     import Account from './Account.vue'
     export const render = (session) =>
       renderToString(createSSRApp(Account).use(createSessionPlugin(session, { initialSnapshot: session })))`,
  ],
  Svelte: [
    {
      'Account.svelte': blockOf('Account.svelte'),
      'Page.svelte': `<script>
        import { provideSession } from '@latchkey/client/svelte'
        import Account from './Account.svelte'
        let { session } = $props()
        provideSession(session, { initialSnapshot: session })
      </script><Account />`,
    },
    `import { render as renderPage } from 'svelte/server'
     import Page from './Page.svelte'
     export const render = async (session) => (await renderPage(Page, { props: { session } })).body`,
  ],
  Solid: [
    {
      'solid.jsx': `${blockOf('Solid: Account.tsx')}
        import { SessionProvider } from '@latchkey/client/solid'
        import { renderToString } from 'solid-js/web'
        export const render = async (session) => renderToString(() => (
          <SessionProvider session={session} initialSnapshot={session}><Account /></SessionProvider>
        ))`,
    },
    `export { render } from './solid.jsx'`,
  ],
} as const

it.each(Object.entries(programs))('the component of README.md for %s shows who is signed in', async (_, program) => {
  const [files, contents] = program
  const { render } = await run<Rendered>(contents, files)
  const world = await createSessionWorld()
  const session = world.open()
  const shown = async () => (await render(session)).replaceAll(/<!--.*?-->/g, '')
  expect(await shown()).toMatch(/<a .*href="\/sign-in".*>Sign in<\/a>/)
  await world.signIn(session)
  expect(await shown()).toMatch(/<button.*>Sign out ada@example\.com<\/button>/)
})

describe('the plugin of README.md for Nuxt', () => {
  /** The functions of Nuxt that the plugin uses, for one request. */
  const imports = `
    export const request = {}
    export const defineNuxtPlugin = (plugin) => plugin
    export const useRuntimeConfig = () => ({ public: request.config })
    export const useRequestHeaders = () => ({ cookie: request.cookie })
    export const useState = (name, create) => ({ value: (request.payload[name] = create()) })`
  const contents = `
    import { createSSRApp, h } from 'vue'
    import { renderToString } from 'vue/server-renderer'
    import { useSession } from '@latchkey/client/vue'
    import plugin from './session.ts'
    import { request } from './imports.js'
    export async function render(given) {
      Object.assign(request, given)
      const vueApp = createSSRApp({ setup: () => ((view) => () => h('p', view.value.user?.email ?? view.value.state))(useSession()) })
      plugin({ vueApp })
      return renderToString(vueApp)
    }`

  it('renders the session in the cookies of the request, and sends it to the page', async () => {
    const files = { 'session.ts': blockOf('plugins/session.ts'), 'imports.js': imports }
    const { render } = await run<{ render(request: object): Promise<string> }>(contents, files)
    const world = await createSessionWorld()
    const jar = headerCookies('')
    await world.signIn(world.open({ storage: cookieStorage(jar) }))
    // The timers of this session, and of those of the tests before, are not the plugin's.
    vi.clearAllTimers()
    const cookie = jar.setCookies.map((line) => line.split(';')[0]).join('; ')
    const config = { apiUrl: world.mock.baseUrl, environmentId: world.environmentId }
    const payload = {}
    expect(await render({ config, cookie, payload })).toBe('<p>ada@example.com</p>')
    expect(payload).toMatchObject({ session: { state: 'signedIn', user: { email: 'ada@example.com' } } })
    expect(await render({ config, cookie: undefined, payload })).toBe('<p>signedOut</p>')
    expect(vi.getTimerCount()).toBe(0)
  })
})

it.each(['session.ts', 'routes/+layout.server.ts', 'routes/+layout.svelte'])(
  'src/%s of README.md is that of the example for SvelteKit',
  (name) => {
    const path = new URL(`../../../examples/servers/sveltekit/src/${name}`, import.meta.url)
    expect(blockOf(`src/${name}`)).toBe(readFileSync(path, 'utf8'))
  },
)
