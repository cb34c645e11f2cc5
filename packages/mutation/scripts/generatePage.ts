/**
 * Writes the page of the site that shows the results.
 *
 * `--check` writes nothing and fails when the committed page differs from what would be written.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeGenerated } from '../../types/scripts/writeGenerated.ts'
import { reasonFor } from '../src/reasons.ts'
import { type Result, scoreOf } from '../src/report.ts'
import { type RoomName, rooms } from '../src/rooms.ts'

const packages = join(import.meta.dirname, '../..')

const measured = (Object.keys(rooms) as RoomName[]).flatMap((name) => {
  const file = join(packages, `mutation/results/${name}.json`)
  return existsSync(file) ? [{ name, result: JSON.parse(readFileSync(file, 'utf8')) as Result }] : []
})
const missing = (Object.keys(rooms) as RoomName[]).filter((name) => !measured.some((each) => each.name === name))
const sourcesOf = (name: RoomName) => `\`packages/${rooms[name].package}/${rooms[name].sources}\``

const rows = measured.map(({ name, result }) => {
  const all = result.killed + result.survivors.length
  return `| ${name} | ${sourcesOf(name)} | ${all} | ${result.killed} | ${(scoreOf(result) * 100).toFixed(1)} % |`
})

/** Code in a table: a bar would end its cell, and as many backticks as before it would end the code. */
function inCode(text: string): string {
  const longest = Math.max(1, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence} ${text.replaceAll('|', '\\|')} ${fence}`
}

const survivors = measured
  .filter(({ result }) => result.survivors.length > 0)
  .flatMap(({ name, result }) => [
    `### ${name}`,
    '',
    '| code | became | why no test notices it |',
    '| --- | --- | --- |',
    ...result.survivors.map(
      (survivor) =>
        `| ${inCode(survivor.code)} | ${inCode(survivor.replacement)} | ${reasonFor(name, survivor) ?? 'No test notices it yet.'} |`,
    ),
    '',
  ])

const page = `---
description: How many small changes of the code the tests notice, by room, and which they miss.
---

<!-- Written by \`pnpm generate\` from packages/mutation/results. -->

# Do the tests notice?

A test that passes says little until you know that it can fail. So the rooms where a mistake lets somebody in, or lets
value go, are changed a little, one place at a time: a condition that is always true, a list that is empty, a comparison
that is off by one. Each changed room runs through its own tests, and a change that none of them notices is a test that
is missing, or is listed below with its reason.

A workflow does this once a week, and \`pnpm test:full\` for the lines that have changed. The tests of a room are those that
state its behaviour; the others are not counted. Left out are sentences for people, whose wording no test pins, tables
of which only the keys are read, states that the rules never reach, and what would not compile.

| room | sources | changes | noticed | share |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
${missing.length === 0 ? '' : `\nNot measured yet: ${missing.join(', ')}.\n`}
## What survives

${survivors.length === 0 ? 'Nothing.\n' : survivors.join('\n')}
## A refusal that a test would notice

Most changes show in a refusal: a request that was refused succeeds, or is refused for another reason. The code of a
refusal says which.

<Try>

<<< @/../examples/errors.ts

</Try>
`
writeGenerated(new Map([['packages/site/pages/mutation.md', page]]), [])
