import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createMock, type Mock } from '@latchkey/mock'
import { build } from 'esbuild'
import { JSDOM } from 'jsdom'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { makeFolder, typeErrors } from './typeCheck.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
/** The components of the page, by the file that their first line names. */
const files = Object.fromEntries(
  Array.from(readme.matchAll(/^```tsx\n\/\/ (\w+\.tsx?)\n(.*?)^```/gms), ([, name = '', code = '']) => [name, code]),
)

it('the components of README.md are short, and their types are right', async () => {
  expect(Object.keys(files)).toEqual(['session.ts', 'App.tsx', 'SignIn.tsx', 'SignedIn.tsx'])
  for (const code of Object.values(files)) expect(code.trimEnd().split('\n').length).toBeLessThanOrEqual(30)
  expect(await typeErrors(makeFolder(files), Object.keys(files))).toEqual([])
})

it('exports what the main.tsx of Vite imports, so that it can take the place of its App.tsx', async () => {
  const runners = new URL('../../runners/node_modules/', import.meta.url)
  const template = new URL('create-vite/template-react-ts/src/main.tsx', runners)
  const main = readFileSync(template, 'utf8').replace("import './index.css'\n", '')
  expect(main).toContain('<App />')
  const page = { ...files, 'main.tsx': main }
  expect(await typeErrors(makeFolder(page), Object.keys(page))).toEqual([])
})

describe('the recipe for a page in development', () => {
  const recipe = readFileSync(new URL('../../mock/docs/recipes/page.md', import.meta.url), 'utf8')
  const own = Object.fromEntries(
    Array.from(recipe.matchAll(/^```tsx?\n\/\/ (\w+\.tsx?)\n(.*?)^```/gms), ([, name = '', code = '']) => [name, code]),
  )
  const app = { ...files, ...own, 'env.d.ts': 'interface ImportMeta { readonly env: { readonly DEV: boolean } }' }

  it('starts the components of README.md, with the right types', async () => {
    expect(Object.keys(own)).toEqual(['startMock.ts', 'main.tsx'])
    expect(await typeErrors(makeFolder(app), Object.keys(app))).toEqual([])
  })

  it.each([true, false])('contains the mock only in development: %s', async (isDevelopment) => {
    const { metafile } = await build({
      entryPoints: [join(makeFolder(app), 'main.tsx')],
      define: { 'import.meta.env.DEV': `${isDevelopment}` },
      jsx: 'automatic',
      bundle: true,
      write: false,
      metafile: true,
      format: 'esm',
      outdir: 'dist',
      external: ['react', 'react-dom', '@latchkey/*', 'msw'],
    })
    const [{ imports } = { imports: [] }] = Object.values(metafile.outputs)
    const paths = imports.map(({ path }) => path)
    expect(paths).toContain('@latchkey/client/react')
    expect(paths.includes('@latchkey/mock/browser')).toBe(isDevelopment)
  })
})

type Page = typeof import('react') &
  typeof import('react-dom/client') & { App: () => null; SignedIn: () => null; WithGoogle: () => null; close(): void }

/** A browser page at a URL, which runs the components of the README against a mock, in StrictMode. */
async function openPage(mock: Mock, url: string, storage: Readonly<Record<string, string>> = {}) {
  const { window } = new JSDOM('<!doctype html>', { url, pretendToBeVisual: true })
  const { document, location, history, sessionStorage, localStorage } = window
  for (const [key, value] of Object.entries(storage)) sessionStorage.setItem(key, value)
  const visited: string[] = []
  const globals = { window, document, location: { ...urlParts(location), assign: (to: string) => visited.push(to) } }
  const others = { history, sessionStorage, localStorage, FormData: window.FormData, IS_REACT_ACT_ENVIRONMENT: true }
  for (const [name, value] of Object.entries({ ...globals, ...others })) vi.stubGlobal(name, value)
  const sent: string[] = []
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    sent.push(new URL(input).pathname.split('/').slice(5).join('/'))
    return mock.fetch(input.replace('https://api.example.com', mock.baseUrl), init)
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const { outputFiles } = await build({
    stdin: {
      contents: `export { App } from './App'
        export { SignedIn, WithGoogle } from './SignedIn'
        import { session } from './session'
        export { act, createElement, StrictMode } from 'react'
        export { createRoot } from 'react-dom/client'
        export const close = () => session.close()`,
      resolveDir: makeFolder(files),
      loader: 'tsx',
    },
    jsx: 'automatic',
    bundle: true,
    write: false,
    format: 'esm',
    conditions: ['@latchkey/source'],
    define: { 'process.env.NODE_ENV': '"development"' },
  })
  const folder = makeFolder({ 'page.mjs': outputFiles[0]?.text ?? '' })
  const modules = (await import(pathToFileURL(join(folder, 'page.mjs')).href)) as Page
  const { act, createElement, createRoot, StrictMode, close } = modules
  const page = createRoot(document.body)
  let isClosed = false
  const leave = async () => {
    if (isClosed) return
    isClosed = true
    await act(async () => page.unmount())
    close()
  }
  onTestFinished(leave)
  /** Waits until the page shows something. React renders at the end of an `act`, and complains of updates in between. */
  const until = async (isShown: () => boolean): Promise<void> => {
    for (const end = Date.now() + 60_000; !isShown() && Date.now() < end;)
      await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  }
  return {
    leave,
    sent,
    visited,
    href: () => window.location.href,
    stored: () => ({ ...sessionStorage }) as Record<string, string>,
    render: (name: 'App' | 'SignedIn' | 'WithGoogle') =>
      act(async () => page.render(createElement(StrictMode, null, createElement(modules[name])))),
    enter: (placeholder: string, value: string) =>
      act(async () => {
        const input = document.querySelector<HTMLInputElement>(`input[placeholder="${placeholder}"]`)
        if (!input) throw new Error(`The page has no field "${placeholder}": ${document.body.innerHTML}`)
        input.value = value
        document.querySelector('button')?.click()
      }),
    click: () => act(async () => document.querySelector('button')?.click()),
    has: async (text: string) => {
      await until(() => !!document.body.textContent?.includes(text))
      expect(document.body.textContent).toContain(text)
    },
    hasField: async (name: string) => {
      await until(() => document.querySelector(`[name=${name}]`) !== null)
      expect(document.querySelector(`[name=${name}]`)).toBeTruthy()
    },
    find: (selector: string) => document.querySelector(selector),
  }
}

const urlParts = ({ href, origin }: Location) => ({ href, origin })

it('the page of README.md signs in and out, and says what is wrong with a code', async () => {
  const mock = createMock({ seed: 'readme' })
  await mock.create.provider({ provider: 'emailOnly' })
  const { render, enter, has, hasField, click, find } = await openPage(mock, 'https://app.example.com')
  await render('App')
  await enter('E-mail', 'ada')
  await has('Please check what you have entered.')
  await enter('E-mail', 'ada@example.com')
  await hasField('code')
  expect(find('[role=alert]')).toBe(null)
  const code = mock.outbox.email.last('ada@example.com')?.code ?? ''
  await enter(
    'Code',
    code.replace(/^./, (digit) => String((Number(digit) + 1) % 10)),
  )
  await has('Please check what you have entered.')
  mock.faults.set('emailSignIn.signIn', { status: 500 }, 1)
  await enter('Code', code)
  await has('That did not work. Try again later.')
  await enter('Code', code)
  await has('Sign out ada@example.com')
  await click()
  await has('Continue')
})

describe('the page of README.md that a provider leads back to', () => {
  /** Leaves for the provider, where Ada agrees. Returns the way back, and what the tab has stored. */
  async function leave() {
    const mock = createMock({ seed: 'readme', providers: ['google'] })
    await mock.idp.google?.addUser({ email: 'ada@example.com' })
    const page = await openPage(mock, 'https://app.example.com/')
    await page.render('WithGoogle')
    await page.click()
    await vi.waitFor(() => expect(page.visited).toHaveLength(1))
    const provider = new URL(page.visited[0]?.replace('https://api.example.com', mock.baseUrl) ?? '')
    for (const [name, value] of Object.entries({ prompt: 'none', login_hint: 'ada@example.com' }))
      provider.searchParams.set(name, value)
    let url = provider.href
    while (!url.startsWith('https://app.example.com'))
      url = new URL((await mock.fetch(url, { redirect: 'manual' })).headers.get('location') ?? '', url).href
    const stored = page.stored()
    await page.leave()
    return { mock, url, stored }
  }

  it('finishes the sign-in once in StrictMode, and leaves no answer in the address', async () => {
    const { mock, url, stored } = await leave()
    const { render, has, sent, href } = await openPage(mock, url, stored)
    await render('SignedIn')
    await has('Welcome, ada@example.com')
    expect(sent.filter((path) => path.endsWith('/signIn'))).toHaveLength(1)
    await vi.waitFor(() => expect(href()).toBe('https://app.example.com/signed-in'))
  })

  it.each([
    ['an answer that was used', 'This sign-in was not started here, or has ended already. Please begin again.', {}],
    ['a refusal', 'You have not agreed. Nobody is signed in.', { code: null, error: 'access_denied' }],
    ['no answer', 'This page finishes a sign-in.', { code: null, state: null }],
  ])('says what came: %s', async (title, sentence, changes) => {
    const { mock, url, stored } = await leave()
    const address = new URL(url)
    for (const [name, value] of Object.entries(changes))
      if (value === null) address.searchParams.delete(name)
      else address.searchParams.set(name, value)
    const { render, has } = await openPage(mock, address.href, title === 'an answer that was used' ? {} : stored)
    await render('SignedIn')
    await has(sentence)
  })
})
