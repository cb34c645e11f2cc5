import { type OpenApiDocument } from './document.ts'
import { listWebhooks } from './webhooks.ts'

const marker = '<!-- Written by `pnpm generate` from the webhooks of spec/. -->\n\n'

/** The page about events with the table of the document's webhooks in place of the one that it has. */
export function withEventsTable(page: string, document: OpenApiDocument): string {
  const start = page.indexOf(marker) + marker.length
  if (start < marker.length) throw new Error(`The page about events has no ${marker.trim()}`)
  const end = page.indexOf('\n\n', start)
  return page.slice(0, start) + printTable(document) + page.slice(end)
}

function printTable(document: OpenApiDocument): string {
  const rows = listWebhooks(document).map(({ name, description, dataDescription }) => [
    `\`${name}\``,
    withoutStop(description),
    withoutStop(dataDescription),
  ])
  const cells = [['event', 'what happened', '`data`'], ...rows]
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const [head, ...body] = cells.map((row) => `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`)
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body].join('\n')
}

const withoutStop = (sentence: string) => sentence.replace(/\.$/, '')
