import { readFileSync } from 'node:fs'
import { page, tryFile } from './markdown.ts'
import { recipes, type Source } from './recipes.ts'

const repository = 'https://github.com/latchkey-dev/latchkey'

/** A page for each recipe. */
export function recipePages(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(recipes).map(([name, { title, description, sources = [], example, keywords, ...recipe }]) => {
      const [first = '', ...others] = sources.map((source) => textOf(source))
      const [opening, rest] = recipe.ownCodeFirst ? openingOf(first) : ['', first]
      const { more } = recipe
      const parts = [
        `${description}\n`,
        opening,
        tryFile(example),
        rest,
        ...others.map((text, index) => titleOf(sources[index + 1] as Source) + text),
        more
          ? `[\`examples/${more}\`](${repository}/tree/main/examples/${more}) is a whole app, with its tests.\n`
          : '',
      ]
      return [`recipes/${name}.md`, page(title, { description, keywords }, parts)]
    }),
  )
}

/** Cuts a text before its first section. */
function openingOf(text: string): [opening: string, rest: string] {
  const at = text.search(/^## /m)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)]
}

const readSource = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

/** The heading of a source that follows another one. */
function titleOf([path, heading]: Source): string {
  const [, title = ''] = /^#+ (.*)/m.exec(heading ?? readSource(path)) ?? []
  return `## ${title}\n`
}

/** The page of a recipe that is a whole file. */
const pageOf = new Map(
  Object.entries(recipes).flatMap(([name, { sources = [] }]) =>
    sources.flatMap(([path, heading]) => (heading ? [] : [[path, `/recipes/${name}`] as const])),
  ),
)

/** Pictures and tables of pictures. A page loads nothing from other hosts, where the READMEs have them. */
const pictures = /^(?:\|[ |]*\|\n\|[ |-]*\|\n(?:\|.*!\[.*\n)+|!\[.*\n)/gm

/** The text of a file below its title, or of one section. Its links lead to recipes, or else to the repository. */
export function textOf([path, heading]: Source): string {
  const text = readSource(path)
  const body = heading ? cut(text, heading, path) : text.replace(/^# .*\n/, '')
  return body.replaceAll(pictures, '').replaceAll(/\]\((?!https?:|mailto:)([^)]+)\)/g, (link, target: string) => {
    if (target.startsWith('#') && !heading) return link
    const { pathname, hash } = new URL(target, `file:///${path}`)
    const recipe = pageOf.get(pathname.slice(1))
    return recipe ? `](${recipe}${hash})` : `](${repository}/blob/main${pathname}${hash})`
  })
}

/** A section without its heading, up to the next heading. A line of code may begin like one. */
function cut(text: string, heading: string, path: string): string {
  const lines = text.split('\n')
  const start = lines.indexOf(heading)
  if (start < 0) throw new Error(`${path} has no section "${heading}".`)
  let isCode = false
  const end = lines.findIndex((line, index) => {
    if (line.startsWith('```')) isCode = !isCode
    return index > start && !isCode && /^#+ /.test(line)
  })
  return lines.slice(start + 1, end < 0 ? undefined : end).join('\n')
}
