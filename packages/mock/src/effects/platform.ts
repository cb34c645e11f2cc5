/** The parts of the platform that the mock uses, by the names in the error message. */
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
 * Asserts that the platform has all parts that the mock uses: Node from 20.19 on and browsers in a secure context have
 * them. Test environments may lack some: jsdom has the classes of pages, but not those of the network.
 *
 * @throws TypeError that names the missing parts
 */
export function assertPlatform(): void {
  const missing = Object.keys(webApis).filter((name) => webApis[name]?.() === undefined)
  if (missing.length === 0) return
  throw new TypeError(
    `Failed to call "createMock()": this environment has no ${missing.join(', ')}. ` +
      'In Jest with jsdom, set testEnvironment to "@latchkey/mock/jest-environment". ' +
      'In a browser, serve the page over https or from localhost.',
  )
}
