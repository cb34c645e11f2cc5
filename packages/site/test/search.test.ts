import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { useBrowser } from './browser.ts'

const open = useBrowser()

/** The page that people mean, by the words they look for. */
const pageOf: Readonly<Record<string, string>> = {
  viem: '/recipes/wagmi',
  ethers: '/recipes/chains',
  wagmi: '/recipes/wagmi',
  anvil: '/recipes/chains',
  passkey: '/recipes/passkeys',
  express: '/recipes/server',
  supertest: '/recipes/supertest',
  python: '/recipes/pytest',
  golang: '/recipes/go',
  phpunit: '/recipes/php',
  junit: '/recipes/java',
  testcontainers: '/recipes/languages',
  reset: '/recipes/control',
  seed: '/recipes/scenarios',
  clock: '/recipes/control',
  bun: '/recipes/runtimes',
  vitest: '/recipes/vitest',
  jest: '/recipes/jest',
  cypress: '/recipes/codes',
  otp: '/recipes/codes',
  StrictMode: '/recipes/react',
  'redirect callback': '/recipes/react',
  angular: '/recipes/angular',
  vue: '/recipes/vue',
  svelte: '/recipes/svelte',
  solid: '/recipes/solid',
  expo: '/recipes/expo',
  'react native': '/recipes/react-native',
  'sign out': '/recipes/signing-out',
  logout: '/recipes/signing-out',
  cookies: '/recipes/cookies',
  'github actions': '/recipes/ci',
  docker: '/recipes/docker',
  mailpit: '/recipes/mailboxes',
  keycloak: '/recipes/real-providers',
  mcp: '/recipes/coding-agents',
  x402: '/recipes/x402',
  401: '/recipes/trouble',
  'npm 404': '/recipes/trouble',
  e2e: '/recipes/playwright',
  'rendering server': '/recipes/playwright',
  'social login': '/concepts/providers',
  'seed users': '/recipes/scenarios',
  'magic link': '/recipes/mailboxes',
  impersonate: '/recipes/control',
  'fake timers': '/recipes/fake-timers',
  mfa: '/recipes/second-factors',
  'second factor': '/recipes/second-factors',
  versions: '/versions',
  invalid_cors_origins: '/reference/errors',
}

describe('the search', () => {
  let page: Page
  beforeAll(async () => {
    ;({ page } = await open('index.html'))
    await page.getByRole('button', { name: 'Search' }).click()
  })

  it.each(Object.entries(pageOf))('leads from "%s" to %s', async (words, expected) => {
    await page.getByRole('searchbox').fill(words)
    const first = page.getByRole('option').first().getByRole('link')
    await expect.poll(() => first.getAttribute('href'), { timeout: 60_000 }).toMatch(new RegExp(`^${expected}\\b`))
  })

  it('says that it has found nothing', async () => {
    await page.getByRole('searchbox').fill('qwertzuiop')
    await expect.poll(() => page.getByText('No results for').isVisible()).toBe(true)
  })
})
