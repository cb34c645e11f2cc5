import type { Verdict } from './runCases.ts'
import { findNode, runInChromium, runInNode, runInWorkerd, withNodeBundle, withServer } from './runtimes.ts'

/** The verdicts on one client in one runtime. */
export interface Column {
  readonly client: string
  readonly runtime: string
  readonly verdicts: readonly Verdict[]
}

const ours = '@latchkey/client'

/** The columns in their order. The last one is no peer: every case must fail with it. */
const all: readonly (readonly [client: string, runtime: string])[] = [
  [ours, 'Node 24'],
  [ours, 'Node 20'],
  [ours, 'Chromium'],
  [ours, 'workerd'],
  ['openapi-fetch', 'Node 24'],
  ['ky', 'Node 24'],
  ['@hey-api/client-fetch', 'Node 24'],
  ['openai', 'Node 24'],
  ['careless', 'Node 24'],
]

/**
 * The lanes that run at the same time, each from left to right: columns by their place. A machine with two cores can
 * keep up.
 */
const lanes = [[2], [0, 3, 5], [1, 7], [8], [4, 6]]

/**
 * Runs this package in all runtimes, and the others in Node 24.
 *
 * @param chosenBy - Whether a client and runtime, `ky Node 24`, is run.
 * @returns The columns of the table, and the runtimes that this machine lacks.
 */
export async function compare(chosenBy: (name: string) => boolean): Promise<{ columns: Column[]; missing: string[] }> {
  const missing: string[] = []
  return withServer((server) =>
    withNodeBundle(async (file) => {
      const run = (client: string, runtime: string): Promise<Verdict[]> => {
        if (runtime === 'Chromium') return runInChromium(server)
        if (runtime === 'workerd') return runInWorkerd(server)
        return runInNode({ execPath: findNode(runtime) ?? '', file }, server, client)
      }
      const columns: (Column | undefined)[] = all.map(() => undefined)
      await Promise.all(
        lanes.map(async (lane) => {
          for (const at of lane) {
            const [client = '', runtime = ''] = all[at] ?? []
            if (!chosenBy(`${client} ${runtime}`)) continue
            if (runtime.startsWith('Node') && !findNode(runtime)) missing.push(runtime)
            else columns[at] = { client, runtime, verdicts: await run(client, runtime) }
          }
        }),
      )
      return { columns: columns.filter((column) => column !== undefined), missing }
    }),
  )
}
