import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** The TSDoc of an option, each text in one line. */
export interface OptionDoc {
  readonly name: string
  readonly text: string
  /** The text after `@default`. */
  readonly defaultText: string | undefined
}

const inOneLine = (text: string | undefined) => text?.replaceAll(/\s+/g, ' ').trim()

/**
 * Reads the TSDoc of the properties of an interface.
 *
 * @param file - Its path from `src/`.
 * @throws Error for an interface that the file does not have, and for a property without TSDoc
 */
export function readOptionDocs(file: string, name: string): OptionDoc[] {
  const path = fileURLToPath(new URL(`../src/${file}`, import.meta.url))
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  const declaration = source.statements.find((each) => ts.isInterfaceDeclaration(each) && each.name.text === name)
  if (!declaration || !ts.isInterfaceDeclaration(declaration)) throw new Error(`${file} has no interface ${name}.`)
  return declaration.members.map((member) => {
    const [comment] = ts.getJSDocCommentsAndTags(member)
    const tag = ts.getJSDocTags(member).find(({ tagName }) => tagName.text === 'default')
    const property = member.name?.getText(source) ?? ''
    const text = inOneLine(ts.getTextOfJSDocComment(comment?.comment))
    if (!text) throw new Error(`${property} of ${name} has no TSDoc.`)
    return {
      name: property,
      text,
      defaultText: inOneLine(ts.getTextOfJSDocComment(tag?.comment)),
    }
  })
}

/** A default as the code of this repository writes it: `10_000`, `'refuse'`, `['emailOnly']`. */
export function literalOf(value: unknown): string {
  if (typeof value === 'number') return value.toLocaleString('en').replaceAll(',', '_')
  if (Array.isArray(value)) return `[${value.map(literalOf).join(', ')}]`
  return typeof value === 'string' ? `'${value}'` : String(value)
}

/** A literal at the beginning of a `@default`, and what stands after it. */
export function splitDefault(text: string): { readonly literal: string; readonly rest: string } {
  const [literal = ''] = /^(?:'[^']*'|\[[^\]]*\]|\d[\d_]*|(?:true|false)(?=[:,]|$))/.exec(text) ?? []
  return { literal, rest: text.slice(literal.length) }
}
