import { openBrowser } from '@latchkey/chromium/browser'
import { Miniflare } from 'miniflare'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { bundleWorker, type WorkerModules } from '../hosts/bundledWorker.ts'

const token = 'the-control-token-of-the-tests'
const html = { accept: 'text/html' }
const faults: string[] = []
let modules: WorkerModules
let browser: Browser
let worker: Miniflare | undefined

beforeAll(async () => {
  modules = await bundleWorker('./testWorker.ts', inject('inspector'))
  browser = await openBrowser()
})
afterEach(async () => {
  for (const context of browser.contexts()) await context.close()
  await worker?.dispose()
  worker = undefined
  expect(faults.splice(0)).toEqual([])
})
afterAll(() => browser.close())

/** Starts the Worker on this machine. @returns Its URL */
async function start(bindings: Record<string, string> = { LATCHKEY_CONTROL_TOKEN: token }): Promise<string> {
  worker = new Miniflare({
    ...modules,
    modules: [...modules.modules],
    compatibilityDate: '2026-01-01',
    durableObjects: { WORLDS: { className: 'TestWorld', useSQLite: true } },
    bindings,
    handleRuntimeStdio: () => undefined,
  })
  return (await worker.ready).origin
}

async function open(url: string): Promise<Page> {
  const page = await browser.newPage()
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) faults.push(message.text())
  })
  await page.goto(url)
  return page
}

async function give(page: Page, controlToken: string): Promise<void> {
  await page.getByLabel('Control token').fill(controlToken)
  await page.keyboard.press('Enter')
}

describe('the inspector of a mock on Cloudflare', () => {
  it('asks for the control token, and shows and changes the mock', async () => {
    const url = await start()
    const page = await open(`${url}/`)
    await give(page, 'another token')
    await page.getByText('The mock does not accept this token.').waitFor()
    await give(page, token)
    await page.getByRole('banner').getByText('Live', { exact: true }).waitFor()
    await page.getByRole('switch', { name: 'emailOnly' }).click()
    await page.getByText('emailOnly is off.').waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Requests' }).click()
    await fetch(`${url}/api/v0/nowhere`)
    await page.getByRole('link', { name: '404 No operation' }).waitFor()
  })

  it('shows a world below its path', async () => {
    const url = await start()
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    await fetch(`${url}/__mock/v1/worlds`, { method: 'POST', headers, body: '{"name":"ada"}' })
    const page = await open(`${url}/w/ada/__mock/`)
    await give(page, token)
    await page.getByText('world ada').waitFor()
    expect((await fetch(`${url}/w/grace/__mock/`, { headers: html })).status).toBe(404)
  })

  it('has a strict policy, and leaves `/` to callers that do not accept HTML', async () => {
    const url = await start()
    const reply = await fetch(`${url}/__mock/`, { headers: html })
    const policy = reply.headers.get('content-security-policy') ?? ''
    expect([reply.status, policy.startsWith("default-src 'none'; script-src 'self'")]).toEqual([200, true])
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy.match(/unsafe-[a-z]+/g)).toEqual(['unsafe-hashes'])
    const script = await fetch(`${url}/__mock/inspector.js`)
    expect([script.headers.get('content-type'), await script.text()]).toEqual([
      'text/javascript; charset=utf-8',
      inject('inspector'),
    ])
    const entrance = await fetch(`${url}/`, { headers: { accept: 'application/json' } })
    expect([entrance.status, entrance.headers.get('content-type')]).toEqual([200, expect.stringContaining('json')])
    const framed = await fetch(`${url}/__mock/`, { headers: { ...html, origin: 'https://evil.example' } })
    expect(framed.status).toBe(403)
  })

  it('is there for nobody while the control interface is off', async () => {
    const url = await start({ LATCHKEY_CONTROL_TOKEN: 'short' })
    for (const path of ['/__mock/', '/__mock/inspector.js', '/__mock/inspectorToken.js'])
      expect((await fetch(url + path, { headers: html })).status, path).toBe(404)
    const entrance = await fetch(`${url}/`, { headers: html })
    expect(entrance.headers.get('content-type')).toContain('json')
  })
})
