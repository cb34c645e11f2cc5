import { webcrypto } from 'node:crypto'
import { createContext, runInContext } from 'node:vm'
import { build, type Plugin } from 'esbuild'

/**
 * A phone without a screen: it runs the JavaScript of an app and of its packages, and plays their native side. The app
 * sees only the globals of React Native, as its `setUpGlobals`, `setUpNavigator` and `setUpXHR` set them: `window` is the
 * global object, and there is no document, no location, no `crypto`, no IndexedDB, no DOMException and no stream. Nor is
 * there what only newer versions have: `TextDecoder` (0.85), and reasons of signals.
 */
export interface Phone<App> {
  /** Starts the app anew, with what AsyncStorage has stored. @param initialUrl - The deep link that starts it. */
  start(initialUrl?: string): App
  /** Opens a deep link while the app runs. */
  open(url: string): void
  readonly stored: ReadonlyMap<string, string>
  /** The items of the secure storage that a backup takes along, for the person's next phone. */
  readonly backedUp: ReadonlySet<string>
}

export interface PhoneOptions {
  /** The folder of the app. */
  readonly folder: string
  /** The module that starts the app. */
  readonly entry: string
  /** The browser of the phone, which `Linking.openURL` opens. */
  readonly browse: (url: string) => unknown
  /** The passkeys of the phone: JSON in, JSON out. */
  readonly passkeys?: { create(request: string): Promise<string>; get(request: string): Promise<string> }
}

/** The modules whose JavaScript does nothing without a phone. */
const nativeModules: Readonly<Record<string, string>> = {
  'react-native': `
    export const Platform = { OS: 'ios', Version: '18.0', select: ({ ios }) => ios }
    export const NativeModules = { RNCAsyncStorage: native.storage, Passkey: native.passkeys }
    export const TurboModuleRegistry = { get: (name) => NativeModules[name] }
    export const Linking = native.linking`,
  'expo-modules-core': `
    export const requireNativeModule = (name) => native.expo[name]`,
  'react-native-get-random-values': 'globalThis.crypto ??= { getRandomValues: native.getRandomValues }',
  // Globals that React Native sets before an app starts.
  'global scope': `
    import { AbortController, AbortSignal } from 'abort-controller'
    import { Headers, Request, Response } from 'whatwg-fetch'
    Object.assign(globalThis, { AbortController, AbortSignal, Headers, Request, Response })
    globalThis.window = globalThis.self = globalThis
    globalThis.navigator = { product: 'ReactNative' }
    globalThis.fetch = async (url, init = {}) => {
      const { text, ...reply } = await native.send(String(url), { ...init, headers: new Headers(init.headers).map, signal: undefined })
      return new Response(text, reply)
    }`,
}

const native: Plugin = {
  name: 'native',
  setup({ onResolve, onLoad, initialOptions }) {
    const filter = new RegExp(`^(${Object.keys(nativeModules).join('|')})$`)
    onResolve({ filter }, ({ path }) => ({ path, namespace: 'native' }))
    onLoad({ filter, namespace: 'native' }, ({ path }) => ({
      contents: nativeModules[path] ?? '',
      resolveDir: initialOptions.stdin?.resolveDir ?? '',
    }))
  },
}

/** Apps by their folder and their entry, since most phones have the same. */
const apps = new Map<string, Promise<string>>()

/** The code of an app and of its packages. */
function codeOf({ folder, entry }: PhoneOptions): Promise<string> {
  const key = `${folder}\n${entry}`
  const code = apps.get(key) ?? bundle(folder, entry)
  apps.set(key, code)
  return code
}

async function bundle(folder: string, entry: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `import 'global scope'\n${entry}`, resolveDir: folder, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'app',
    platform: 'neutral',
    mainFields: ['react-native', 'module', 'main'],
    conditions: ['react-native'],
    resolveExtensions: ['.native.ts', '.native.js', '.ts', '.tsx', '.js', '.json'],
    logLevel: 'silent',
    plugins: [native],
  })
  return outputFiles[0]?.text ?? ''
}

export async function createPhone<App>(options: PhoneOptions): Promise<Phone<App>> {
  const code = await codeOf(options)
  const { browse, passkeys } = options
  const stored = new Map<string, string>()
  const backedUp = new Set<string>()
  let listeners = new Set<(event: { url: string }) => void>()
  return {
    stored,
    backedUp,
    start(initialUrl) {
      listeners = new Set()
      const linking = {
        openURL: async (url: string) => browse(url),
        getInitialURL: async () => initialUrl ?? null,
        addEventListener(_: 'url', listener: (event: { url: string }) => void) {
          listeners.add(listener)
          return { remove: () => listeners.delete(listener) }
        },
      }
      const sides = {
        linking,
        send,
        storage: storageOf(stored),
        passkeys,
        getRandomValues,
        expo: { ExpoSecureStore: secureStoreOf(stored, backedUp) },
      }
      const scope = createContext({ ...engine, native: sides })
      return runInContext(`${code}; app`, scope) as App
    },
    open: (url) => listeners.forEach((listener) => listener({ url })),
  }
}

const getRandomValues = webcrypto.getRandomValues.bind(webcrypto)

/** The globals of Hermes and React Native, apart from those that their JavaScript adds. */
const engine = { TextEncoder, atob, btoa, clearTimeout, console, performance, queueMicrotask, setTimeout }

async function send(url: string, init: RequestInit) {
  const response = await fetch(url, init)
  const { status, statusText, headers } = response
  return { text: await response.text(), status, statusText, headers: Object.fromEntries(headers) }
}

/** How iOS keeps an item that no backup takes along. */
const thisDeviceOnly = 'this device only'

/** The native module below expo-secure-store. */
const secureStoreOf = (stored: Map<string, string>, backedUp: Set<string>) => ({
  WHEN_UNLOCKED_THIS_DEVICE_ONLY: thisDeviceOnly,
  getValueWithKeyAsync: async (key: string) => stored.get(key) ?? null,
  // oxlint-disable-next-line max-params -- As expo-secure-store calls it.
  async setValueWithKeyAsync(
    value: string,
    key: string,
    { keychainAccessible }: { keychainAccessible?: unknown } = {},
  ) {
    stored.set(key, value)
    if (keychainAccessible === thisDeviceOnly) backedUp.delete(key)
    else backedUp.add(key)
  },
  async deleteValueWithKeyAsync(key: string) {
    stored.delete(key)
    backedUp.delete(key)
  },
})

/** The native module below AsyncStorage. */
function storageOf(stored: Map<string, string>) {
  type Answer = (errors: null, values?: readonly (readonly [string, string | null])[]) => void
  const later = (answer: Answer, ...values: Parameters<Answer>) => setTimeout(() => answer(...values))
  return {
    multiGet(keys: readonly string[], answer: Answer) {
      later(
        answer,
        null,
        keys.map((key) => [key, stored.get(key) ?? null] as const),
      )
    },
    multiSet(entries: readonly (readonly [string, string])[], answer: Answer) {
      for (const [key, value] of entries) stored.set(key, value)
      later(answer, null)
    },
    multiRemove(keys: readonly string[], answer: Answer) {
      for (const key of keys) stored.delete(key)
      later(answer, null)
    },
  }
}
