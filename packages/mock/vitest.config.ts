import { fileURLToPath } from 'node:url'
import { executablePath, launchArguments, launchEnvironment } from '@latchkey/chromium'
import { playwright } from '@vitest/browser-playwright'
import { defaultClientConditions, defaultServerConditions } from 'vite'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import manifest from './package.json' with { type: 'json' }
import { serviceWorkerScript } from './test/hosts/serviceWorkerScript.ts'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const source = '@latchkey/source'
const operations = 'src/operations/**/*.test.ts'
/**
 * The operations' tests run against the core. Of the other hosts, `hostTests` show that they give what the core gives,
 * for every operation, every kind of reply, requests made of the document, and the rooms of embedded wallets.
 * `pnpm test:full` runs the operations' tests in each host.
 */
const hostTests = ['', 'Ceremonies', 'Fuzz'].map((name) => `test/hosts/hosts${name}.test.ts`)
const isFull = process.env.LATCHKEY_TESTS === 'full'
const throughHosts = isFull ? [operations, ...hostTests] : hostTests

type Test = TestProjectInlineConfiguration['test']
const alias = (file: string) => ({ find: '#host', replacement: path(file) })
/** The second copy of msw, its former major version. */
const msw2 = { find: /^msw(?=$|\/)/, replacement: 'msw2' }

const project = (
  test: Test,
  ...aliases: { find: string | RegExp; replacement: string }[]
): TestProjectInlineConfiguration => ({
  extends: true,
  resolve: { alias: aliases },
  ...(test && { test }),
})

/**
 * Vite reloads the page when it comes upon a library that it has not bundled yet, which breaks off the tests that run.
 */
const lazilyImported = [
  'fast-check',
  'jose',
  're2js',
  'reflect-metadata',
  'tldts',
  'papaparse',
  'libphonenumber-js/mobile',
  '@scure/base',
  '@scure/bip32',
  '@scure/bip39',
  '@scure/bip39/wordlists/english.js',
  '@scure/starknet',
  '@latchkey/ceremony',
  '@latchkey/device/psbt',
  '@noble/ciphers/chacha.js',
  '@hpke/core',
  ...['', '/script.js', '/utils.js'].map((file) => `@scure/btc-signer${file}`),
  ...['Authorization', 'Hex', 'PersonalMessage', 'Rlp', 'TxEnvelope', 'TypedData', 'erc4337/UserOperation'].map(
    (name) => `ox/${name}`,
  ),
  '@simplewebauthn/server',
  '@simplewebauthn/server/helpers',
  '@solana/kit',
  ...['Abi', 'AbiError', 'AbiEvent', 'AbiFunction', 'AbiParameters', 'Authorization', 'ContractAddress'].map(
    (name) => `ox/${name}`,
  ),
  ...['Eip1559', 'Eip2930', 'Eip7702', 'Legacy'].map((type) => `ox/TxEnvelope${type}`),
  ...['ed25519', 'nist', 'secp256k1', 'utils'].map((name) => `@noble/curves/${name}.js`),
  ...['blake2', 'hmac', 'legacy', 'sha2', 'sha3', 'utils'].map((name) => `@noble/hashes/${name}.js`),
]

/** Notes the statuses that tests reach, for `scripts/reachedContract.ts`. */
const recording: Test = {
  globalSetup: ['./test/contract/replyRecordings.ts'],
  setupFiles: ['./test/contract/observeMocks.ts'],
}

/** One browser for all files of a project. */
const browserSetup = '@latchkey/chromium/setup'

/** Files share what they have loaded: to load it anew for each would take four times as long. */
const shared: Test = { isolate: false }

const inChromium: Test = {
  globalSetup: ['./test/hosts/chromiumSetup.ts'],
  // One page for all files, since the service worker starts once per page.
  isolate: false,
  browser: {
    enabled: true,
    headless: true,
    screenshotFailures: false,
    provider: playwright({ launchOptions: { executablePath, args: launchArguments, env: launchEnvironment() } }),
    instances: [{ browser: 'chromium' }],
  },
}

export default defineConfig({
  resolve: { conditions: [source, ...defaultClientConditions] },
  ssr: { resolve: { conditions: [source, ...defaultServerConditions] } },
  test: {
    // Signatures by the hundred take their time on a machine that is busy, and the full run has models' runs by hundreds.
    testTimeout: isFull ? 1_200_000 : 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Requests leave much behind that is soon garbage: with more room, it costs a tenth to a fifth less.
    execArgv: ['--max-semi-space-size=64'],
    // Programs that tests start share what Node has compiled.
    env: { NODE_COMPILE_CACHE: path('node_modules/.cache/compiled') },
    setupFiles: ['./test/support/failOnFaults.ts', './test/support/waitLonger.ts'],
    projects: [
      project(
        {
          ...shared,
          ...recording,
          name: 'core',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [operations, 'test/hosts/msw.test.ts', 'test/**/*.browser.test.ts', 'test/inspector/**'],
        },
        alias('./test/hosts/fetchHost.ts'),
      ),
      project({ ...shared, ...recording, name: 'fetch', include: [operations] }, alias('./test/hosts/fetchHost.ts')),
      project(
        { ...shared, name: 'msw-2', provide: { mswMajor: 2 }, include: [...throughHosts, 'test/hosts/msw.test.ts'] },
        alias('./test/hosts/mswHost.ts'),
        msw2,
      ),
      project(
        { ...shared, name: 'msw-3', provide: { mswMajor: 3 }, include: [...throughHosts, 'test/hosts/msw.test.ts'] },
        alias('./test/hosts/mswHost.ts'),
      ),
      project({ ...shared, name: 'server', include: throughHosts }, alias('./test/hosts/serverHost.ts')),
      {
        ...project(
          { ...inChromium, name: 'chromium', include: [...throughHosts, 'test/**/*.browser.test.ts'] },
          alias('./test/hosts/browserHost.ts'),
        ),
        plugins: [serviceWorkerScript()],
        optimizeDeps: { include: lazilyImported },
      },
      project({
        ...shared,
        name: 'inspector',
        globalSetup: [browserSetup, './test/inspector/inspectorSetup.ts'],
        include: ['test/inspector/**/*.test.ts'],
      }),
      {
        ...project({
          name: 'packaging',
          globalSetup: ['./packaging/setup.ts'],
          include: ['packaging/**/*.test.ts'],
          // They start whole programs, so that only what hangs reaches it.
          testTimeout: 3_600_000,
          hookTimeout: 3_600_000,
        }),
        // Packed kits refuse a server of another version, and these tests start servers from the sources.
        define: { LATCHKEY_MOCK_VERSION: JSON.stringify(manifest.version) },
      },
    ],
  },
})
