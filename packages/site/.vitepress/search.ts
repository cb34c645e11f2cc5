import type { DefaultTheme } from 'vitepress'

/**
 * How much a section counts: pages that say how come before those that list what there is.
 *
 * The page gets this function as text, so it holds all that it needs.
 */
function weightOf(section: string): number {
  const weights: readonly (readonly [place: RegExp, weight: number])[] = [
    [/^\/changelog/, 0.1],
    [/^\/(mutation|peers|reports)/, 0.3],
    [/#schema-/, 0.3],
    [/^\/(recipes|getting-started)/, 4],
    [/^\/concepts/, 3],
    [/^\/limits/, 2],
  ]
  return weights.find(([place]) => place.test(section))?.[1] ?? 1
}

interface FrontMatter {
  readonly description?: string
  readonly keywords?: readonly string[]
}

/** Words by which a page is found as well, as a section of it. The search leaves out sections without a text. */
function keywordSection({ description = '', keywords = [] }: FrontMatter): string {
  if (keywords.length === 0) return ''
  return `<h2 id="about">${keywords.join(', ')} <a href="#about"></a></h2><p>${description}</p>`
}

export const search: DefaultTheme.LocalSearchOptions = {
  miniSearch: { searchOptions: { boostDocument: weightOf } },
  _render(source, env, md) {
    const html = md.render(source, env)
    return html + keywordSection(env.frontmatter ?? {})
  },
}
