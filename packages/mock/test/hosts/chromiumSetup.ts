import { unpackChromium } from '@latchkey/chromium'
import type { TestProject } from 'vitest/node'
import { startServer } from '../../src/hosts/server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A loopback server of another origin than the page's. */
    server: { url: string; token: string }
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await unpackChromium()
  const { url, mock, close } = await startServer({ seed: 'page' })
  project.provide('server', { url, token: mock.defaults.environments.sandbox.token })
  return close
}
