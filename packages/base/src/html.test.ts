import { describe, expect, it } from 'vitest'
import { htmlPage, markup } from './html.ts'

describe('markup', () => {
  it('shows a text as it is, in elements and in attributes', () => {
    const name = `"O'Brien" <b>&amp;`
    expect(String(markup`<p title="${name}">${name}</p>`)).toBe(
      '<p title="&quot;O&#39;Brien&quot; &lt;b&gt;&amp;amp;">&quot;O&#39;Brien&quot; &lt;b&gt;&amp;amp;</p>',
    )
  })

  it('keeps markup, and gives several pieces a line each', () => {
    const items = [1, 2].map((count) => markup`<li>${count}</li>`)
    expect(String(markup`<ul>${items}</ul>`)).toBe('<ul><li>1</li>\n<li>2</li></ul>')
  })

  it('is all that a page takes, so that no text is taken for it', () => {
    expect(htmlPage('A & B', markup`<h1>${'A & B'}</h1>`)).toContain('<title>A &amp; B</title>')
    // @ts-expect-error -- a text is no markup
    expect(htmlPage('Title', '<h1>Title</h1>')).toContain('&lt;h1&gt;')
  })
})
