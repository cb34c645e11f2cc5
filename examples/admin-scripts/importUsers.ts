/**
 * Imports users from a CSV file, 50 at a time. Rows that fail are written to another file, to be corrected and imported
 * again.
 */
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { Transport } from '@latchkey/client'
import { users } from '@latchkey/client/operations'
import Papa from 'papaparse'
import { connect, explain, Failure, run, UsageError } from './script.ts'
import { readUsers, type Row } from './userRows.ts'

const usage = 'Usage: node importUsers.ts <users.csv> [--upsert] [--dry-run]'
const batchSize = 50

await run(usage, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { upsert: { type: 'boolean' }, 'dry-run': { type: 'boolean' } },
  })
  const [path, ...others] = positionals
  if (!path || others.length > 0) throw new UsageError('One CSV file is needed.')
  const failedPath = path.replace(/(\.csv)?$/i, '.failed.csv')
  const { header, rows } = readUsers(await read(path))
  const ready = rows.filter(({ problem }) => problem === undefined)
  if (values['dry-run']) {
    for (const { line, problem } of rows) if (problem) console.log(`line ${line}: ${problem}`)
    console.log(`Users that would be sent: ${ready.length}. Requests: ${Math.ceil(ready.length / batchSize)}.`)
  } else {
    if (existsSync(failedPath))
      throw new UsageError(`${failedPath} is there from an earlier import: send or remove it first.`)
    await importRows(connect(), ready, values.upsert ?? false)
    report(rows)
  }
  const failed = rows.filter(({ problem }) => problem !== undefined)
  if (failed.length === 0) return
  if (values['dry-run']) throw new Failure(`Rows that cannot be sent: ${failed.length}.`)
  // Personal data: only its owner may read it.
  const lines = failed.map(({ line, problem, cells }) => [line, problem, ...cells])
  await writeFile(failedPath, `${Papa.unparse([['line', 'problem', ...header], ...lines])}\n`, {
    flag: 'wx',
    mode: 0o600,
  })
  throw new Failure(`Rows that failed: ${failed.length}. They are in ${failedPath}.`)
})

async function read(path: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${explain(error)}`, { cause: error })
  }
}

/** Sends all rows. If an error stops the import half-way, the remaining rows get it as their reason. */
async function importRows(api: Transport, rows: readonly Row[], upsert: boolean): Promise<void> {
  for (let start = 0; start < rows.length; start += batchSize) {
    try {
      await send(api, rows.slice(start, start + batchSize), upsert)
    } catch (error) {
      if (start === 0 && rows.every(({ outcome, problem }) => !outcome && !problem)) throw error
      for (const row of rows.slice(start)) if (!row.outcome) row.problem ??= `Perhaps not imported: ${explain(error)}`
      return
    }
  }
}

/**
 * Sends rows in one request. If the service refuses the request, sends each half separately, down to the invalid row.
 */
async function send(api: Transport, rows: readonly Row[], upsert: boolean): Promise<void> {
  const reply = await users.bulkCreate(api, { query: { upsert }, body: rows.map(({ user }) => user) }).result()
  if (reply.ok) return note(rows, reply.data)
  if (reply.error.status !== 400 && reply.error.status !== 422) throw reply.error
  if (rows[0] && rows.length === 1) {
    rows[0].problem = explain(reply.error)
    return
  }
  const middle = Math.ceil(rows.length / 2)
  for (const half of [rows.slice(0, middle), rows.slice(middle)]) await send(api, half, upsert)
}

/**
 * Finds the outcome of each row by its address, which is unique in the file: replies show users, not positions.
 */
function note(
  rows: readonly Row[],
  { created = [], updated = [], failed = [] }: Awaited<ReturnType<typeof users.bulkCreate>>,
): void {
  if (created.length + updated.length + failed.length !== rows.length)
    throw new Failure('The reply does not tell what became of each row.')
  const keyOf = (email: string | null | undefined) => email?.toLowerCase()
  const problems = new Map(failed.map(({ user, error }) => [keyOf(user?.email), error?.replace(/^Row \d+: /, '')]))
  const fresh = new Set(created.map(({ email }) => keyOf(email)))
  for (const row of rows) {
    const key = keyOf(row.user.email)
    if (problems.has(key)) row.problem = problems.get(key) ?? 'The service does not say why.'
    else row.outcome = fresh.has(key) ? 'created' : 'updated'
  }
}

function report(rows: readonly Row[]): void {
  for (const { line, user, outcome, problem } of rows)
    console.log(`line ${line}: ${outcome ? `${outcome} ${user.email}` : problem}`)
  const count = (wanted: Row['outcome']) => rows.filter(({ outcome }) => outcome === wanted).length
  console.log(`${count('created')} created, ${count('updated')} updated, ${count(undefined)} failed.`)
}
