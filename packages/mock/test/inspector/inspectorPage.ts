import { executablePath, launchArguments, launchEnvironment } from '@latchkey/chromium'
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { createControlCaller } from '../../src/control/http/controlCaller.ts'
import { type MockServer, startServer } from '../../src/hosts/server.ts'
import type { Mock } from '../../src/mock/createMock.ts'
import { serveInspector } from './serveInspector.ts'

export interface InspectorPage {
  readonly server: MockServer
  readonly mock: Mock
  /** Opens the inspector of the server, at a view: `'#/requests'`. */
  open(hash?: string, options?: BrowserContextOptions): Promise<Page>
}

/** A server with its inspector in Chromium, for the tests of a file. Each fault in a page fails the test. */
export function createInspectorPage(): InspectorPage {
  const faults: string[] = []
  let browser: Browser
  let server: MockServer
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: launchArguments, env: launchEnvironment() })
    server = await startServer({ seed: 'inspector', now: '2026-03-01T09:00:00.000Z' })
  })
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close()
    server.mock.reset()
    await dropKept(server)
    expect(faults.splice(0)).toEqual([])
  })
  afterAll(async () => {
    await browser.close()
    await server.close()
  })
  return {
    get server() {
      return server
    },
    get mock() {
      return server.mock
    },
    async open(hash = '', options = {}) {
      const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'], ...options })
      const page = await context.newPage()
      page.on('pageerror', ({ message }) => faults.push(message))
      page.on('console', (message) => {
        if (message.type() === 'error' && message.text().includes('Content Security Policy'))
          faults.push(message.text())
      })
      await serveInspector(page, inject('inspector'))
      await page.goto(`${server.url}/__mock/${hash}`)
      return page
    },
  }
}

/** Drops what a reset leaves. */
async function dropKept({ url, worlds }: MockServer): Promise<void> {
  for (const { name } of worlds.list()) worlds.drop(name)
  const control = createControlCaller({ url })
  const { snapshots } = await control.call('GET snapshots')
  for (const { snapshotId } of snapshots) await control.call('POST snapshots/drop', { snapshotId })
}

/** Reads the text that the page has copied last. */
export const clipboardOf = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText())

export const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 })
