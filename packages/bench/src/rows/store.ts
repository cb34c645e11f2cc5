import { createMock } from '@latchkey/mock'
import { bareRoute } from '../bareRoute.ts'
import { median, medians } from '../measure.ts'
import { ratio, type Row } from '../row.ts'
import { fill, sandboxOf } from '../sandbox.ts'

/** Measures operations on 100 000 users, beside the bare route. */
export async function manyUsers(): Promise<Row[]> {
  const mock = createMock()
  const creating = await fill(mock, 100_000)
  const { page, search } = sandboxOf(mock)
  const bare = bareRoute()
  let written = 0
  const write = () => mock.create.user({ email: `late-${++written}@example.com` })
  const reading = await medians({
    newest: page('createdAt-desc'),
    deep: page('email-asc', 77_777),
    alias: page('alias-desc', 50_000),
    search: search('led-77777@'),
    bare,
  })
  const writing = await medians({ write, page: async () => (await write(), page('email-asc', 77_777)()), bare })
  const snapshot = mock.snapshot()
  const worlds = await medians({
    snapshot: () => mock.snapshot(),
    restore: () => mock.restore(snapshot),
    fork: () => mock.fork(),
    reset: () => {
      mock.restore(snapshot)
      mock.reset()
    },
    instance: () => createMock(),
    bare,
  })
  mock.restore(snapshot)
  const exporting = (await medians({ export: () => mock.export() }, 2_000)).export
  const state = mock.export()
  const importing = median(
    Array.from({ length: 5 }, () => {
      const other = createMock()
      const start = performance.now()
      other.import(state)
      return performance.now() - start
    }),
  )
  const beside = (what: string, { ours, bare }: { ours: number; bare: number }, limit: number) =>
    ratio({ what, ours, peer: bare, name: 'bare route of 300', limit })
  const besideNewest = (what: string, ours: number, limit: number) =>
    ratio({ what, ours, peer: reading.newest, name: 'newest first', limit })
  const besideCreating = (what: string, ours: number, limit: number) =>
    ratio({ what, ours, peer: creating, name: 'creating them', limit })
  return [
    beside('page of 50 of 100 000 users, newest first', { ours: reading.newest, bare: reading.bare }, 22),
    besideNewest('page of 50 at offset 77 777, by e-mail', reading.deep, 1.1),
    besideNewest('page of 50 at offset 50 000, by alias', reading.alias, 1.1),
    besideNewest('page by e-mail right after a write', writing.page - writing.write, 1.5),
    beside('search by substring over 100 000 users', { ours: reading.search, bare: reading.bare }, 1_200),
    beside('snapshot at 100 000 users', { ours: worlds.snapshot, bare: worlds.bare }, 10),
    beside('restore at 100 000 users', { ours: worlds.restore, bare: worlds.bare }, 10),
    beside('fork at 100 000 users', { ours: worlds.fork, bare: worlds.bare }, 12),
    beside('restore and reset at 100 000 users', { ours: worlds.reset, bare: worlds.bare }, 10),
    beside('new instance', { ours: worlds.instance, bare: worlds.bare }, 20),
    besideCreating('export of 100 000 users', exporting, 0.1),
    besideCreating('import of 100 000 users', importing, 1),
  ]
}
