import type { NamedDifference } from './differencePage.ts'
import type { Difference } from './shape.ts'

export interface Verdict {
  /** Differences that the page does not name. */
  readonly unnamed: readonly Difference[]
  /** Differences that the page names and that do not exist. */
  readonly stale: readonly NamedDifference[]
}

/** Compares the differences that exist with those that a page names. */
export function judge(differences: readonly Difference[], named: readonly NamedDifference[]): Verdict {
  const rows = named.map((row) => ({ row, fits: matcherOf(row) }))
  return {
    unnamed: differences.filter((difference) => !rows.some(({ fits }) => fits(difference))),
    stale: rows.filter(({ fits }) => !differences.some((difference) => fits(difference))).map(({ row }) => row),
  }
}

function matcherOf({ where, what, reference, document }: NamedDifference): (difference: Difference) => boolean {
  const parts = where.split('*')
  return (difference) =>
    difference.what === what &&
    difference.reference === reference &&
    difference.document === document &&
    isMadeOf(difference.where, parts)
}

/** Whether a text has these parts in this order, and anything between them. */
function isMadeOf(text: string, [first = '', ...others]: readonly string[]): boolean {
  const last = others.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let rest = text.slice(first.length)
  for (const part of others) {
    const at = rest.indexOf(part)
    if (at === -1) return false
    rest = rest.slice(at + part.length)
  }
  return rest.endsWith(last)
}

export const lineOf = ({ where, what, reference, document }: Difference): string =>
  `${where}: ${what}: ${reference} → ${document}`
