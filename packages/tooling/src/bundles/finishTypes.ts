/**
 * Runs last in a build of `@latchkey/types`, in its folder: writes CommonJS, and keeps the declarations that entries share
 * once.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { shareDeclarations } from './shareDeclarations.ts'
import { takeMetafile, writeCommonJs } from './writeCommonJs.ts'

const dist = `${resolve('dist')}/`
const names = ['index', 'zod']

await writeCommonJs({ dist, names, metafile: await takeMetafile(dist) })

const paths = readdirSync(dist).filter((path) => path.endsWith('.d.ts'))
const files = new Map(paths.map((path) => [path, readFileSync(dist + path, 'utf8')]))
const entries = new Set(names.map((name) => `${name}.d.ts`))
const shared = shareDeclarations({ files, entries, commonJs: entries, reexported: new Set(['index.d.ts']) })
for (const path of paths) rmSync(dist + path)
for (const [path, text] of shared) writeFileSync(dist + path, text)
