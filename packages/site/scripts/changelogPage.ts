import { readFileSync } from 'node:fs'
import { page } from './markdown.ts'

const packageNames = ['types', 'client', 'mock'] as const

/** Joins the changelogs of the packages, which have one version. */
export function changelogPage(): string {
  const versions = new Map<string, string[]>()
  for (const name of packageNames) {
    const text = readFileSync(new URL(`../../${name}/CHANGELOG.md`, import.meta.url), 'utf8')
    for (const [, version = '', changes = ''] of text.matchAll(/^## (\S+)\n(.*?)(?=^## |(?![\s\S]))/gms)) {
      const id = `${name}-${version.replaceAll('.', '-')}`
      const part = `### @latchkey/${name} {#${id}}\n\n${shown(changes, id)}\n`
      versions.set(version, [...(versions.get(version) ?? []), part])
    }
  }
  const description = 'What has changed in each version of the packages.'
  const parts = [...versions].map(([version, changes]) => [`## ${version}\n`, ...changes].join('\n'))
  return page('Changelog', description, [`${description}\n`, ...parts])
}

/** A version's changes below the heading of their package, as text: braces mean something in a page. */
function shown(changes: string, idPrefix: string): string {
  return changes
    .replaceAll(/^### (.*)$/gm, (_, kind: string) => `#### ${kind} {#${idPrefix}-${kind.toLowerCase()}}`)
    .split(/(```[\s\S]*?```|`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;')))
    .join('')
    .trim()
}
