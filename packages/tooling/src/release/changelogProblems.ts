/** The headings of a version, in the order in which they stand. */
const kinds = ['Added', 'Changed', 'Fixed', 'Security']

/**
 * Lists why a changelog is not ready for people to read, as ends of a sentence about it.
 *
 * `changeset version` writes each changeset under `### Minor Changes` or `### Patch Changes`, beside the hash of its
 * commit. People fold these lines by feature before the version is released.
 */
export function changelogProblems(changelog: string, version: string): string[] {
  const section = sectionOf(changelog, version)
  if (section === undefined) return [`without version ${version}.`]
  const headings = Array.from(section.matchAll(/^### (.*)$/gm), ([, heading = '']) => heading)
  const unknown = headings.filter((heading) => !kinds.includes(heading))
  const inOrder = kinds.filter((kind) => headings.includes(kind))
  const raw = /^- (?:[\da-f]{7,}: |Updated dependencies)/m.test(section)
  const facts: [isProblem: boolean, sentence: string][] = [
    [unknown.length > 0, `with "### ${unknown[0]}" in version ${version}: its headings are ${kinds.join(', ')}.`],
    [raw, `whose version ${version} lists changesets as they were: fold them by feature, one line per change.`],
    [!/^- /m.test(section), `that says nothing about version ${version}.`],
    [
      unknown.length === 0 && headings.join() !== inOrder.join(),
      `whose version ${version} has its headings in another order than ${kinds.join(', ')}, or twice.`,
    ],
  ]
  return facts.flatMap(([isProblem, sentence]) => (isProblem ? sentence : []))
}

/** The text between the heading of a version and that of the version before. */
function sectionOf(changelog: string, version: string): string | undefined {
  const [, ...sections] = changelog.split(/^## /m)
  return sections.find((section) => section.startsWith(`${version}\n`))
}
