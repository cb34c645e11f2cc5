/**
 * Writes the skill of each package, which agents' tools load by its description, from the page for agents.
 *
 * `--check` writes nothing and fails when what is committed differs from what would be written.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { writeGenerated } from '../../types/scripts/writeGenerated.ts'

/** When a tool loads the skill of a package. */
const descriptions = {
  mock: 'Use when writing or fixing tests, demos or local development against the identity and wallet management API (sign-in, users, wallets, gates, webhooks), when code imports "@latchkey/mock", or when a test needs a signed-in user, a sent code, a webhook, a fault or another time.',
  client:
    'Use when code calls the identity and wallet management API or imports "@latchkey/client": operations, sessions and ways to sign in, embedded wallets, verifying tokens and webhooks on a server, paging, retries and errors.',
  types:
    'Use when code needs the contract of the identity and wallet management API as types, zod schemas, a table of operations or an OpenAPI document, or imports "@latchkey/types".',
} as const

const skills = Object.entries(descriptions).map(([name, description]): [string, string] => {
  const page = readFileSync(fileURLToPath(new URL(`../../${name}/AGENTS.md`, import.meta.url)), 'utf8')
  const head = `---\nname: latchkey-${name}\ndescription: '${description}'\n---\n\n`
  return [`packages/${name}/skills/latchkey-${name}/SKILL.md`, head + page]
})

writeGenerated(
  new Map(skills),
  Object.keys(descriptions).map((name) => `packages/${name}/skills`),
)
