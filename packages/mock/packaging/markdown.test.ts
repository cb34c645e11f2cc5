import { describe, expect, it } from 'vitest'
import { anchorsOf, linksOf } from './markdown.ts'

describe('linksOf', () => {
  it('finds links of every form, and none in code', () => {
    const text = [
      'An [inline](docs/a.md) and [another](<docs/b.md> "title"), and [`code`](docs/c.md#d).',
      '[by reference]: https://example.com/e',
      '<a class="x" href="docs/f.md">f</a> <img src="g.png"> <https://example.com/h>',
      '`[no](link)`',
      '```md\n[no](link)\n```',
    ].join('\n')
    expect(linksOf(text).sort()).toEqual([
      'docs/a.md',
      'docs/b.md',
      'docs/c.md#d',
      'docs/f.md',
      'g.png',
      'https://example.com/e',
      'https://example.com/h',
    ])
  })
})

describe('anchorsOf', () => {
  it('returns the anchors of headings that the repository uses', () => {
    expect(anchorsOf('# On a server\n\n## TanStack Query, v5\n\n```sh\n# not a heading\n```')).toEqual([
      'on-a-server',
      'tanstack-query-v5',
    ])
  })
})
