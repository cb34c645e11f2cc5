/** Writes plain text so that Markdown in a Vue page shows it: outside of code, tags and braces mean something. */
export function escapeText(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) =>
      part.startsWith('`')
        ? part
        : part.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;').replaceAll('*', '\\*'),
    )
    .join('')
}

/** Text of a table's cell: on one line, without the character that ends a cell. */
function cell(text: string): string {
  return text
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|')
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return `${[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')}\n`
}

export function codeBlock(language: string, code: string): string {
  return `\`\`\`${language}\n${code.trim()}\n\`\`\`\n`
}

/** An example that runs in the page. */
export function tryBlock(code: string): string {
  return `<Try>\n\n${codeBlock('ts', code)}\n</Try>\n`
}

/** An example of the folder `examples/` that runs in the page. */
export function tryFile(path: string): string {
  return `<Try>\n\n<<< @/../examples/${path}\n\n</Try>\n`
}

interface PageFields {
  /** One sentence, which lists of pages show. */
  readonly description: string
  /** Words by which the search finds the page as well. */
  readonly keywords?: readonly string[] | undefined
}

/** A page with a title and what its front matter says: only a description, or all fields. */
export function page(title: string, about: string | PageFields, parts: readonly string[]): string {
  const { description, keywords }: PageFields = typeof about === 'string' ? { description: about } : about
  const fields = { title, description: cell(description), keywords }
  const lines = Object.entries(fields).map(([name, value]) => (value ? `${name}: ${JSON.stringify(value)}\n` : ''))
  const meta = `---\n${lines.join('')}---\n`
  return `${[meta, `# ${title}\n`, ...parts.filter(Boolean)].join('\n')}`
}
