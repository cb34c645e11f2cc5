import { check } from 'recheck'
import type { Expression } from './readExpressions.ts'

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
export async function slowExpressions(expressions: readonly Expression[]): Promise<string[]> {
  const verdicts = new Map<string, Verdict>()
  const lines: string[] = []
  for (const expression of expressions) {
    const { source, flags } = expression
    const text = `/${source}/${flags}`
    const verdict = verdicts.get(text) ?? (await check(source, flags, options))
    verdicts.set(text, verdict)
    const complaint = complaintOf(verdict, expression.maxLength)
    if (complaint !== undefined) lines.push(`${expression.place}: ${text} ${complaint}`)
  }
  return lines
}

type Verdict = Awaited<ReturnType<typeof check>>

function complaintOf(verdict: Verdict, maxLength = Number.POSITIVE_INFINITY): string | undefined {
  if (verdict.status === 'safe') return undefined
  if (verdict.status === 'unknown') return `cannot be judged (${verdict.error.kind}). Write it more simply.`
  const { complexity, attack } = verdict
  if (complexity.type === 'polynomial' && maxLength ** complexity.degree <= mostSteps) return undefined
  return `takes ${complexity.summary} time, as on ${attack.pattern}.`
}
