/**
 * Fails when a regular expression of the packages or of the document takes more than linear time, since a caller's text
 * could then hold the server or the page for seconds.
 *
 * Most of them have been judged before, and `expressions/verdicts.json` has their verdicts. `pnpm test:full` judges all
 * of them anew, and fails when that file is not as `--write` would write it.
 */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Expression, readExpressions } from './expressions/readExpressions.ts'
import { readPatterns } from './expressions/readPatterns.ts'
import { judgeAll, slowExpressions } from './expressions/slowExpressions.ts'
import { readVerdicts, writeVerdicts } from './expressions/verdicts.ts'

const isFull = process.env.LATCHKEY_TESTS === 'full'
const root = fileURLToPath(new URL('../../..', import.meta.url))
const document = 'packages/types/src/generated/openapi.json'
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8')

// They build expressions of the document's patterns, which are read there, and of escaped names.
const built = ['packages/mock/src/comparison/schemaFaults.ts', 'packages/names/src/textEdits.ts']
// Generated files repeat the patterns of the document.
const files = globSync('packages/*/src/**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['**/generated/**', '**/*.test.{ts,tsx}', ...built],
})
const expressions: Expression[] = [
  ...files.flatMap((path) => readExpressions(path, read(path))),
  ...readPatterns(document, JSON.parse(read(document))),
]
const former = readVerdicts()
const judged = await judgeAll(expressions, isFull ? new Map() : former)
const slow = slowExpressions(expressions, judged)
for (const line of slow) console.error(line)
const added = [...judged.keys()].filter((text) => !former.has(text))
const stale = [...former].filter(([text, verdict]) => JSON.stringify(judged.get(text)) !== JSON.stringify(verdict))
console.log(
  `${expressions.length} regular expressions of ${files.length} files and the document: ${slow.length} slow. ` +
    `${isFull ? judged.size : added.length} had to be judged.`,
)
if (slow.length > 0 || expressions.length < 300) process.exitCode = 1
const write = 'node packages/tooling/src/checkExpressions.ts --write'
if (process.argv.includes('--write') && slow.length === 0) writeVerdicts(judged)
else if (isFull && added.length + stale.length > 0) {
  console.error(`verdicts.json is stale: ${[...added, ...stale.map(([text]) => text)].join(', ')}. Run: ${write}`)
  process.exitCode = 1
} else if (added.length > 20) console.log(`Keep their verdicts, so that the next run is quicker: ${write}`)
