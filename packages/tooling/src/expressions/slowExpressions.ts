import type { Expression } from './readExpressions.ts'

// Without it the library starts a Java program or a binary where it finds one.
process.env.RECHECK_BACKEND = 'pure'
const { checkSync } = await import('recheck')

/** Steps that an expression may take on a text of the longest length: about a tenth of a second. */
const mostSteps = 20_000_000
/** The library proves most verdicts, and searches for the others by trying texts: the same ones in each run. */
const options = { randomSeed: 1, timeout: 60_000 }

/**
 * Says of each expression that takes more than linear time how much it takes, unless its texts are so short that it does
 * not matter. An expression that the library cannot judge is named, too.
 *
 * @returns A line for each, and none when all are fast.
 */
export function slowExpressions(expressions: readonly Expression[]): string[] {
  const verdicts = new Map<string, ReturnType<typeof checkSync>>()
  return expressions.flatMap((expression) => {
    const { place, source, flags, maxLength = Number.POSITIVE_INFINITY } = expression
    const text = `/${source}/${flags}`
    const verdict = verdicts.get(text) ?? checkSync(source, flags, options)
    verdicts.set(text, verdict)
    if (verdict.status === 'safe') return []
    if (verdict.status === 'unknown')
      return `${place}: ${text} cannot be judged (${verdict.error.kind}). Write it more simply.`
    const { complexity } = verdict
    if (complexity.type === 'polynomial' && maxLength ** complexity.degree <= mostSteps) return []
    return `${place}: ${text} takes ${complexity.summary} time, as on ${verdict.attack.pattern}.`
  })
}
