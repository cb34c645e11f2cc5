import { escapeText, page, table, tryFile } from './markdown.ts'
import { areas, type Report, reportsOf } from './reports.ts'

const repository = 'https://github.com/latchkey-dev/latchkey'

/** A page with what people report about other projects in public, by area, and what happens here. */
export function reportsPage(): string {
  const description = 'What people reported about other clients, emulators and wallets, and what happens here.'
  const keywords = ['known issues', 'bugs', 'GitHub issues', 'regressions']
  const sections = Object.entries(areas).map(([area, heading]) => {
    const rows = reportsOf(area).map(toCells)
    return rows.length > 0 ? `## ${heading}\n\n${table(['elsewhere', 'here', 'thread', 'test'], rows)}` : ''
  })
  return page('What people ran into', { description, keywords }, [
    `People describe in public what went wrong with a client, an emulator, a provider or a wallet. We read such threads,
try the same here, and mend what fails. Each row says in our words what happened elsewhere and what happens here, and
leads to the thread and to the test.
`,
    tryFile('reports.ts'),
    ...sections,
  ])
}

function toCells({ elsewhere, here, source, test, title }: Report): string[] {
  const text = (words: string) => escapeText(words).replaceAll(/[[\]]/g, '\\$&')
  return [
    escapeText(elsewhere),
    escapeText(here),
    `[${nameOf(source)}](${source})`,
    `[${text(title)}](${repository}/blob/main/${test})`,
  ]
}

/** The name of a thread: that of its repository with its number, or else its site. */
function nameOf(source: string): string {
  const { hostname, pathname } = new URL(source)
  const [owner, repository, , number] = pathname.slice(1).split('/')
  return hostname === 'github.com' ? `${owner}/${repository}#${number}` : hostname
}
