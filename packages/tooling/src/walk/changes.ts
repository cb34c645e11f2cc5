import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './repositoryCopy.ts'

/** A change that a page describes, by hand in one file. */
export interface PlaceOfChange {
  readonly path: string
  /** Lines to find, and the lines to put in their place. Nothing to find means a new file. */
  readonly hunks: readonly { readonly before: string; readonly after: string }[]
}

/** The places of a change: the `diff` block below a heading of a page. */
export function readPlaces(page: string, heading: string): PlaceOfChange[] {
  const sections = readFileSync(join(root, page), 'utf8').split(/^#+ /m)
  const section = sections.find((part) => part.startsWith(`${heading}\n`)) ?? ''
  const block = /^```diff\n(.*?)^```/ms.exec(section)?.[1]
  if (block === undefined) throw new Error(`${page} has no diff below the heading "${heading}".`)
  return block.split(/^--- /m).flatMap((part) => {
    const [path = '', ...lines] = part.trimEnd().split('\n')
    return path === '' ? [] : [{ path, hunks: hunksOf(lines) }]
  })
}

function hunksOf(lines: readonly string[]): PlaceOfChange['hunks'] {
  const parts = lines.join('\n').split(/^@@$\n/m)
  return parts.map((part) => {
    const marked = part.trimEnd().split('\n')
    const textOf = (marks: string) =>
      marked.flatMap((line) => (line === '' || marks.includes(line.charAt(0)) ? [`${line.slice(1)}\n`] : [])).join('')
    return { before: textOf(' -'), after: textOf(' +') }
  })
}

/**
 * The text of a file after the change of a place.
 *
 * @param text - The text before, or undefined for a file that does not exist.
 * @throws Error if the lines to find are not there, or more than once
 */
export function changeText({ path, hunks }: PlaceOfChange, text: string | undefined): string {
  return hunks.reduce((changed, { before, after }) => {
    if (before === '') return after
    const parts = changed.split(before)
    if (parts.length !== 2) throw new Error(`${path} has these lines ${parts.length - 1} times:\n${before}`)
    return parts.join(after)
  }, text ?? '')
}
