// An app with the mock in its page, by which tests set up the inspector's element.
import { http, HttpResponse } from 'msw'
import { setupWorker } from 'msw/browser'
import { startWorkerMock } from '../../../src/browser.ts'
import { createMock, type Mock } from '../../../src/index.ts'

export interface MockApp {
  createMock: typeof createMock
  /** Starts the mock behind msw's service worker. */
  startWorker(baseUrl: string): Promise<Mock>
  /** The mock that a test has made. */
  mock?: Mock
}

declare global {
  // oxlint-disable-next-line no-var -- A property of the page.
  var app: MockApp
}

globalThis.app = {
  createMock,
  async startWorker(baseUrl) {
    const start = { quiet: true, onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass' } as const
    return (await startWorkerMock({ http, HttpResponse, setupWorker }, { mock: { baseUrl }, start })).mock
  },
}
