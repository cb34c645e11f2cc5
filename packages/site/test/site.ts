import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CheerioAPI, load } from 'cheerio'
import { reportPath } from '../scripts/sweepReport.ts'

/** The folder of the built site. */
export const folder = fileURLToPath(new URL('../dist/', import.meta.url))

/** The built pages: path from the site's root, and document. */
export const pages: ReadonlyMap<string, CheerioAPI> = new Map(
  globSync('**/*.html', { cwd: folder })
    .sort()
    .map((path) => [path, load(readFileSync(join(folder, path), 'utf8'))]),
)

/** Pages that people read: all but the one for unknown URLs, and the report that a page shows in a frame. */
export const readPages = [...pages.keys()].filter((path) => path !== '404.html' && path !== reportPath)

/** Lists the declared output of an example: its comments that begin with an arrow, in order. */
export function declaredOutput(code: string): string[] {
  return Array.from(code.matchAll(/^\s*\/\/ → (.*)$/gm), ([, text = '']) => text)
}
