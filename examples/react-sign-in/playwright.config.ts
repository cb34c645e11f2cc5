import type { LatchkeyWorkerFixtures } from '@latchkey/mock/playwright'
import { defineConfig } from '@playwright/test'

const baseURL = process.env.APP_URL ?? 'http://localhost:5173'
const apiUrl = 'https://api.example.com'

/** The page calls the service at a URL, where each run of a sweep has a mock of its own. */
export default defineConfig<object, LatchkeyWorkerFixtures>({
  testDir: 'sweeps',
  testMatch: '*.sweep.ts',
  use: {
    baseURL,
    latchkey: {
      apiUrl,
      mock: { seed: 'react-sign-in' },
      async prepare(mock) {
        await mock.create.customField({ name: 'company' })
        const kyc = mock.settings.get().kyc.map((field) => ({ ...field, enabled: /email|Name$/.test(field.name) }))
        await mock.settings.patch({ kyc })
      },
    },
  },
  ...(!process.env.APP_URL && {
    webServer: { command: 'npx vite --port 5173 --strictPort', url: baseURL, env: { VITE_API_URL: apiUrl } },
  }),
})
