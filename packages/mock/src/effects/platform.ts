/** What the mock takes from the platform, by the name under which it is missed. */
const webApis: Readonly<Record<string, () => unknown>> = {
  TextEncoder: () => globalThis.TextEncoder,
  TextDecoder: () => globalThis.TextDecoder,
  fetch: () => globalThis.fetch,
  Headers: () => globalThis.Headers,
  Request: () => globalThis.Request,
  Response: () => globalThis.Response,
  'crypto.subtle': () => globalThis.crypto?.subtle,
}

/**
 * Asserts that the platform has what the mock is made of: every Node from 20.19 on, every browser in a secure context.
 * Test environments may lack it: jsdom has a page's classes, and not those of the network.
 *
 * @throws TypeError that names what is missing
 */
export function assertPlatform(): void {
  const missing = Object.keys(webApis).filter((name) => webApis[name]?.() === undefined)
  if (missing.length === 0) return
  throw new TypeError(
    `Failed to call "createMock()": this environment has no ${missing.join(', ')}. ` +
      'In Jest with jsdom, use the environment that the README of @latchkey/mock shows. ' +
      'In a browser, serve the page over https or from localhost.',
  )
}
