import { openBrowser } from '@latchkey/chromium/browser'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthority, issueCertificate } from '../../src/effects/certificates.ts'
import { type MockServer, startServer } from '../../src/hosts/server.ts'
import type { ServerOptions } from '../../src/hosts/serverOptions.ts'

// The rights of a page depend on HTTPS where the name is not that of this machine.

const name = 'login.app.example'
let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

interface Findings {
  /** The statuses of signing in, and of a call without a token after it. */
  readonly statuses: readonly number[]
  /** Whether the page may use passkeys. */
  readonly hasPasskeys: boolean
}

/** Signs in from a page of the server, whose environment keeps sessions in cookies. */
async function signInAt(server: MockServer, page: Page): Promise<Findings> {
  const { mock } = server
  await mock.settings.cookies({ hostname: name, origins: [new URL(server.url).origin] })
  const sdk = `/api/v0/sdk/${mock.defaults.environments.sandbox.id}`
  await page.goto(`${server.url}/`)
  const verificationUUID = await page.evaluate(async (path) => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ email: 'ada@example.com' })
    const reply = await fetch(`${path}/emailVerifications/create`, { method: 'POST', headers, body })
    return ((await reply.json()) as { verificationUUID: string }).verificationUUID
  }, sdk)
  const verificationToken = mock.outbox.email.last('ada@example.com')?.code
  return page.evaluate(
    async ([path, input]) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify(input)
      const signIn = await fetch(`${path}/emailVerifications/signin`, { method: 'POST', headers, body })
      const profile = await fetch(`${path}/users`)
      return { statuses: [signIn.status, profile.status], hasPasskeys: 'PublicKeyCredential' in globalThis }
    },
    [sdk, { verificationUUID, verificationToken }] as const,
  )
}

async function findingsOf(scheme: 'http' | 'https', https?: ServerOptions['https']): Promise<Findings> {
  // The address has the port, which is free only once it listens.
  const probe = await startServer()
  const { port } = new URL(probe.url)
  await probe.close()
  const server = await startServer({}, { port: Number(port), baseUrl: `${scheme}://${name}:${port}`, https })
  const page = await browser.newPage({ ignoreHTTPSErrors: true })
  try {
    return await signInAt(server, page)
  } finally {
    await page.close()
    await server.close()
  }
}

describe('a page of the mock under another name than localhost', () => {
  it('keeps the secure cookie of a sign-in, and may use passkeys, over HTTPS', async () => {
    const certificate = await issueCertificate(await createAuthority('tests'), ['localhost', name])
    expect(await findingsOf('https', certificate)).toEqual({ statuses: [200, 200], hasPasskeys: true })
  })

  it('drops the cookie, and has no passkeys, over HTTP', async () => {
    expect(await findingsOf('http')).toEqual({ statuses: [200, 401], hasPasskeys: false })
  })
})
