import { type Browser, type BrowserServer, chromium, type LaunchOptions } from 'playwright-core'
import { launchArguments, launchEnvironment, unpackChromium } from './chromium.ts'

/** Names the endpoint of the browser that all tests of a run share. */
export const endpointVariable = 'LATCHKEY_CHROMIUM'

/**
 * Starts a browser that other processes open by {@link openBrowser}, as far as their environment has its endpoint in
 * {@link endpointVariable}. It ends with `close()`, or with the process that has started it.
 */
export async function serveBrowser(): Promise<BrowserServer> {
  return chromium.launchServer({ ...(await launchOptions()), host: '127.0.0.1' })
}

/**
 * Opens the browser of the run, or starts one where there is none. What `close()` of the first ends is only what this
 * caller has opened in it.
 */
export async function openBrowser(): Promise<Browser> {
  const endpoint = process.env[endpointVariable]
  if (!endpoint) return chromium.launch(await launchOptions())
  try {
    return await chromium.connect(endpoint)
  } catch (cause) {
    throw new Error(`No browser answers at ${endpoint}, which ${endpointVariable} names. Has it ended?`, { cause })
  }
}

async function launchOptions(): Promise<LaunchOptions> {
  return { executablePath: await unpackChromium(), args: launchArguments, env: launchEnvironment() }
}
