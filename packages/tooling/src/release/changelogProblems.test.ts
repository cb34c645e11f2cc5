import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { changelogProblems } from './changelogProblems.ts'

const changelogOf = (section: string) =>
  `# @latchkey/client\n\n## 0.2.0\n\n${section}\n\n## 0.1.0\n\n### Added\n\n- All.\n`
const folded = '### Added\n\n**Calls**\n\n- `maxBytes`.\n\n### Fixed\n\n- Ids that are lists.'

describe('changelogProblems', () => {
  it('has nothing against a version that is folded', () => {
    expect(changelogProblems(changelogOf(folded), '0.2.0')).toEqual([])
  })

  it.each(['types', 'client', 'mock'])('has nothing against the changelog of @latchkey/%s', (name) => {
    const read = (file: string) => readFileSync(new URL(`../../../${name}/${file}`, import.meta.url), 'utf8')
    const { version } = JSON.parse(read('package.json')) as { version: string }
    expect(changelogProblems(read('CHANGELOG.md'), version)).toEqual([])
  })

  it.each<[title: string, changelog: string, sentence: RegExp]>([
    ['that has no section of its own', changelogOf(folded).replace('## 0.2.0', '## 0.2.1'), /^without version 0\.2\.0/],
    ['whose name only begins another one', changelogOf(folded).replace('## 0.2.0', '## 0.2.0-rc'), /^without version/],
    [
      'with the headings of changesets',
      changelogOf('### Minor Changes\n\n- All.'),
      /"### Minor Changes" in version 0\.2\.0/,
    ],
    [
      'with the hash of a commit',
      changelogOf('### Added\n\n- 637bb04: Added `maxBytes`.'),
      /lists changesets as they were/,
    ],
    [
      'with updates of dependencies',
      changelogOf('### Changed\n\n- Updated dependencies'),
      /lists changesets as they were/,
    ],
    ['with headings only', changelogOf('### Added'), /says nothing about version 0\.2\.0/],
    ['without a line', changelogOf(''), /says nothing about version 0\.2\.0/],
    [
      'with a heading twice',
      changelogOf(`${folded}\n\n### Fixed\n\n- More.`),
      /in another order than Added, .*, or twice/,
    ],
    [
      'with headings in another order',
      changelogOf(`### Fixed\n\n- More.\n\n${folded.split('\n\n### Fixed')[0]}`),
      /other order/,
    ],
  ])('refuses a version %s', (_, changelog, sentence) => {
    expect(changelogProblems(changelog, '0.2.0')).toEqual([expect.stringMatching(sentence)])
  })
})
