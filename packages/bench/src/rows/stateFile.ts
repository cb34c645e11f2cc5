import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '@latchkey/mock/node'
import { medians } from '../measure.ts'
import { ratio, type Row } from '../row.ts'
import { sandboxOf } from '../sandbox.ts'

/** A write that a state file keeps, beside the same write only in memory. */
export async function stateFile(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-state-'))
  const serverWithState = await startServer({}, { state: join(folder, 'state.db') })
  const inMemory = await startServer({})
  try {
    let count = 0
    const creationIn =
      ({ createUser }: ReturnType<typeof sandboxOf>) =>
      () =>
        createUser({ email: `user-${++count}@example.com`, firstName: 'Ada' })
    const times = await medians({
      withState: creationIn(sandboxOf(serverWithState.mock)),
      inMemory: creationIn(sandboxOf(inMemory.mock)),
    })
    const [what, name] = ['create user, injected, with --state', 'without']
    return [ratio({ what, ours: times.withState, peer: times.inMemory, name, limit: 3 })]
  } finally {
    await serverWithState.close()
    await inMemory.close()
    rmSync(folder, { recursive: true })
  }
}
