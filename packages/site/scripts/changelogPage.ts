import { readFileSync } from 'node:fs'
import { page } from './markdown.ts'

const packageNames = ['types', 'client', 'mock'] as const

/** Joins the changelogs of the packages, which have one version. */
export function changelogPage(): string {
  const versions = new Map<string, string[]>()
  for (const name of packageNames) {
    const text = readFileSync(new URL(`../../${name}/CHANGELOG.md`, import.meta.url), 'utf8')
    for (const [, version = '', changes = ''] of text.matchAll(/^## (\S+)\n(.*?)(?=^## |(?![\s\S]))/gms)) {
      const part = `### @latchkey/${name} {#${name}-${version.replaceAll('.', '-')}}\n\n${shown(changes)}\n`
      versions.set(version, [...(versions.get(version) ?? []), part])
    }
  }
  const description = 'What has changed in each version of the packages.'
  const parts = [...versions].map(([version, changes]) => [`## ${version}\n`, ...changes].join('\n'))
  return page('Changelog', description, [`${description}\n`, ...parts])
}

/** A version's changes without hashes of commits and headings of kinds, as text: braces mean something in a page. */
function shown(changes: string): string {
  return changes
    .replaceAll(/^### .*\n+/gm, '')
    .replaceAll(/^- [\da-f]{7,}: /gm, '- ')
    .replaceAll(/^- Updated dependencies.*\n( {2}- .*\n)*/gm, '')
    .split(/(```[\s\S]*?```|`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;')))
    .join('')
    .trim()
}
