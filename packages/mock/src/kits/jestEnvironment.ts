import { TestEnvironment as JsdomEnvironment } from 'jest-environment-jsdom'
import { type JestEvent, type JestListener, type JestState, listenersOfEnvironment } from './jestEvents.ts'
import { createJsdomFetch, readPageBlob } from './jsdomFetch.ts'
import { partsForOlderJsdom } from './olderJsdom.ts'

/** Globals of Node that jsdom may lack, depending on its version. */
const nodeNames = [
  'BroadcastChannel',
  'CryptoKey',
  'ReadableStream',
  'TextDecoder',
  'TextEncoder',
  'TransformStream',
  'WritableStream',
  'structuredClone',
]

/** Classes of which each context has its own copy. Libraries recognize the objects of Node by Node's copies. */
const builtIns = ['ArrayBuffer', 'Uint8Array']

/**
 * Jest's jsdom environment with the parts of Node that `createMock` and msw need: fetch, streams, text encoding and Web
 * Crypto. The parts that jsdom has itself stay, such as forms, blobs and signals, and fetch takes them. Packages are
 * resolved as for Node, since their builds for pages leave out code that only works in Node.
 *
 * @example
 * // jest.config.js
 * module.exports = { testEnvironment: '@latchkey/mock/jest-environment' }
 */
export default class TestEnvironment extends JsdomEnvironment {
  readonly #listeners: JestListener[] = []

  override async setup(): Promise<void> {
    await super.setup()
    const window = this.global as typeof globalThis
    define(window, listenersOfEnvironment, this.#listeners)
    for (const name of builtIns) define(window, name, Reflect.get(globalThis, name))
    addMissing(window, Object.fromEntries(nodeNames.map((name) => [name, Reflect.get(globalThis, name)])))
    addMissing(window, { ...createJsdomFetch(window) })
    for (const [target, functions] of partsForOlderJsdom(window)) addMissing(target, functions)
    addMissing(window.crypto, { subtle: crypto.subtle })
    addMissing(window.Blob.prototype, {
      arrayBuffer(this: Blob) {
        return readPageBlob(window, this)
      },
      async text(this: Blob) {
        return new TextDecoder().decode(await readPageBlob(window, this))
      },
    })
  }

  /** Jest waits for it. */
  async handleTestEvent(event: object, state: object): Promise<void> {
    for (const listener of this.#listeners) await listener(event as JestEvent, state as JestState)
  }

  override exportConditions(): string[] {
    return ['node', 'node-addons']
  }
}

function addMissing(target: object, values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values)) if (!(name in target)) define(target, name, value)
}

function define(target: object, name: string | symbol, value: unknown): void {
  Object.defineProperty(target, name, { value, writable: true, configurable: true })
}
