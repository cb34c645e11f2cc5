import { check } from 'recheck'
import type { Expression } from './readExpressions.ts'

/** Steps that an expression may take on a text of the longest length: about a tenth of a second. */
const mostSteps = 20_000_000
/**
 * The library proves most verdicts, and searches for the others by trying texts: the same ones in each run. It counts
 * steps and measures no time, since on a busy machine a text that takes long says nothing about its expression. One that
 * it cannot judge in an hour is no expression to keep.
 */
const options = {
  randomSeed: 1,
  timeout: 3_600_000,
  seedingTimeout: null,
  incubationTimeout: null,
  attackTimeout: null,
} as const

/** How much time an expression takes by the length of the text. */
export type Verdict = 'linear' | SlowVerdict | { readonly unjudged: string }

interface SlowVerdict {
  /** As the library names it, such as "2nd degree polynomial". */
  readonly time: string
  /** The exponent of a polynomial. */
  readonly degree?: number
  /** Texts that take the longest. */
  readonly attack: string
}

/** The expression as people write it, by which verdicts are kept. */
const textOf = ({ source, flags }: Expression): string => `/${source}/${flags}`

async function judge({ source, flags }: Expression): Promise<Verdict> {
  const found = await check(source, flags, options)
  if (found.status === 'safe') return 'linear'
  if (found.status === 'unknown') return { unjudged: found.error.kind }
  const { complexity, attack } = found
  return {
    time: complexity.summary,
    ...(complexity.type === 'polynomial' && { degree: complexity.degree }),
    attack: attack.pattern,
  }
}

/** Judges the expressions that have no verdict yet. @returns Every verdict, by the text of its expression. */
export async function judgeAll(
  expressions: readonly Expression[],
  former: ReadonlyMap<string, Verdict> = new Map(),
): Promise<Map<string, Verdict>> {
  const verdicts = new Map<string, Verdict>()
  for (const expression of expressions) {
    const text = textOf(expression)
    if (!verdicts.has(text)) verdicts.set(text, former.get(text) ?? (await judge(expression)))
  }
  return verdicts
}

/**
 * Says of each expression that takes more than linear time how much it takes, unless its texts are so short that it does
 * not matter. An expression that the library cannot judge is named, too.
 *
 * @param verdicts - Of each expression, by its text.
 * @returns A line for each, and none when all are fast.
 */
export function slowExpressions(expressions: readonly Expression[], verdicts: ReadonlyMap<string, Verdict>): string[] {
  return expressions.flatMap((expression) => {
    const complaint = complaintOf(verdicts.get(textOf(expression)), expression.maxLength)
    return complaint === undefined ? [] : [`${expression.place}: ${textOf(expression)} ${complaint}`]
  })
}

function complaintOf(verdict: Verdict | undefined, maxLength = Number.POSITIVE_INFINITY): string | undefined {
  if (verdict === undefined) return 'has no verdict.'
  if (verdict === 'linear') return undefined
  if ('unjudged' in verdict) return `cannot be judged (${verdict.unjudged}). Write it more simply.`
  const { time, degree, attack } = verdict
  if (degree !== undefined && maxLength ** degree <= mostSteps) return undefined
  return `takes ${time} time, as on ${attack}.`
}
