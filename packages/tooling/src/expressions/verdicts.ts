import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Verdict } from './slowExpressions.ts'

const file = fileURLToPath(new URL('verdicts.json', import.meta.url))
const { version } = createRequire(import.meta.url)('recheck/package.json') as { version: string }

/** The file with the verdicts. They follow only from the expression and the version of the library. */
interface Verdicts {
  readonly recheck: string
  readonly verdicts: Readonly<Record<string, Verdict>>
}

/** The verdicts of earlier runs by this version of the library, by the text of the expression. */
export function readVerdicts(): Map<string, Verdict> {
  if (!existsSync(file)) return new Map()
  const { recheck, verdicts } = JSON.parse(readFileSync(file, 'utf8')) as Verdicts
  return new Map(recheck === version ? Object.entries(verdicts) : [])
}

export function writeVerdicts(verdicts: ReadonlyMap<string, Verdict>): void {
  const sorted = [...verdicts].sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(file, `${JSON.stringify({ recheck: version, verdicts: Object.fromEntries(sorted) }, null, 2)}\n`)
}
