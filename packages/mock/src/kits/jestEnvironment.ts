import { TestEnvironment as JsdomEnvironment } from 'jest-environment-jsdom'

/** What Node has and jsdom lacks, or has in a form that Node's `fetch` and `crypto` do not take. */
const network = ['fetch', 'FormData', 'Headers', 'Request', 'Response', 'BroadcastChannel'] as const
const streams = ['Blob', 'ReadableStream', 'TransformStream', 'WritableStream', 'TextDecoder', 'TextEncoder'] as const
const others = ['crypto', 'structuredClone', 'AbortController', 'AbortSignal', 'ArrayBuffer', 'Uint8Array'] as const

/**
 * Jest's jsdom environment with the parts of Node that `createMock` and msw need: fetch, streams, text encoding and Web
 * Crypto. Packages are resolved as for Node, since for pages they leave out what works in Node alone.
 *
 * @example
 * // jest.config.js
 * module.exports = { testEnvironment: '@latchkey/mock/jest-environment' }
 */
export default class TestEnvironment extends JsdomEnvironment {
  override async setup(): Promise<void> {
    await super.setup()
    for (const name of [...network, ...streams, ...others])
      Object.defineProperty(this.global, name, { value: globalThis[name], writable: true, configurable: true })
  }

  override exportConditions(): string[] {
    return ['node', 'node-addons']
  }
}
