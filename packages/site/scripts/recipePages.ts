import { readFileSync } from 'node:fs'
import { page } from './markdown.ts'

interface Recipe {
  readonly title: string
  readonly description: string
  /** A file of the repository, and the heading of its section if not all of it is the recipe. */
  readonly source?: readonly [path: string, heading?: string]
  /** The file of `examples/` that runs in the page. */
  readonly example: string
  /** A folder of `examples/` of the repository that shows more. */
  readonly more?: string
}

/** The recipes: what READMEs say, with an example that runs. The tests of those READMEs run or check their code. */
export const recipes: Readonly<Record<string, Recipe>> = {
  react: {
    title: 'React',
    description: 'A session in the components of a React app.',
    source: ['packages/client/README.md', '## React'],
    example: 'client/react.ts',
    more: 'react-sign-in',
  },
  next: {
    title: 'Next',
    description: 'A session that a rendering server and its pages share.',
    source: ['examples/next-session/README.md'],
    example: 'recipes/cookieStorage.ts',
    more: 'next-session',
  },
  vue: {
    title: 'Vue',
    description: 'A session in the components of a Vue app, by two short files.',
    source: ['packages/mock/docs/recipes/vue.md'],
    example: 'recipes/vue.ts',
  },
  'react-native': {
    title: 'React Native',
    description: 'A session on a phone: its storage, deep links, and the mock beside it.',
    source: ['packages/mock/docs/recipes/react-native.md'],
    example: 'recipes/reactNative.ts',
  },
  vitest: {
    title: 'vitest',
    description: 'A mock of its own for each test in vitest.',
    source: ['packages/mock/docs/recipes/vitest.md'],
    example: 'signIn.ts',
  },
  jest: {
    title: 'Jest and jsdom',
    description: 'The mock in Jest, with and without jsdom.',
    source: ['packages/mock/docs/recipes/jest.md'],
    example: 'signIn.ts',
  },
  playwright: {
    title: 'Playwright',
    description: 'A mock of its own for each test in Playwright.',
    source: ['packages/mock/docs/recipes/playwright.md'],
    example: 'recipes/passkeys.ts',
  },
  storybook: {
    title: 'Storybook',
    description: 'A mock of its own for each story, and stories of people who are signed in.',
    source: ['packages/mock/docs/recipes/storybook.md'],
    example: 'client/react.ts',
  },
  page: {
    title: 'In a page, for development',
    description: "The mock in a page, behind msw's service worker.",
    source: ['packages/mock/README.md', '### A page in development'],
    example: 'concepts/providers.ts',
  },
  cookies: {
    title: 'Sessions in cookies',
    description: 'Sessions in httpOnly cookies, which scripts cannot read.',
    source: ['packages/mock/README.md', '### A session in cookies'],
    example: 'recipes/cookies.ts',
  },
  server: {
    title: 'A backend: tokens and webhooks',
    description: 'Verifying session tokens and webhooks in Express, Next and other servers.',
    source: ['packages/client/README.md', '## On a server'],
    example: 'client/webhooks.ts',
    more: 'delegated-agent',
  },
  passkeys: {
    title: 'Passkeys',
    description: 'Passkeys without a browser, by a device that the mock plays.',
    example: 'recipes/passkeys.ts',
    more: 'react-sign-in',
  },
  wallets: {
    title: 'Embedded wallets',
    description: 'Wallets whose key the device and the service share.',
    source: ['packages/client/README.md', '## Embedded wallets'],
    example: 'client/wallets.ts',
    more: 'embedded-wallet',
  },
  chains: {
    title: 'Payments on pretended chains',
    description: 'Balances, tokens and transactions, with the clients of the field.',
    source: ['packages/mock/README.md', '## The pretended chains'],
    example: 'recipes/chains.ts',
  },
  ci: {
    title: 'A server for CI and other languages',
    description: 'The mock as a server on loopback, for end-to-end tests.',
    source: ['packages/mock/README.md', '## As a server'],
    example: 'concepts/worlds.ts',
  },
}

const repository = 'https://github.com/latchkey-dev/latchkey'

/** A page for each recipe. */
export function recipePages(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(recipes).map(([name, { title, description, source, example, more }]) => [
      `recipes/${name}.md`,
      page(title, description, [
        `${description}\n`,
        `<Try>\n\n<<< @/../examples/${example}\n\n</Try>\n`,
        source ? sectionOf(...source) : '',
        more
          ? `[\`examples/${more}\`](${repository}/tree/main/examples/${more}) is a whole app, with its tests.\n`
          : '',
      ]),
    ]),
  )
}

/** Pictures and tables of pictures. A page loads nothing from other hosts, where the READMEs have them. */
const pictures = /^(?:\|[ |]*\|\n\|[ |-]*\|\n(?:\|.*!\[.*\n)+|!\[.*\n)/gm

/** The text of a file below its title, or of one section. Its links to other files lead to the repository. */
function sectionOf(path: string, heading?: string): string {
  const text = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
  const body = heading ? cut(text, heading, path) : text.replace(/^# .*\n/, '')
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : ''
  const pictureless = body.replaceAll(pictures, '')
  const deepest = heading?.startsWith('### ') ? pictureless.replaceAll(/^#(#+ )/gm, '$1') : pictureless
  return deepest.replaceAll(/\]\((?!https?:|mailto:)([^)]+)\)/g, (link, target: string) => {
    if (target.startsWith('#') && !heading) return link
    const url = target.startsWith('#') ? `/${path}${target}` : `/${folder}${target}`
    return `](${new URL(`blob/main${url}`, `${repository}/`).href})`
  })
}

/** A section without its heading, up to the next one that is not below it. */
function cut(text: string, heading: string, path: string): string {
  const start = text.indexOf(`\n${heading}\n`)
  if (start < 0) throw new Error(`${path} has no section "${heading}".`)
  const rest = text.slice(start + heading.length + 2)
  const depth = heading.indexOf(' ')
  const end = rest.search(new RegExp(`^#{1,${depth}} `, 'm'))
  return end < 0 ? rest : rest.slice(0, end)
}
