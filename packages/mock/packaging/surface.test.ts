import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { operationTable } from '@latchkey/types'
import { build } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'
import { packageNames, runNode, unpackedFolder } from './consumer.ts'

/** The values that the entries export. Each name here is a promise to keep it. */
const surface: Readonly<Record<string, readonly string[]>> = {
  '@latchkey/types': ['formats', 'operationTable', 'webhookNames', 'webhookTable'],
  '@latchkey/client': [
    'ApiError',
    'AuthError',
    'ConnectionError',
    'LatchkeyError',
    'PaginationError',
    'ResponseParseError',
    'TimeoutError',
    'ValidationError',
    'bearer',
    'cookies',
    'createAuth',
    'createClient',
    'createTransport',
    'isApiError',
    'isLatchkeyError',
    'logger',
    'validateWith',
  ],
  '@latchkey/client/browser-wallets': [
    'followWallet',
    'fromAptosWallet',
    'fromAvmWebClient',
    'fromBitcoinWallet',
    'fromEip1193',
    'fromFcl',
    'fromKeplr',
    'fromPeraWallet',
    'fromSatsConnect',
    'fromSolanaWallet',
    'fromStarknetWallet',
    'fromSuiWallet',
    'fromTonConnect',
    'fromTronLink',
  ],
  '@latchkey/client/jwt': ['UserJwtError', 'createUserJwtVerifier', 'hasScope', 'verifyUserJwt'],
  '@latchkey/client/names': ['readNames', 'withNames'],
  '@latchkey/client/otel': ['telemetry'],
  '@latchkey/client/query': ['infiniteQueryOptions', 'mutationOptions', 'queryKey', 'queryOptions'],
  '@latchkey/client/react': ['SessionProvider', 'useSession', 'useUser', 'useWallets'],
  '@latchkey/client/server': [
    'RequestRefused',
    'createRequestVerifier',
    'expressUser',
    'expressWebhook',
    'fastifyUser',
    'fastifyWebhook',
    'userOf',
    'verifyRequest',
    'webhookHandler',
  ],
  '@latchkey/client/session': [
    'SignInError',
    'addPasskey',
    'askForPasskey',
    'cookieStorage',
    'createFrameMessage',
    'createSession',
    'createSignInMessage',
    'documentCookies',
    'finishOAuth',
    'getEmailProvider',
    'getNonce',
    'headerCookies',
    'linkEmail',
    'linkFrame',
    'linkPhone',
    'linkWallet',
    'listSecondFactors',
    'localStorageAdapter',
    'makePasskey',
    'memoryStorage',
    'openPopup',
    'prefetchWallet',
    'proveEmail',
    'provePasskey',
    'proveRecoveryCode',
    'proveTotp',
    'readEmailLink',
    'resendEmailCode',
    'resendSmsCode',
    'sendEmailCode',
    'sendSmsCode',
    'serializeCookie',
    'sessionStorageAdapter',
    'signInWithEmailCode',
    'signInWithFrame',
    'signInWithJwt',
    'signInWithMessenger',
    'signInWithMessengerPopup',
    'signInWithPasskey',
    'signInWithPopup',
    'signInWithSmsCode',
    'signInWithWallet',
    'startOAuth',
    'startSso',
    'withoutOAuthAnswer',
  ],
  '@latchkey/client/solid': ['SessionProvider', 'useSession', 'useUser', 'useWallets'],
  '@latchkey/client/svelte': ['provideSession', 'useSession', 'useUser', 'useWallets'],
  '@latchkey/client/testing': ['disconnect', 'inTurn', 'refuse', 'stubFetch'],
  '@latchkey/client/vue': ['createSessionPlugin', 'useSession', 'useUser', 'useWallets'],
  '@latchkey/client/wallets': [
    'CeremonyError',
    'ProviderRpcError',
    'announceProvider',
    'createWalletParty',
    'delegateWallet',
    'indexedDbShares',
    'isCeremonyError',
    'listedShares',
    'memoryShares',
    'openDelegatedWallet',
    'relayEngine',
    'revokeDelegation',
    'signPsbt',
    'toProvider',
    'toSolanaSigner',
    'toViemAccount',
  ],
  '@latchkey/client/webhooks': ['WebhookError', 'signWebhook', 'verifyWebhook'],
  '@latchkey/mock': ['connectMock', 'createMock', 'defineScenario', 'policyDisguises'],
  '@latchkey/mock/browser': ['persist', 'simulateNavigation', 'startWorkerMock'],
  '@latchkey/mock/inspector': ['LatchkeyInspectorElement'],
  '@latchkey/mock/cloudflare': ['createWorker', 'createWorldObject'],
  '@latchkey/mock/names': ['readNames'],
  '@latchkey/mock/node': ['startServer'],
  '@latchkey/mock/storybook': ['createPreview', 'failuresOf'],
}

/** The same of entries for test runners, which can only be loaded there. */
const kits: Readonly<Record<string, readonly string[]>> = {
  '@latchkey/mock/jest': ['createSweep'],
  '@latchkey/mock/jest-environment': ['default'],
  '@latchkey/mock/playwright': ['expect', 'remoteTest', 'sweep', 'test'],
  '@latchkey/mock/vitest': ['createSweep', 'createTest', 'test'],
  '@latchkey/mock/vitest-browser': ['createTest', 'test'],
}

/** The operations by resource, as the entries below `@latchkey/client/operations` export them. */
const operations = new Map<string, string[]>()
for (const id of Object.keys(operationTable)) {
  const [resource = '', verb = ''] = id.split('.')
  operations.set(resource, [...(operations.get(resource) ?? []), verb])
}

/** Further names of operations whose first name is a reserved word. */
const aliases: Readonly<Record<string, string>> = { delete: 'remove', export: 'exportAll', import: 'importAll' }
const data = [
  '@latchkey/types/openapi.json',
  '@latchkey/types/openapi-3.0.json',
  '@latchkey/mock/names.schema.json',
  '@latchkey/mock/scenario.schema.json',
  ...packageNames.map((name) => `@latchkey/${name}/package.json`),
]

/** Entries that only have types. */
const typeEntries = ['@latchkey/client/operations/schemas', '@latchkey/client/types', '@latchkey/mock/types']

let entries: string[]
let exported: Record<string, Record<'esm' | 'cjs', string[]>>

beforeAll(async () => {
  entries = (await Promise.all(packageNames.map(entriesOf))).flat()
  exported = JSON.parse(
    await runNode([
      'surface/names.mjs',
      ...entries.filter((name) => ![...data, ...typeEntries].includes(name) && !kits[name]),
    ]),
  )
})

type Manifest = { exports: Readonly<Record<string, { import?: { default: string }; default?: string }>> }

async function manifestOf(name: (typeof packageNames)[number]): Promise<Manifest> {
  return JSON.parse(await readFile(join(unpackedFolder(name), 'package.json'), 'utf8')) as Manifest
}

/** The import specifiers of a packed package, with patterns expanded. */
async function entriesOf(name: (typeof packageNames)[number]): Promise<string[]> {
  const folder = unpackedFolder(name)
  const { exports } = await manifestOf(name)
  const files = await readdir(join(folder, 'dist/operations')).catch(() => [])
  const resources = files.filter((file) => file.endsWith('.js') && file !== 'index.js').map((file) => file.slice(0, -3))
  return Object.keys(exports).flatMap((path) =>
    (path.includes('*') ? resources : ['']).map(
      (resource) => `@latchkey/${name}${path.slice(1).replace('*', resource)}`,
    ),
  )
}

describe('the published surface', () => {
  it('has the listed entries', () => {
    expect(entries.sort()).toEqual(
      [
        ...Object.keys(surface),
        ...Object.keys(kits),
        ...data,
        '@latchkey/types/zod',
        '@latchkey/client/operations',
        // Types only, for declarations that name them.
        ...typeEntries,
        ...[...operations.keys()].map((resource) => `@latchkey/client/operations/${resource}`),
      ].sort(),
    )
  })

  it.each(Object.entries(surface))('of the entry %s has the listed names', (entry, names) => {
    expect(exported[entry]).toEqual({ esm: names, cjs: names })
  })

  it.each(Object.entries(kits))('of the kit %s has the listed names', async (entry, names) => {
    const { exports } = await manifestOf('mock')
    const target = exports[entry.replace('@latchkey/mock', '.')]
    const file = target?.import?.default ?? target?.default
    const entryPoints = [join(unpackedFolder('mock'), file ?? '')]
    const { metafile } = await build({ entryPoints, metafile: true, write: false, outdir: '.', logLevel: 'error' })
    expect(Object.values(metafile.outputs).flatMap((output) => output.exports.sort())).toEqual(names)
  })

  it('of @latchkey/types/zod has the schemas of the document, of the operations and of the webhooks', async () => {
    const document = JSON.parse(await readFile(join(unpackedFolder('types'), 'dist/openapi.json'), 'utf8')) as {
      components: { schemas: object }
    }
    const names = [...Object.keys(document.components.schemas), 'operationSchemas', 'webhookSchemas'].sort()
    expect(exported['@latchkey/types/zod']).toEqual({ esm: names, cjs: names })
  })

  it('of @latchkey/client/operations has the resources with their operations', () => {
    const resources = [...operations.keys()].sort()
    expect(exported['@latchkey/client/operations']).toEqual({ esm: resources, cjs: resources })
    for (const [resource, verbs] of operations) {
      const names = [...verbs, ...verbs.flatMap((verb) => aliases[verb] ?? [])].sort()
      expect(exported[`@latchkey/client/operations/${resource}`], resource).toEqual({ esm: names, cjs: names })
    }
  })
})
