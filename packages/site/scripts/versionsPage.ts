import { readFileSync } from 'node:fs'
import { page, table, tryFile } from './markdown.ts'
import { textOf } from './recipePages.ts'

interface Manifest {
  readonly version: string
  readonly engines?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

const manifestOf = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../${path}/package.json`, import.meta.url), 'utf8')) as Manifest

const mock = manifestOf('mock')
const client = manifestOf('client')
const types = manifestOf('types')

interface Part {
  readonly name: string
  /** The versions that work, if that is more than those that are tested. */
  readonly range?: string | undefined
  /** The installed packages with which tests run, as `package > dependency`. */
  readonly tested: readonly string[]
}

/** The tables of the page: the parts that apps bring. */
const parts: Readonly<Record<string, readonly Part[]>> = {
  Runtimes: [
    { name: 'Node', range: mock.engines?.node, tested: ['runners > node20', 'runners > node22', 'runners > node24'] },
    { name: 'Bun', tested: ['runners > bun'] },
    { name: 'Deno', tested: ['runners > deno'] },
    { name: 'Cloudflare Workers, by Miniflare', tested: ['mock > miniflare'] },
  ],
  'Tests and tools': [
    { name: 'TypeScript', tested: ['mock > typescript-5.9', 'mock > typescript', 'mock > typescript-7'] },
    { name: 'msw', range: mock.peerDependencies?.msw, tested: ['mock > msw2', 'mock > msw'] },
    { name: 'vitest', range: '>=4.1', tested: ['runners > vitest4', 'mock > vitest'] },
    { name: 'Jest', tested: ['runners > jest'] },
    { name: 'jest-environment-jsdom', tested: ['runners > jest-environment-jsdom'] },
    { name: 'Playwright', tested: ['runners > @playwright/test'] },
    { name: 'Storybook', tested: ['runners > storybook'] },
    { name: 'supertest', tested: ['runners > supertest'] },
    { name: '@ethereumjs/evm', range: mock.peerDependencies?.['@ethereumjs/evm'], tested: ['mock > @ethereumjs/evm'] },
    { name: '@mysten/sui', range: mock.peerDependencies?.['@mysten/sui'], tested: ['mock > @mysten/sui'] },
    { name: 'nodemailer', range: mock.peerDependencies?.nodemailer, tested: ['mock > nodemailer'] },
  ],
  'Frameworks and libraries': [
    { name: 'React', range: client.peerDependencies?.react, tested: ['client > react-18', 'client > react'] },
    { name: 'Vue', tested: ['runners > vue'] },
    { name: 'Svelte', tested: ['runners > svelte'] },
    { name: 'Solid', tested: ['runners > solid-js'] },
    { name: 'Angular', tested: ['runners > @angular/core'] },
    { name: 'Express', tested: ['client > express'] },
    { name: 'Fastify', tested: ['client > fastify'] },
    { name: 'Hono', tested: ['client > hono'] },
    { name: 'TanStack Query', tested: ['client > @tanstack/query-core'] },
    { name: 'zod', range: types.peerDependencies?.zod, tested: ['mock > zod'] },
    { name: 'OpenTelemetry API', tested: ['client > @opentelemetry/api'] },
  ],
  'Wallets and chains': [
    { name: 'viem', tested: ['client > viem'] },
    { name: 'wagmi', tested: ['../examples/embedded-wallet > wagmi'] },
    { name: 'RainbowKit', tested: ['../examples/wallet-sign-in > @rainbow-me/rainbowkit'] },
    { name: 'ethers', tested: ['client > ethers'] },
    { name: '@solana/kit', tested: ['client > @solana/kit'] },
    { name: 'Anvil', tested: ['mock > @foundry-rs/anvil'] },
    { name: 'Hardhat', tested: ['mock > hardhat'] },
  ],
}

const versionOf = (installed: string) => manifestOf(installed.replace(' > ', '/node_modules/')).version

/** A page with the versions of what apps bring: those that are installed for the tests. */
export function versionsPage(): string {
  const description = 'The versions of Node, runners, frameworks and libraries that are tested with each other.'
  return page('Versions that work together', description, [
    `The three packages have one version, and belong together: \`@latchkey/types\`, \`@latchkey/client\` and
\`@latchkey/mock\` ${mock.version}. Each test of the repository runs with the versions below. Where a range is given, the
packages promise it; other versions are likely to work, and nobody has tried them.
`,
    tryFile('signIn.ts'),
    `## Which Node\n${textOf(['README.md', '## Which Node'])}`,
    ...Object.entries(parts).map(
      ([title, rows]) =>
        `## ${title}\n\n${table(
          ['', 'works with', 'tested with'],
          rows.map(({ name, range, tested }) => [name, range ? `\`${range}\`` : '', tested.map(versionOf).join(', ')]),
        )}`,
    ),
  ])
}
