import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'
import { mediansOf, prepared } from '../measure.ts'
import { ratio, type Row } from '../row.ts'

const starts = 12

const ours = `
  import { createWorker, createWorldObject } from '@latchkey/mock/cloudflare'
  export class World extends createWorldObject({}) {}
  export default createWorker()`
const empty = `
  import { DurableObject } from 'cloudflare:workers'
  export class World extends DurableObject {
    fetch() {
      return new Response('ok')
    }
  }
  export default {
    fetch: (request, { WORLDS }) => WORLDS.get(WORLDS.idFromName('own')).fetch(request)
  }`

/** From the start of workerd to the first answer of a Durable Object: a new mock's, and one that does nothing. */
export async function workerStart(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-worker-'))
  const firstAnswerOf = async (source: string) => {
    const modules = await modulesOf(source, folder)
    return prepared(
      () => modules,
      async (all) => {
        const worker = new Miniflare({
          modules: [...all],
          modulesRoot: folder,
          compatibilityDate: '2026-01-01',
          durableObjects: { WORLDS: { className: 'World', useSQLite: true } },
        })
        const response = await worker.dispatchFetch('https://mock.example.com/__mock/health')
        if (!response.ok) throw new Error(`The Worker answered ${response.status}.`)
        await response.text()
        await worker.dispose()
      },
    )
  }
  try {
    const times = await mediansOf(starts, { ours: await firstAnswerOf(ours), empty: await firstAnswerOf(empty) })
    const [what, name] = ['Durable Object: start to first answer', 'one that does nothing']
    return [ratio({ what, ours: times.ours, peer: times.empty, name, limit: 12 })]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The modules of a Worker, as they are uploaded: the entry, and what it loads later. */
async function modulesOf(contents: string, outdir: string) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname, sourcefile: 'worker.js' },
    entryNames: 'worker',
    bundle: true,
    minify: true,
    write: false,
    splitting: true,
    format: 'esm',
    target: 'es2023',
    platform: 'browser',
    outdir,
    external: ['cloudflare:workers'],
    // Outside of node_modules it warns of each import that tree shaking drops.
    logLevel: 'error',
  })
  const isEntry = (path: string) => path === join(outdir, 'worker.js')
  const inOrder = outputFiles.toSorted((a, b) => Number(isEntry(b.path)) - Number(isEntry(a.path)))
  return inOrder.map(({ path, text }) => ({ type: 'ESModule' as const, path, contents: text }))
}
