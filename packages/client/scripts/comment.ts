/** A TSDoc comment; nothing when there is nothing to say. Lines are kept as they are written. */
export function comment(paragraphs: ReadonlyArray<string | undefined>, indent: string): string[] {
  const lines = paragraphs
    .flatMap((paragraph) => (paragraph?.trim() ? ['', ...paragraph.trim().split('\n')] : []))
    .slice(1)
    .map((line) => line.trimEnd().replaceAll('*/', '*\\/'))
  if (lines.length === 0) return []
  if (lines.length === 1) return [`${indent}/** ${lines[0]} */`]
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`]
}
