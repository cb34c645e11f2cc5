import { openBrowser } from '@latchkey/chromium/browser'
import { createControlCaller } from '@latchkey/contract/controlCaller'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { type MockServer, startServer } from '../../src/hosts/server.ts'
import type { Mock } from '../../src/mock/createMock.ts'
import { keepPages, type KeptPages } from './keptPages.ts'
import { serveInspector } from './serveInspector.ts'

export interface InspectorPage {
  readonly server: MockServer
  readonly mock: Mock
  /** Opens the inspector of the server, at a view: `'#/requests'`. */
  open(hash?: string, options?: BrowserContextOptions): Promise<Page>
}

interface InspectorPageOptions {
  /** Fills the mock before the first test. The tests share what it has then, and change nothing. */
  readonly fill?: (server: MockServer) => Promise<void>
}

/**
 * A server with its inspector in Chromium, for the tests of a file. Each fault in a page fails the test. After each test
 * the mock is reset, unless it is filled for all.
 */
export function createInspectorPage({ fill }: InspectorPageOptions = {}): InspectorPage {
  const faults: string[] = []
  let browser: Browser
  let server: MockServer
  let pages: KeptPages
  beforeAll(async () => {
    browser = await openBrowser()
    server = await startServer({ seed: 'inspector', now: '2026-03-01T09:00:00.000Z' })
    pages = keepPages(browser, {
      url: `${server.url}/__mock/`,
      async prepare(page) {
        page.on('pageerror', ({ message }) => faults.push(message))
        page.on('console', (message) => {
          if (message.type() === 'error' && message.text().includes('Content Security Policy'))
            faults.push(message.text())
        })
        await serveInspector(page.context(), inject('inspector'))
      },
    })
    await fill?.(server)
  })
  afterEach(async () => {
    await pages.empty()
    if (!fill) {
      server.mock.reset()
      await dropKept(server)
    }
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
    open: (hash = '', options = {}) => pages.open(hash, options),
  }
}

/** Drops what a reset leaves. */
async function dropKept({ mock, url, worlds }: MockServer): Promise<void> {
  for (const { id } of mock.sweeps.list()) mock.sweeps.drop(id)
  for (const { name } of worlds.list()) worlds.drop(name)
  const control = createControlCaller({ url })
  const { snapshots } = await control.call('GET snapshots')
  for (const { snapshotId } of snapshots) await control.call('POST snapshots/drop', { snapshotId })
}

/** Reads the text that the page has copied last. */
export const clipboardOf = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText())

export const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 })
