import { readFileSync } from 'node:fs'
import { page, tryFile } from './markdown.ts'
import type { SchemaPlaces } from './schemaPlaces.ts'

/** The modules of the client that are written by hand: title, description, page in `packages/client/docs/api`. */
const modules: Readonly<Record<string, readonly [title: string, description: string, source: string]>> = {
  index: ['@latchkey/client', 'Clients, credentials, retries and errors.', 'index'],
  session: ['@latchkey/client/session', 'Signing people in, and keeping them signed in.', 'session'],
  'browser-wallets': [
    '@latchkey/client/browser-wallets',
    'Signing in with the wallets that people have.',
    'browserWallets',
  ],
  react: ['@latchkey/client/react', 'A session in React: its provider and hooks.', 'react'],
  vue: ['@latchkey/client/vue', 'A session in Vue: its plugin and composables.', 'vue'],
  svelte: ['@latchkey/client/svelte', 'A session in Svelte: its stores.', 'svelte'],
  solid: ['@latchkey/client/solid', 'A session in Solid: its provider and signals.', 'solid'],
  wallets: ['@latchkey/client/wallets', 'Embedded wallets, for viem, ethers and @solana/kit.', 'wallets-1'],
  jwt: ['@latchkey/client/jwt', 'Verifying session tokens on a server.', 'jwt'],
  webhooks: ['@latchkey/client/webhooks', 'Verifying webhooks on a server.', 'webhooks-1'],
  server: ['@latchkey/client/server', 'Requests of users and webhooks, in any framework.', 'server'],
  query: ['@latchkey/client/query', 'Queries and mutations for TanStack Query.', 'query'],
  names: ['@latchkey/client/names', 'A deployment that spells the interface differently.', 'names'],
  otel: ['@latchkey/client/otel', 'Spans and metrics by OpenTelemetry.', 'otel'],
  testing: ['@latchkey/client/testing', 'Tests without a server.', 'testing'],
}
const pageOf = new Map(Object.entries(modules).map(([name, [, , source]]) => [source, name]))

/** The reference of the client's modules, from the pages that TypeDoc wrote. Operations have pages of their own. */
export function clientPages(places: SchemaPlaces, resources: ReadonlySet<string>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(modules).map(([name, [title, description, source]]) => {
      const text = readFileSync(new URL(`../../client/docs/api/${source}.md`, import.meta.url), 'utf8')
      const body = text
        .replace(/^# .*\n/, '')
        .replaceAll(/\]\(([\w-]+)\.md(#[^)]*)?\)/g, (_, target: string, anchor) => {
          const link = linkTo({ places, resources }, target, anchor as string | undefined)
          return `](${link})`
        })
      const file = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
      const example = tryFile(`client/${file}.ts`)
      return [`client/${name}.md`, page(title, description, [`${description}\n`, example, body])]
    }),
  )
}

interface Targets {
  readonly places: SchemaPlaces
  readonly resources: ReadonlySet<string>
}

function linkTo({ places, resources }: Targets, target: string, anchor = ''): string {
  if (target === 'schemas') return places.byAnchor(anchor.slice(1)) ?? '/reference/operations/schemas'
  const module = pageOf.get(target)
  if (module) return `/reference/client/${module}${anchor}`
  if (resources.has(target)) return `/reference/operations/${target}`
  throw new Error(`The client's reference leads to ${target}.md${anchor}, which the site does not have.`)
}
