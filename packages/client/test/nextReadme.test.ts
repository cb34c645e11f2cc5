import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { expect, it, onTestFinished, vi } from 'vitest'
import { makeFolder } from './typeCheck.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

/** The files of Next, whose first line names them. */
const files = Object.fromEntries(
  Array.from(readme.matchAll(/^```tsx\n\/\/ app\/(\w+\.tsx?)\n(.*?)^```/gms), ([, name = '', code = '']) => [
    name,
    code,
  ]),
)

/** Cookies that come with the request, after the part of the page that is rendered in advance. */
const headers = `
  export const request = Promise.withResolvers()
  export const cookies = () => request.promise`

type Next = typeof import('react') &
  typeof import('react-dom/server') & {
    Layout: (props: { children?: unknown }) => null
    request: { resolve(jar: object): void }
  }

it('the layout for Next renders its shell in advance, and neither cookies nor the time before the request', async () => {
  expect(Object.keys(files)).toEqual(['session.ts', 'providers.tsx', 'layout.tsx'])
  const folder = makeFolder({ ...files, 'headers.js': headers })
  const { outputFiles } = await build({
    stdin: {
      contents: `export { default as Layout } from './layout'
        export { request } from './headers.js'
        export { createElement } from 'react'
        export { renderToReadableStream } from 'react-dom/server.edge'`,
      resolveDir: folder,
      loader: 'tsx',
    },
    alias: { 'next/headers': join(folder, 'headers.js') },
    jsx: 'automatic',
    bundle: true,
    write: false,
    format: 'esm',
    conditions: ['@latchkey/source'],
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const bundled = join(makeFolder({ 'layout.mjs': outputFiles[0]?.text ?? '' }), 'layout.mjs')
  const { Layout, request, createElement, renderToReadableStream } = (await import(pathToFileURL(bundled).href)) as Next
  const now = vi.spyOn(Date, 'now')
  onTestFinished(() => void vi.restoreAllMocks())
  // Resolves with the shell. A component that waits outside of <Suspense> is part of it.
  const page = await Promise.race([
    renderToReadableStream(createElement(Layout, null, 'The page.')),
    new Promise<undefined>((resolve) => setTimeout(resolve, 5_000)),
  ])
  expect([page !== undefined, now.mock.calls.length]).toEqual([true, 0])
  request.resolve({ get: () => undefined })
  expect(await new Response(page).text()).toContain('The page.')
})
