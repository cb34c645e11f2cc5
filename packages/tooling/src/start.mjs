/**
 * `pnpm start`: installs what the quickstart needs, and runs it from the sources. Nothing is built, and the packages that
 * only tests and the site need are left for the first command that installs everything.
 *
 * It runs on the Node of the machine, which may be older than that of the repository: so it is JavaScript.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

const begun = performance.now()
const say = (text) => console.log(`[${String(Math.round((performance.now() - begun) / 1000)).padStart(3)} s] ${text}`)

/** The packages whose sources the quickstart reads, and the root for Node and its tools. */
const projects = [
  'examples/quickstart',
  ...[
    'base',
    'browser-wallet',
    'ceremony',
    'chains',
    'client',
    'contract',
    'crypto',
    'device',
    'inspector',
    'mock',
    'names',
    'signing',
    'store',
    'types',
  ].map((name) => `packages/${name}`),
]
const filters = ['--workspace-root', ...projects.map((folder) => `--filter=./${folder}`)]

/** Whether somebody has installed what the tests need, which is to stay. */
function hasTestPackages() {
  try {
    const { included } = JSON.parse(
      readFileSync(new URL('../../../node_modules/.modules.yaml', import.meta.url), 'utf8'),
    )
    return included.devDependencies
  } catch {
    return false
  }
}

/** Runs pnpm with the output of this process. Ends this process when it fails. */
async function pnpm(...args) {
  const program = process.env.npm_execpath ?? 'pnpm'
  const isScript = /\.[cm]?js$/.test(program)
  const child = spawn(isScript ? process.execPath : program, isScript ? [program, ...args] : args, { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code === 0) return
  say(`\`pnpm ${args[0]}\` failed; its output is above.`)
  process.exit(code ?? 1)
}

say('Installing what the quickstart needs. The first time takes half a minute, or longer on a slow network.')
await pnpm('install', '--frozen-lockfile', ...(hasTestPackages() ? [] : ['--prod']), ...filters)
say('Running the quickstart from the sources.')
const node = ['exec', 'node', '--conditions=@latchkey/source']
await pnpm('--silent', '--filter=./examples/quickstart', ...node, 'quickstart.ts')
say('Done. `npx pnpm@12 test` installs the rest, builds, and runs everything.')
