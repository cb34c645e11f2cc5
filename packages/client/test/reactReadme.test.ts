import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createMock } from '@latchkey/mock'
import { build } from 'esbuild'
import { JSDOM } from 'jsdom'
import { expect, it, onTestFinished, vi } from 'vitest'
import { makeFolder, typeErrors } from './typeCheck.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const [, component = ''] = /^```tsx\n(import [^`]*@latchkey\/client\/react.*?)^```/ms.exec(readme) ?? []

it('the component of README.md is short, and its types are right', async () => {
  expect(component.trimEnd().split('\n').length).toBeLessThanOrEqual(30)
  const folder = makeFolder({ 'App.tsx': component })
  expect(await typeErrors(folder, ['App.tsx'])).toEqual([])
})

it('the component of README.md signs in and out', async () => {
  const mock = createMock({ seed: 'readme' })
  await mock.create.provider({ provider: 'emailOnly' })
  const { window } = new JSDOM('<!doctype html>', { url: 'https://app.example.com', pretendToBeVisual: true })
  const { document } = window
  const globals = { window, document, FormData: window.FormData, IS_REACT_ACT_ENVIRONMENT: true }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    mock.fetch(url.replace('https://api.example.com', mock.baseUrl), init),
  )
  vi.stubGlobal('localStorage', window.localStorage)
  onTestFinished(() => void vi.unstubAllGlobals())

  const { outputFiles } = await build({
    stdin: {
      contents: `${component}
        export { act, createElement } from 'react'
        export { createRoot } from 'react-dom/client'
        export const close = () => session.close()`,
      resolveDir: root,
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
  const { App, act, createElement, createRoot, close } = (await import(
    pathToFileURL(join(folder, 'page.mjs')).href
  )) as typeof import('react') & typeof import('react-dom/client') & { App: () => null; close: () => void }
  onTestFinished(close)
  const page = createRoot(document.body)
  await act(async () => page.render(createElement(App)))
  onTestFinished(() => act(async () => page.unmount()))
  const enter = (placeholder: string, value: string) =>
    act(async () => {
      const input = document.querySelector<HTMLInputElement>(`input[placeholder="${placeholder}"]`)
      if (!input) throw new Error(`The page has no field "${placeholder}": ${document.body.innerHTML}`)
      input.value = value
      document.querySelector('button')?.click()
    })
  const shown = () => document.body.textContent

  await enter('E-mail', 'ada@example.com')
  await vi.waitFor(() => act(async () => expect(document.querySelector('[name=code]')).toBeTruthy()))
  await enter('Code', mock.outbox.email.last('ada@example.com')?.code ?? '')
  await vi.waitFor(() => act(async () => expect(shown()).toBe('Sign out ada@example.com')))
  await act(async () => document.querySelector('button')?.click())
  await vi.waitFor(() => act(async () => expect(shown()).toBe('Continue')))
})
