import type { Expression } from './readExpressions.ts'

/** The patterns of an OpenAPI document, each with the longest text that its schema lets it see. */
export function readPatterns(name: string, document: unknown): Expression[] {
  const expressions: Expression[] = []
  visit(document, name)
  return expressions

  function visit(value: unknown, place: string): void {
    if (typeof value !== 'object' || value === null) return
    const { type, pattern, maxLength } = value as { type?: unknown; pattern?: unknown; maxLength?: unknown }
    if (typeof pattern === 'string' && [type].flat().includes('string'))
      expressions.push({ place, source: pattern, flags: 'u', ...(typeof maxLength === 'number' && { maxLength }) })
    for (const [key, part] of Object.entries(value)) visit(part, `${place}/${key}`)
  }
}
