import { readFileSync } from 'node:fs'
import { page, tryFile } from './markdown.ts'

type Source = readonly [path: string, heading?: string]

interface Recipe {
  readonly title: string
  readonly description: string
  /** Files of the repository, each with the heading of a section if not all of it is the recipe. */
  readonly sources?: readonly Source[]
  /** The file of `examples/` that runs in the page. */
  readonly example: string
  /** Whether the page opens with its own code, since the example does not show it. */
  readonly ownCodeFirst?: true
  /** Words that people look for and that the text does not say, or says late. */
  readonly keywords?: readonly string[]
  /** A folder of `examples/` of the repository that shows more. */
  readonly more?: string
}

/** The recipes: what READMEs say, with an example that runs. The tests of those READMEs run or check their code. */
export const recipes: Readonly<Record<string, Recipe>> = {
  react: {
    title: 'React',
    description: 'A session in the components of a React app.',
    sources: [
      ['packages/client/README.md', '## React'],
      ['packages/client/README.md', '### Coming back from a provider'],
      ['packages/client/README.md', '### Server rendering'],
    ],
    example: 'client/react.ts',
    more: 'react-sign-in',
    keywords: [
      'StrictMode',
      'useEffect',
      'callback',
      'redirect',
      'coming back from a provider',
      'hooks',
      'signed in',
      'useUser',
    ],
  },
  next: {
    title: 'Next',
    description: 'A session that a rendering server and its pages share.',
    sources: [['examples/next-session/README.md']],
    example: 'recipes/cookieStorage.ts',
    more: 'next-session',
    keywords: ['NextAuth', 'app router', 'middleware', 'server components', 'SSR'],
  },
  vue: {
    title: 'Vue and Nuxt',
    description: 'A session in the components of a Vue app, on the server of Nuxt, and in tests.',
    sources: [['packages/mock/docs/recipes/vue.md'], ['packages/client/README.md', '### Nuxt and SvelteKit']],
    example: 'client/vue.ts',
    keywords: ['Nuxt', 'composables', 'SSR'],
  },
  svelte: {
    title: 'Svelte and SvelteKit',
    description: 'A session in the components of a Svelte app, and on the server of SvelteKit.',
    sources: [
      ['packages/client/README.md', '## Vue, Svelte and Solid'],
      ['packages/client/README.md', '### Nuxt and SvelteKit'],
    ],
    example: 'client/svelte.ts',
    more: 'servers',
    keywords: ['stores', 'runes', 'SSR'],
  },
  solid: {
    title: 'Solid',
    description: 'A session in the components of a Solid app.',
    sources: [['packages/client/README.md', '## Vue, Svelte and Solid']],
    example: 'client/solid.ts',
    keywords: ['SolidJS', 'signals', 'SolidStart'],
  },
  angular: {
    title: 'Angular',
    description: 'A session in the components of an Angular app, as signals of a short service.',
    sources: [['packages/mock/docs/recipes/angular.md']],
    example: 'signIn.ts',
    ownCodeFirst: true,
    keywords: ['signals', 'HttpClient', 'interceptor', 'TestBed'],
  },
  'react-native': {
    title: 'React Native',
    description: 'A session on a phone: its storage, deep links, and the mock beside it.',
    sources: [['packages/mock/docs/recipes/react-native.md']],
    example: 'recipes/reactNative.ts',
    keywords: ['Android', 'iOS', 'mobile', 'phone', 'AsyncStorage'],
  },
  expo: {
    title: 'Expo',
    description: 'Secure storage, passkeys of the system and embedded wallets on a phone, and a Maestro flow.',
    sources: [['packages/mock/docs/recipes/expo.md']],
    example: 'recipes/reactNative.ts',
    ownCodeFirst: true,
    keywords: ['SecureStore', 'keychain', 'React Native', 'crypto.subtle', 'Hermes', 'Maestro'],
  },
  vitest: {
    title: 'vitest',
    description: 'A mock of its own for each test in vitest.',
    sources: [['packages/mock/docs/recipes/vitest.md']],
    example: 'signIn.ts',
    ownCodeFirst: true,
    keywords: ['fixture', 'unit tests', 'concurrent'],
  },
  'vitest-browser': {
    title: "vitest's browser mode",
    description: 'A mock of its own for each test of vitest in a real browser.',
    sources: [['packages/mock/docs/recipes/vitest-browser.md']],
    example: 'signIn.ts',
    ownCodeFirst: true,
  },
  jest: {
    title: 'Jest and jsdom',
    description: 'The mock in Jest, with and without jsdom.',
    sources: [['packages/mock/docs/recipes/jest.md']],
    example: 'signIn.ts',
    ownCodeFirst: true,
    keywords: ['testing-library', 'CommonJS', 'unit tests'],
  },
  playwright: {
    title: 'Playwright',
    description: 'A mock of its own for each test in Playwright.',
    sources: [['packages/mock/docs/recipes/playwright.md']],
    example: 'recipes/passkeys.ts',
    ownCodeFirst: true,
    keywords: ['end-to-end', 'e2e', 'browser tests'],
  },
  storybook: {
    title: 'Storybook',
    description: 'A mock of its own for each story, and stories of people who are signed in.',
    sources: [['packages/mock/docs/recipes/storybook.md']],
    example: 'client/react.ts',
    ownCodeFirst: true,
  },
  page: {
    title: 'In a page, for development',
    description: "The mock in a page, behind msw's service worker.",
    sources: [['packages/mock/docs/recipes/page.md']],
    example: 'concepts/providers.ts',
    keywords: ['msw worker', 'service worker', 'Vite', 'development', 'localhost'],
  },
  'signing-out': {
    title: 'Signing out',
    description: 'Ending a session here, in other tabs, on all devices and by a backend.',
    sources: [['packages/mock/docs/recipes/signing-out.md']],
    example: 'concepts/sessions.ts',
    keywords: ['sign out', 'log out', 'logout', 'revoke', 'end a session', 'log off'],
  },
  cookies: {
    title: 'Sessions in cookies',
    description: 'Sessions in httpOnly cookies, which scripts cannot read.',
    sources: [['packages/mock/docs/recipes/cookies.md']],
    example: 'recipes/cookies.ts',
    keywords: ['httpOnly', 'SameSite', 'CSRF'],
  },
  'real-providers': {
    title: 'Real providers and issuers',
    description: 'Signing in by Keycloak or another real provider, and foreign tokens of a real issuer.',
    sources: [['packages/mock/docs/recipes/real-providers.md']],
    example: 'concepts/providers.ts',
    ownCodeFirst: true,
    keywords: ['OIDC', 'OpenID Connect', 'Keycloak', 'Auth0', 'Okta', 'Entra', 'SSO', 'SAML', 'external JWT', 'issuer'],
  },
  server: {
    title: 'A backend: tokens and webhooks',
    description: 'Verifying session tokens and webhooks in Express, Next and other servers.',
    sources: [['packages/client/README.md', '## On a server']],
    example: 'client/webhooks.ts',
    more: 'servers',
    keywords: [
      'Express',
      'Fastify',
      'Hono',
      'SvelteKit',
      'NestJS',
      'middleware',
      'verify token',
      'JWKS',
      'verifyRequest',
      'API route',
    ],
  },
  supertest: {
    title: 'supertest',
    description: 'The tests of an Express app that verifies users and takes webhooks.',
    sources: [['packages/mock/docs/recipes/supertest.md']],
    example: 'client/webhooks.ts',
    ownCodeFirst: true,
    keywords: ['backend test', 'API test', 'integration test'],
  },
  passkeys: {
    title: 'Passkeys',
    description: 'Passkeys without a browser, by a device that the mock plays.',
    example: 'recipes/passkeys.ts',
    more: 'react-sign-in',
    keywords: ['passkey', 'WebAuthn', 'authenticator', 'security key'],
  },
  wallets: {
    title: 'Embedded wallets',
    description: 'Wallets whose key the device and the service share.',
    sources: [['packages/client/README.md', '## Embedded wallets']],
    example: 'client/wallets.ts',
    more: 'embedded-wallet',
    keywords: ['embedded wallet', 'MPC', 'TSS', 'key shares', 'recover', 'backup', 'export a key'],
  },
  chains: {
    title: 'Payments on pretended chains',
    description: 'Balances, tokens and transactions, with the clients of the field.',
    sources: [['packages/mock/docs/recipes/chains.md']],
    example: 'recipes/chains.ts',
    keywords: [
      'viem',
      'ethers',
      'Anvil',
      'Hardhat',
      'RPC',
      'ERC-20',
      'balance',
      'faucet',
      'Solana',
      'gas',
      'receipt',
      'transaction',
    ],
  },
  batches: {
    title: 'Batches of calls',
    description: 'Several calls in one transaction (EIP-5792), by viem, wagmi and the wallet of a user.',
    sources: [['packages/mock/docs/recipes/batches.md']],
    example: 'recipes/batches.ts',
    more: 'embedded-wallet',
    keywords: ['EIP-5792', 'wallet_sendCalls', 'sendCalls', 'paymaster', 'sponsored gas'],
  },
  x402: {
    title: 'x402: paying for what an agent reads',
    description: 'A seller and a facilitator on the ledger, paid by an embedded wallet, with policies.',
    sources: [['packages/mock/docs/recipes/x402.md']],
    example: 'recipes/x402.ts',
    more: 'delegated-agent',
  },
  'embedded-wallets': {
    title: 'Embedded wallets in tests',
    description: 'The device of a user, policies, delegated access, smart wallets and the relay.',
    sources: [['packages/mock/docs/recipes/embedded-wallets.md']],
    example: 'concepts/ceremonies.ts',
  },
  custody: {
    title: 'Wallets at the custody vendor',
    description: 'Wallets of the generations V1 and V2: passkeys, stamps and sealed bundles.',
    sources: [['packages/mock/docs/recipes/custody.md']],
    example: 'recipes/passkeys.ts',
  },
  exchanges: {
    title: 'Buying, selling and exchanges',
    description: 'Orders at pretended sellers, and accounts at pretended exchanges.',
    sources: [['packages/mock/docs/recipes/exchanges.md']],
    example: 'recipes/chains.ts',
  },
  wagmi: {
    title: 'wagmi',
    description: 'An embedded wallet for wagmi and viem, over the pretended chains.',
    sources: [['examples/embedded-wallet/README.md']],
    example: 'recipes/chains.ts',
    more: 'embedded-wallet',
    keywords: ['viem', 'connector', 'useAccount'],
  },
  connect: {
    title: 'Any test runner',
    description: 'A server that any test runner and language controls, with a world for each test.',
    sources: [['packages/mock/docs/recipes/connect.md']],
    example: 'control.ts',
    ownCodeFirst: true,
    keywords: ['HTTP', 'node:test', 'Mocha', 'Ava'],
  },
  languages: {
    title: 'Python, Go, PHP and other languages',
    description: 'Tests in any language beside a mock: each step with curl, generated clients, Testcontainers.',
    sources: [['packages/mock/docs/recipes/languages.md']],
    example: 'control.ts',
    ownCodeFirst: true,
    keywords: ['Ruby', 'Java', 'Kotlin', 'C#', 'Rust', 'curl', 'Testcontainers', 'openapi-generator'],
  },
  pytest: {
    title: 'pytest',
    description: 'A fixture that gives each test in Python a mock of its own.',
    sources: [['packages/mock/docs/recipes/pytest.md']],
    example: 'control.ts',
    ownCodeFirst: true,
    keywords: ['Python', 'Django', 'FastAPI', 'Flask', 'requests', 'httpx'],
  },
  go: {
    title: 'Go',
    description: 'Parallel tests in Go, each with a mock of its own.',
    sources: [['packages/mock/docs/recipes/go.md']],
    example: 'control.ts',
    ownCodeFirst: true,
    keywords: ['Golang', 'go test'],
  },
  php: {
    title: 'PHP',
    description: 'A base class that gives each test of PHPUnit a mock of its own.',
    sources: [['packages/mock/docs/recipes/php.md']],
    example: 'control.ts',
    ownCodeFirst: true,
    keywords: ['PHPUnit', 'Laravel', 'Symfony'],
  },
  runtimes: {
    title: 'Bun and Deno',
    description: 'The packages in Bun and in Deno: tests, programs and the server.',
    sources: [['packages/mock/docs/recipes/runtimes.md']],
    example: 'signIn.ts',
    ownCodeFirst: true,
    keywords: ['bun test', 'deno test'],
  },
  ci: {
    title: 'A CI service',
    description: 'The mock beside the tests of a CI service, with its log and state as artifacts.',
    sources: [['packages/mock/docs/recipes/ci.md']],
    example: 'concepts/worlds.ts',
    ownCodeFirst: true,
    keywords: ['GitHub Actions', 'GitLab', 'pipeline', 'continuous integration'],
  },
  codes: {
    title: 'Maestro, Detox, Cypress, WebdriverIO',
    description: 'One code for everybody, for tools that cannot read a mail.',
    sources: [['packages/mock/docs/recipes/codes.md']],
    example: 'signIn.ts',
    ownCodeFirst: true,
    keywords: ['Cypress', 'Appium', 'mobile', 'no code', 'one-time code', 'OTP', 'fixed code'],
  },
  mailboxes: {
    title: 'Mails in a real mailbox',
    description: 'Mails in Mailpit or at any SMTP server, and text messages at a URL.',
    sources: [['packages/mock/docs/recipes/mailboxes.md']],
    example: 'signIn.ts',
    ownCodeFirst: true,
    keywords: ['SMTP', 'Mailpit', 'MailHog', 'nodemailer', 'SMS', 'Twilio', 'e-mail'],
  },
  docker: {
    title: 'Docker',
    description: 'The mock in a container, beside an app that runs in another one.',
    sources: [['packages/mock/docs/recipes/docker.md']],
    example: 'control.ts',
    ownCodeFirst: true,
    keywords: ['container', 'Compose', 'image', 'Testcontainers'],
  },
  scenarios: {
    title: 'Scenarios and states',
    description: 'What a mock begins with, by a file, and a state that outlives the process.',
    sources: [['packages/mock/docs/recipes/scenarios.md']],
    example: 'recipes/scenarios.ts',
    keywords: ['seed data', 'fixtures', 'snapshot', 'restore', 'SQLite', 'import', 'export'],
  },
  names: {
    title: 'A deployment that spells it differently',
    description: 'Other paths, fields, values, headers, cookies, token prefixes and claims, by a file.',
    sources: [['packages/mock/docs/recipes/names.md']],
    example: 'recipes/names.ts',
  },
  control: {
    title: 'The control object',
    description: 'Everything that a test sets and reads, and the options of a mock.',
    sources: [['packages/mock/docs/recipes/control.md']],
    example: 'control.ts',
    keywords: ['reset', 'clock', 'faults', 'outbox', 'createMock'],
  },
  events: {
    title: 'Events',
    description: 'What happened in the service, whether or not a webhook subscribes to it.',
    sources: [['packages/mock/docs/recipes/events.md']],
    example: 'control.ts',
    keywords: ['webhook', 'webhooks', 'trigger', 'event catalogue'],
  },
  inspector: {
    title: 'The inspector',
    description: 'The page that shows a mock and acts on it, at a server and in pages of your own.',
    sources: [['packages/mock/docs/recipes/inspector.md']],
    example: 'concepts/sessions.ts',
    keywords: ['dashboard', 'devtools', 'UI', 'debug'],
  },
  'command-line': {
    title: 'The mock as a server',
    description: 'The command, its flags, who may call it, and the same from Node.',
    sources: [['packages/mock/docs/recipes/command-line.md']],
    example: 'control.ts',
    ownCodeFirst: true,
    keywords: ['CLI', 'flags', 'npx', 'CORS', 'port', 'host', 'server'],
  },
  compare: {
    title: 'Does the mock still match?',
    description: 'A real deployment beside the document and a mock, and a report of what differs.',
    sources: [['packages/mock/docs/recipes/compare.md']],
    example: 'recipes/compare.ts',
    keywords: ['drift', 'contract test', 'proxy'],
  },
  record: {
    title: 'A scenario of a real deployment',
    description: 'The settings, providers, gates and lists of a real environment, as data that a mock plays.',
    sources: [['packages/mock/docs/recipes/record.md']],
    example: 'recipes/scenarios.ts',
  },
  'coding-agents': {
    title: 'Coding agents',
    description: 'Tools of the Model Context Protocol, with which an agent uses the mock.',
    sources: [['packages/mock/docs/recipes/coding-agents.md']],
    example: 'control.ts',
    ownCodeFirst: true,
    keywords: [
      'MCP',
      'Model Context Protocol',
      'agent',
      'AI',
      'LLM',
      'Claude',
      'Cursor',
      'Copilot',
      'AGENTS.md',
      'skill',
    ],
  },
  cloudflare: {
    title: 'A shared mock on Cloudflare',
    description: 'One mock for a whole company, with a world for each preview.',
    sources: [['packages/mock/docs/recipes/cloudflare.md'], ['examples/shared-mock/README.md']],
    example: 'recipes/sharedMock.ts',
    more: 'shared-mock',
  },
  trouble: {
    title: 'Trouble, by symptom',
    description: 'What people see when something is not as they expect, why, and what to do.',
    sources: [['packages/mock/docs/recipes/trouble.md']],
    example: 'errors.ts',
    ownCodeFirst: true,
    keywords: ['error', '401', '403', '422', 'CORS', 'problem', 'does not work', 'debug', 'FAQ'],
  },
  'coming-from': {
    title: 'Coming from another emulator',
    description: 'What is done with an emulator, handlers of msw or a hosted sandbox, and what it is called here.',
    sources: [['packages/mock/docs/recipes/coming-from.md']],
    example: 'recipes/comingFrom.ts',
  },
}

const repository = 'https://github.com/latchkey-dev/latchkey'

/** A page for each recipe. */
export function recipePages(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(recipes).map(([name, { title, description, sources = [], example, keywords, ...recipe }]) => {
      const [first = '', ...others] = sources.map((source) => textOf(source))
      const [opening, rest] = recipe.ownCodeFirst ? openingOf(first) : ['', first]
      const { more } = recipe
      const parts = [
        `${description}\n`,
        opening,
        tryFile(example),
        rest,
        ...others.map((text, index) => titleOf(sources[index + 1] as Source) + text),
        more
          ? `[\`examples/${more}\`](${repository}/tree/main/examples/${more}) is a whole app, with its tests.\n`
          : '',
      ]
      return [`recipes/${name}.md`, page(title, { description, keywords }, parts)]
    }),
  )
}

/** Cuts a text before its first section. */
function openingOf(text: string): [opening: string, rest: string] {
  const at = text.search(/^## /m)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)]
}

const readSource = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

/** The heading of a source that follows another one. */
function titleOf([path, heading]: Source): string {
  const [, title = ''] = /^#+ (.*)/m.exec(heading ?? readSource(path)) ?? []
  return `## ${title}\n`
}

/** The page of a recipe that is a whole file. */
const pageOf = new Map(
  Object.entries(recipes).flatMap(([name, { sources = [] }]) =>
    sources.flatMap(([path, heading]) => (heading ? [] : [[path, `/recipes/${name}`] as const])),
  ),
)

/** Pictures and tables of pictures. A page loads nothing from other hosts, where the READMEs have them. */
const pictures = /^(?:\|[ |]*\|\n\|[ |-]*\|\n(?:\|.*!\[.*\n)+|!\[.*\n)/gm

/** The text of a file below its title, or of one section. Its links lead to recipes, or else to the repository. */
export function textOf([path, heading]: Source): string {
  const text = readSource(path)
  const body = heading ? cut(text, heading, path) : text.replace(/^# .*\n/, '')
  return body.replaceAll(pictures, '').replaceAll(/\]\((?!https?:|mailto:)([^)]+)\)/g, (link, target: string) => {
    if (target.startsWith('#') && !heading) return link
    const { pathname, hash } = new URL(target, `file:///${path}`)
    const recipe = pageOf.get(pathname.slice(1))
    return recipe ? `](${recipe}${hash})` : `](${repository}/blob/main${pathname}${hash})`
  })
}

/** A section without its heading, up to the next heading. A line of code may begin like one. */
function cut(text: string, heading: string, path: string): string {
  const lines = text.split('\n')
  const start = lines.indexOf(heading)
  if (start < 0) throw new Error(`${path} has no section "${heading}".`)
  let isCode = false
  const end = lines.findIndex((line, index) => {
    if (line.startsWith('```')) isCode = !isCode
    return index > start && !isCode && /^#+ /.test(line)
  })
  return lines.slice(start + 1, end < 0 ? undefined : end).join('\n')
}
