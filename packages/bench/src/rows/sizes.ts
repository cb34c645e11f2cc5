import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { type Row, size } from '../row.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Bytes of a browser bundle, minified and gzipped. */
async function sizeOf(code: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: root },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    external: ['react', 'solid-js', 'svelte', 'vue'],
  })
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length
}

/** Bytes of what a program loads at once, and with those of these names that it may load later. */
async function sizesOf(code: string, ...later: readonly string[]): Promise<{ first: number; all: number }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: root },
    // Several chunks have the name "chunk".
    chunkNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    splitting: true,
    write: false,
    metafile: true,
    outdir: root,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
  })
  const sizes = new Map(
    outputFiles.map(({ path, contents }) => [basename(path), gzipSync(contents, { level: 9 }).length]),
  )
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]))
  const sum = (entries: readonly string[]) => {
    const files = new Set(entries)
    for (const file of files) {
      const imports = outputs.get(file)?.imports ?? []
      for (const { kind, path } of imports) if (kind === 'import-statement') files.add(basename(path))
    }
    return [...files].reduce((total, file) => total + (sizes.get(file) ?? Number.NaN), 0)
  }
  const namesOf = (file: string) => [...sizes.keys()].filter((name) => name.startsWith(`${file}-`))
  return { first: sum(['stdin.js']), all: sum(['stdin.js', ...later.flatMap(namesOf)]) }
}

const transport =
  "import { createTransport } from '@latchkey/client'; const c = createTransport({ baseUrl: 'https://a.b' });"

export async function clientSizes(): Promise<Row[]> {
  const oneCall = `${transport} import * as gates from '@latchkey/client/operations/gates'; gates.enable(c, { gateId: 'x' });`
  const one = await sizeOf(oneCall)
  const eleven = await sizeOf(
    `${transport} ${['gates', 'users', 'tokens'].map((name) => `import * as ${name} from '@latchkey/client/operations/${name}';`).join(' ')} ${['gates.enable', 'gates.disable', 'gates.get', 'gates.create', 'gates.delete', 'users.get', 'users.create', 'users.update', 'tokens.create', 'tokens.list', 'tokens.delete'].map((call) => `globalThis.x = ${call};`).join(' ')}`,
  )
  const path = await sizeOf(
    "import { createClient } from '@latchkey/client'; createClient({ baseUrl: 'https://a.b' }).GET('/api/v0/organizations')",
  )
  const all = await sizeOf(
    `${transport} import * as operations from '@latchkey/client/operations'; globalThis.x = [operations, c]`,
  )
  const peer = await sizeOf(
    "import createClient from 'openapi-fetch'; createClient({ baseUrl: 'https://a.b' }).GET('/api/v0/organizations')",
  )
  const users = `${transport} import * as users from '@latchkey/client/operations/users';`
  const list = await sizeOf(`${users} users.list(c)`)
  const get = await sizeOf(`${users} users.get(c, { userId: 'x' })`)
  const session = await sizeOf(
    `${oneCall} import { createSession } from '@latchkey/client/session'; globalThis.x = createSession`,
  )
  const webhooks = await sizeOf(
    "import { verifyWebhook } from '@latchkey/client/webhooks'; globalThis.x = verifyWebhook",
  )
  const otherNames = await sizeOf(
    "import { readNames, withNames } from '@latchkey/client/names'; globalThis.x = [readNames, withNames]",
  )
  const react = await sizeOf("import * as react from '@latchkey/client/react'; globalThis.x = react")
  const components = await Promise.all(
    ['vue', 'svelte', 'solid'].map(async (name) => ({
      name,
      bytes: await sizeOf(`import * as entry from '@latchkey/client/${name}'; globalThis.x = entry`),
    })),
  )
  const names = 'createWalletParty, relayEngine, indexedDbShares, toViemAccount'
  const wallets = `import { ${names} } from '@latchkey/client/wallets'; globalThis.x = [${names}]`
  const signed = await sizesOf(wallets, 'wallets.ecdsa')
  const encoded = await sizesOf(wallets, 'wallets.ecdsa', 'wallets.evm')
  const created = await sizesOf(wallets, 'wallets.ceremonies', 'wallets.evm')
  const beside = `${(peer / 1000).toFixed(2)} kB only openapi-fetch`
  return [
    size('client: createTransport + one operation', one, { limit: 3_600, peer: beside }),
    size('client: createClient + one call', path, { limit: 6_550, peer: beside }),
    size('client: each further operation', (eleven - one) / 10, { limit: 20 }),
    size('client: all operations', all, { limit: 12_000 }),
    size('client: paging, a list beyond another operation', list - get, { limit: 720 }),
    size('client: session, beyond createTransport + one operation', session - one, { limit: 5_050 }),
    size('client: verification of webhooks', webhooks, { limit: 1_250 }),
    size('client: other names of a deployment, with those of the document', otherNames, { limit: 30_000 }),
    size('client: hooks of React, beside React', react, { limit: 1_200 }),
    ...components.map(({ name, bytes }) =>
      size(`client: a session in components of ${name}, beside it`, bytes, { limit: 1_000 }),
    ),
    size('client: wallets for EVM, at once', signed.first, { limit: 11_400 }),
    size('client: wallets for EVM, with the first signature of a message', signed.all, { limit: 49_500 }),
    size('client: wallets for EVM, with the first signature of a transaction', encoded.all, { limit: 65_000 }),
    size('client: wallets for EVM, with a new key and the first transaction', created.all, { limit: 88_500 }),
  ]
}

/** Type instantiations of a program, less those of one that only imports. */
function instantiations(imports: string, calls: string): number {
  const count = (code: string) => {
    const folder = mkdtempSync(join(root, '.types-'))
    try {
      writeFileSync(join(folder, 'index.ts'), code)
      const args = [
        '--ignoreConfig',
        '--noEmit',
        '--strict',
        '--skipLibCheck',
        '--module',
        'esnext',
        '--moduleResolution',
        'bundler',
        '--target',
        'es2022',
        '--extendedDiagnostics',
      ]
      const output = execFileSync(join(root, 'node_modules/.bin/tsc'), [...args, join(folder, 'index.ts')], {
        cwd: folder,
        encoding: 'utf8',
      })
      return Number(/Instantiations:\s+(\d+)/.exec(output)?.[1])
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
  return count(imports + calls) - count(imports)
}

const ids = "environmentId: 'e', gateId: 'g'"

export function typeCosts(): Row[] {
  const ours = instantiations(
    "import { createTransport } from '@latchkey/client'\nimport { gates, users, tokens, origins } from '@latchkey/client/operations'\nexport const c = createTransport({ baseUrl: 'x' })\nexport { gates, users, tokens, origins }\n",
    [
      `gates.enable(c, { ${ids} })`,
      `gates.disable(c, { ${ids} })`,
      `gates.get(c, { ${ids} })`,
      `gates.delete(c, { ${ids} })`,
      "gates.list(c, { environmentId: 'e' })",
      "users.get(c, { environmentId: 'e', userId: 'u' })",
      "users.delete(c, { environmentId: 'e', userId: 'u' })",
      "tokens.list(c, { environmentId: 'e' })",
      "origins.list(c, { environmentId: 'e' })",
      "users.create(c, { environmentId: 'e', body: { email: 'a@b.co' } })",
    ]
      .map((call, i) => `export const r${i} = ${call}`)
      .join('\n'),
  )
  const peer = instantiations(
    "import createClient from 'openapi-fetch'\nimport type { paths } from '@latchkey/types'\nexport const c = createClient<paths>({ baseUrl: 'x' })\n",
    [
      'gates/{gateId}',
      'gates',
      'tokens',
      'origins',
      'users',
      'webhooks',
      'exports',
      'deeplinkUrls',
      'custom/fields',
      'custom/hostnames',
    ]
      .map(
        (path, i) =>
          `export const r${i} = c.GET('/api/v0/environments/{environmentId}/${path}', { params: { path: { ${path.includes('{') ? ids : "environmentId: 'e'"} } } })`,
      )
      .join('\n'),
  )
  return [
    {
      what: 'type instantiations of ten operation calls',
      ours: String(ours),
      peer: `${peer} ten openapi-fetch calls`,
      value: '',
      reach: '≤ 500',
      reached: ours <= 500,
    },
  ]
}
