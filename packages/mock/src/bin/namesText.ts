/** The names that placeholders stand for, as lines for `--show-names`. */
export function namesText(names: ReadonlyArray<readonly [placeholder: string, name: string]>): string {
  if (names.length === 0) return '\nThere is no placeholder of a name.'
  const lines = names.map(([placeholder, name]) => `  ${placeholder}  ${printable(name)}`)
  return ['', 'Names that the placeholders stand for. They are only here, and can be secrets:', ...lines].join('\n')
}

/** A name as JSON, without characters that control a terminal or the direction of writing. */
const printable = (name: string): string =>
  JSON.stringify(name).replace(/\p{C}/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
