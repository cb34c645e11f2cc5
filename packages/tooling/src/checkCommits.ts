/** Fails when a commit since the readable history began has a subject that is too long, or does not say why. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { faultsOf } from './commits/faultsOf.ts'
import { readCommits } from './commits/readCommits.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** The last commit before the rules held. CONTRIBUTING.md names it. */
const lastBefore = 'a8ef3a3b72bc719966d3a972e796c4eae446a1ea'

if (existsSync(`${root}/.git`)) {
  const commits = readCommits(root, lastBefore)
  const faults = commits.flatMap(faultsOf)
  for (const fault of faults) console.error(fault)
  console.log(`${commits.length} commits read, ${faults.length} faults.`)
  if (faults.length > 0) process.exitCode = 1
} else {
  console.log('This is not a git checkout: it has no commits to read.')
}
