import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { installPackages } from '../installPackages.ts'
import { mediansOf, prepared } from '../measure.ts'
import { atMost, type Row } from '../row.ts'

const runs = 5
/** The cases that the limit is given for. */
const [limitMs, limitCases] = [3000, 80]

const run = promisify(execFile)
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
const bench = fileURLToPath(new URL('../..', import.meta.url))

const imports = `
  import { createTransport } from '@latchkey/client'
  import { profile } from '@latchkey/client/operations'
  import { createSession, memoryStorage, sendEmailCode, signInWithEmailCode } from '@latchkey/client/session'
  import { createSweep } from '@latchkey/mock/vitest'
  import { it } from 'vitest'

  const sweep = createSweep({ seed: 'sweep' })
  const body = async ({ mock }) => {
    const api = createTransport({ baseUrl: mock.baseUrl, environmentId: mock.defaults.environments.sandbox.id })
    const session = createSession({ api, storage: memoryStorage() })
    const { verificationUUID } = await sendEmailCode(session, { email: 'ada@example.com' })
    const verificationToken = mock.outbox.email.last('ada@example.com')?.code ?? ''
    await signInWithEmailCode(session, { verificationUUID, verificationToken })
    const mine = api.with({ auth: session.auth })
    await profile.get(mine)
    await profile.update(mine, { body: { firstName: 'Ada' } })
    await profile.get(mine)
    await session.signOut()
  }`

/** A sign-in by code with the session of the client, swept, and a file that only loads the same. */
const sources = {
  swept: `${imports}\nsweep('signs in by code', body)`,
  loaded: `${imports}\nit('does nothing', () => undefined)`,
}

/** A sweep of a sign-in by code, from the first run that learns its calls to the last case. */
export async function sweeps(): Promise<Row[]> {
  // Inside of the package, so that the files find Vitest.
  const folder = mkdtempSync(join(bench, '.sweep-'))
  const report = join(folder, 'report.json')
  const runOf = (name: keyof typeof sources) =>
    prepared(
      () => [vitest, 'run', name, '--root', folder, '--reporter=json', `--outputFile=${report}`],
      (args) => run(process.execPath, args, { cwd: folder }),
    )
  try {
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    for (const [name, source] of Object.entries(sources)) writeFileSync(join(folder, `${name}.test.js`), source)
    installPackages(folder, ['@latchkey/client', '@latchkey/mock'])
    const times = await mediansOf(runs, { loaded: runOf('loaded'), swept: runOf('swept') })
    const { numPassedTests: cases } = JSON.parse(readFileSync(report, 'utf8')) as { numPassedTests: number }
    const limit = (limitMs / limitCases) * cases
    return [atMost(`vitest: a sweep of a sign-in by code, ${cases} cases`, times.swept - times.loaded, limit)]
  } finally {
    rmSync(folder, { recursive: true })
  }
}
