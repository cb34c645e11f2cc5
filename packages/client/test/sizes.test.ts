import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import * as browserWallets from '../src/browserWallets.ts'

const resolveDir = fileURLToPath(new URL('../src/', import.meta.url))

/** A browser bundle of what a program uses, minified. */
async function bundle(code: string, external: readonly string[] = []): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    conditions: ['@latchkey/source'],
    external: ['react', 'solid-js', 'svelte', 'vue', ...external],
  })
  return outputFiles[0]?.text ?? ''
}

const sizeOf = async (code: string, external?: readonly string[]) =>
  gzipSync(await bundle(code, external), { level: 9 }).length

/** Measures the code that a page with wallets of EVM loads before a person uses one. */
function walletsAtOnce(): Promise<number> {
  const names = 'createWalletParty, relayEngine, indexedDbShares, toViemAccount'
  const code = `import { ${names} } from './wallets.ts'; globalThis.x = [${names}]`
  const later = ['ceremonies', 'ecdsaSigning', 'encoding', 'userOperationRequest', 'psbts', 'softCiphers', 'softSealer']
  return sizeOf(
    code,
    later.map((name) => `*/${name}.ts`),
  )
}

const transport = "import { createTransport } from './index.ts'; const c = createTransport({ baseUrl: 'https://a.b' });"
const importing = (...names: string[]) =>
  names.map((name) => `import * as ${name} from './generated/operations/${name}.ts';`).join(' ')
const oneOperation = `${transport} ${importing('gates')} gates.enable(c, { gateId: 'x' })`
const further = [
  'gates.enable',
  'gates.disable',
  'gates.get',
  'gates.create',
  'gates.delete',
  'users.get',
  'users.create',
  'users.update',
  'tokens.create',
  'tokens.list',
  'tokens.delete',
]

// Bytes of a browser bundle, minified and gzipped; spec/decisions/30 tells what costs what.
it('createTransport with one operation stays within 3.57 kB', async () => {
  expect(await sizeOf(oneOperation)).toBeLessThanOrEqual(3570)
})

it('createClient with one call stays within 6.54 kB', async () => {
  expect(
    await sizeOf(
      "import { createClient } from './index.ts'; createClient({ baseUrl: 'https://a.b' }).GET('/api/v0/organizations')",
    ),
  ).toBeLessThanOrEqual(6540)
})

it('each further operation costs 25 B at most', async () => {
  const eleven = await sizeOf(
    `${transport} ${importing('gates', 'users', 'tokens')} ${further.map((call) => `globalThis.x = ${call};`).join(' ')}`,
  )
  expect((eleven - (await sizeOf(oneOperation))) / 10).toBeLessThanOrEqual(25)
})

it('all operations stay within 12.05 kB', async () => {
  expect(
    await sizeOf(
      `${transport} import * as operations from './generated/operations/index.ts'; globalThis.x = [operations, c]`,
    ),
  ).toBeLessThanOrEqual(12_050)
})

it('paging costs 0.72 kB at most', async () => {
  const list = await sizeOf(`${transport} ${importing('users')} users.list(c)`)
  const get = await sizeOf(`${transport} ${importing('users')} users.get(c, { userId: 'x' })`)
  expect(list - get).toBeLessThanOrEqual(720)
})

it('a session costs 5.03 kB at most beside the transport', async () => {
  const session = await sizeOf(
    `${oneOperation}; import { createSession } from './session.ts'; globalThis.x = createSession`,
  )
  expect(session - (await sizeOf(oneOperation))).toBeLessThanOrEqual(5030)
})

it('the hooks of React stay within 1.2 kB beside React', async () => {
  expect(await sizeOf("import * as react from './react.ts'; globalThis.x = react")).toBeLessThanOrEqual(1200)
})

it.each(['vue', 'svelte', 'solid'])('the session in components of %s stays within 1 kB', async (name) => {
  expect(await sizeOf(`import * as entry from './${name}.ts'; globalThis.x = entry`)).toBeLessThanOrEqual(1000)
})

it('the verification of webhooks stays within 1.24 kB', async () => {
  expect(
    await sizeOf("import { verifyWebhook } from './webhooks.ts'; globalThis.x = verifyWebhook"),
  ).toBeLessThanOrEqual(1240)
})

// The names of the events and the sentences are for servers, which load them from a disk.
it('verifying requests and handling webhooks adds 2.4 kB at most to verifying tokens and deliveries', async () => {
  const parts = "import { createUserJwtVerifier } from './jwt.ts'; import { verifyWebhook } from './webhooks.ts';"
  const whole = "import { createRequestVerifier, webhookHandler } from './server.ts';"
  const verified = await sizeOf(`${parts} globalThis.x = [createUserJwtVerifier, verifyWebhook]`, ['jose'])
  const handled = await sizeOf(`${whole} globalThis.x = [createRequestVerifier, webhookHandler]`, ['jose'])
  expect(handled - verified).toBeLessThanOrEqual(2400)
})

// Code that is loaded later is a file of its own, with all that it needs.
it('the wallets of EVM begin with 10.47 kB at most', async () => {
  expect(await walletsAtOnce()).toBeLessThanOrEqual(10_470)
})

it('the wallets of EVM load 48.6 kB at most until the first signature', async () => {
  const code = "import * as signing from './wallets/relay/ecdsaSigning.ts'; globalThis.x = signing"
  const signing = await sizeOf(code, ['*/psbts.ts'])
  expect((await walletsAtOnce()) + signing).toBeLessThanOrEqual(48_600)
})

it('the ceremonies of all chains stay within 60 kB', async () => {
  const code = "import * as ceremonies from './wallets/relay/ceremonies.ts'; globalThis.x = ceremonies"
  expect(await sizeOf(code, ['*/psbts.ts'])).toBeLessThanOrEqual(60_000)
})

it('the encoding of transactions and typed data stays within 16 kB', async () => {
  const code = "import * as encoding from '../../device/src/evm/encoding.ts'; globalThis.x = encoding"
  expect(await sizeOf(code)).toBeLessThanOrEqual(16_000)
})

it('a provider with batches adds 9 kB at most to what a page with wallets of EVM loads', async () => {
  const code = "import { toProvider } from './wallets.ts'; globalThis.x = toProvider"
  const account = "import { toViemAccount } from './wallets.ts'; globalThis.x = toViemAccount"
  const later = ['encoding', 'encodeCalls', 'userOperationRequest', 'batchFailure', 'typedData'].map((x) => `*/${x}.ts`)
  expect((await sizeOf(code, later)) - (await sizeOf(account, later))).toBeLessThanOrEqual(9000)
})

it.each(['batches/encodeCalls', 'batches/batchFailure', 'userOperationRequest'])(
  '%s stays within 16 kB',
  async (name) => {
    const code = `import * as encoding from '../../device/src/evm/${name}.ts'; globalThis.x = encoding`
    expect(await sizeOf(code)).toBeLessThanOrEqual(16_000)
  },
)

it('the ciphers of platforms without Web Crypto stay within 8 kB', async () => {
  const code = "import * as ciphers from '../../device/src/softCiphers.ts'; globalThis.x = ciphers"
  expect(await sizeOf(code)).toBeLessThanOrEqual(8000)
})

it('what signs PSBTs stays within 49 kB', async () => {
  const code = "import * as psbts from './wallets/bitcoin/psbts.ts'; globalThis.x = psbts"
  expect(await sizeOf(code)).toBeLessThanOrEqual(49_000)
})

// A person has one wallet, so an app takes the objects that it meets; each is beside what signing in costs already.
describe('an app that signs in with wallets', () => {
  const signingIn = `${transport} import { createSession, signInWithWallet } from './session.ts'; globalThis.x = [createSession, signInWithWallet, c];`
  const added = async (name: string) =>
    (await sizeOf(`${signingIn} import { ${name} } from './browserWallets.ts'; globalThis.y = ${name}`)) -
    (await sizeOf(signingIn))

  it.each(Object.keys(browserWallets))('adds 400 B at most with %s', async (name) => {
    expect(await added(name)).toBeLessThanOrEqual(400)
  })
})

it('nothing of validation, logging or other kinds of credential is in a bundle that does not use them', async () => {
  const code = await bundle(oneOperation)
  for (const word of ['ValidationError', '~standard', 'PaginationError', 'x-next-cursor', 'credentials'])
    expect(code).not.toContain(word)
  const validating = await bundle(`${transport} import { validateWith } from './index.ts'; globalThis.x = validateWith`)
  expect(validating).toContain('~standard')
})

it('other names stay within 30 kB, of which most are the names of the document, and cost nobody else anything', async () => {
  const code = "import { readNames, withNames } from './names.ts'; globalThis.x = [readNames, withNames]"
  expect(await sizeOf(code)).toBeLessThanOrEqual(30_000)
  expect(await bundle(oneOperation)).not.toContain('allowlistEntryId')
})
