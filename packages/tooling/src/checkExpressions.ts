/**
 * Fails when a regular expression of the packages or of the document takes more than linear time, since a caller's text
 * could then hold the server or the page for seconds.
 */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Expression, readExpressions } from './expressions/readExpressions.ts'
import { readPatterns } from './expressions/readPatterns.ts'
import { slowExpressions } from './expressions/slowExpressions.ts'

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
const slow = await slowExpressions(expressions)
for (const line of slow) console.error(line)
console.log(`${expressions.length} regular expressions of ${files.length} files and the document: ${slow.length} slow.`)
if (slow.length > 0 || expressions.length < 300) process.exitCode = 1
