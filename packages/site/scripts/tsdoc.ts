import ts from 'typescript'

/** The TSDoc of a symbol, as plain text with code in backticks. */
export interface Doc {
  readonly text: string
  readonly parameters: ReadonlyMap<string, string>
  readonly returns?: string | undefined
  readonly errors: readonly string[]
  readonly examples: readonly string[]
  /** The value of `@default`. */
  readonly fallback?: string | undefined
}

export function docOf(checker: ts.TypeChecker, symbol: ts.Symbol): Doc {
  const tags = symbol.getJsDocTags(checker)
  const textsOf = (name: string) => tags.filter((tag) => tag.name === name).map(({ text }) => plain(text))
  return {
    text: plain(symbol.getDocumentationComment(checker)),
    parameters: new Map(
      tags
        .filter(({ name }) => name === 'param')
        .map(({ text = [] }) => {
          const name = text.find(({ kind }) => kind === 'parameterName')?.text ?? ''
          const rest = text.filter(({ kind }) => kind !== 'parameterName')
          return [name, plain(rest).replace(/^[\s-]+/, '')] as const
        }),
    ),
    returns: textsOf('returns')[0],
    errors: textsOf('throws'),
    examples: textsOf('example'),
    fallback: textsOf('default')[0],
  }
}

/** The text of a comment. A link shows as the code that it names. */
function plain(parts: readonly ts.SymbolDisplayPart[] = []): string {
  const text = parts.map(({ text }) => text).join('')
  return text
    .replaceAll(
      /\{@link (\S+?)(?: (?:\| )?([^}]+))?\s*\}/g,
      (_, name: string, label?: string) => label ?? `\`${name}\``,
    )
    .trim()
}
