/**
 * Runs after `tsup`: writes the declarations of `@latchkey/client/operations`.
 *
 * Bundled, each resource would be a namespace in a file of its own, which no caller can name. As the source has them,
 * they are the entries `@latchkey/client/operations/<resource>`.
 */
import { readFileSync, writeFileSync } from 'node:fs'

const source = readFileSync(new URL('../src/generated/operations/index.ts', import.meta.url), 'utf8')
for (const kind of ['', 'c'])
  writeFileSync(
    new URL(`../dist/operations/index.d.${kind}ts`, import.meta.url),
    source.replaceAll(".ts'", `.${kind}js'`),
  )
