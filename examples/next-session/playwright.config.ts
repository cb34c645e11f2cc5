import type { RemoteLatchkeyWorkerFixtures } from '@latchkey/mock/playwright'
import { defineConfig } from '@playwright/test'

const mockUrl = process.env.LATCHKEY_URL ?? 'http://127.0.0.1:4010'
const baseURL = process.env.APP_URL ?? 'http://localhost:3000'

/** The server of the app calls the service, too, so all tests use the mock's own world, each with its own people. */
export default defineConfig<object, RemoteLatchkeyWorkerFixtures>({
  testDir: 'tests',
  use: { baseURL, latchkey: { mockUrl, worlds: false, sessionCookie: true } },
  ...(!process.env.APP_URL && {
    webServer: [
      { command: 'npx latchkey-mock --port 4010', url: `${mockUrl}/__mock/v1/defaults` },
      // Playwright waits for a minute by itself, and a build takes longer on a slow machine.
      { command: 'npx next build && npx next start', url: baseURL, timeout: 300_000 },
    ],
  }),
})
