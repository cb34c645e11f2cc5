import { nearest } from '@latchkey/base/nearest'
import type { OperationId } from '@latchkey/types'
import { match, rows } from './router.ts'

/**
 * Suggestions for a request that found no operation: those of the same URL with other methods, or else up to three with
 * the most similar URLs and methods. None when no URL is similar.
 */
export function nearMisses(method: string, path: string): OperationId[] {
  const exact = match(path)
  if (exact) return Object.values(exact.operations) as OperationId[]
  if (path.length > longestPath || !isDecodable(path)) return []
  const wanted = segmentsOf(path)
  const near = (Object.keys(rows) as OperationId[])
    .flatMap((id) => {
      const row = rows[id]
      const pathDistance = row.deprecated ? Number.POSITIVE_INFINITY : distance(segmentsOf(row.path), wanted)
      if (pathDistance > farthest) return []
      return [{ id, distance: row.method === method ? pathDistance : pathDistance + 1 }]
    })
    .sort((a, b) => a.distance - b.distance)
  return near
    .filter(({ distance }) => distance === near[0]?.distance)
    .slice(0, 3)
    .map(({ id }) => id)
}

/** The suggestions as the last sentence of a refusal; `undefined` when no URL is similar. */
export function nearMissHint(method: string, path: string): string | undefined {
  const urls = [...new Set(nearMisses(method, path).map((id) => `${rows[id].method} ${rows[id].path}`))]
  const last = urls.pop()
  if (last === undefined) return undefined
  const others = urls.length > 0 ? `${urls.join(', ')} or ` : ''
  return `Did you mean ${others}${last}?`
}

/** A longer path is not a typo, and comparing it would take long. */
const longestPath = 1_000

/** Enough for one wrong word, or for a missing `environments/{environmentId}`. */
const farthest = 1.5

/** The segments below the version, which may be wrong or missing. */
function segmentsOf(path: string): string[] {
  return path
    .replace(/^\/(api\/)?(v\d+\/)?/, '')
    .split('/')
    .filter((segment) => segment !== '')
}

/** How much of a template has to change to become the path. Infinite unless their last words are similar. */
function distance(template: readonly string[], wanted: readonly string[]): number {
  const word = template.findLast((segment) => !isParameter(segment))
  const noun = wanted.findLast((segment) => /^[a-z][A-Za-z-]*$/.test(segment))
  const isValue = noun === wanted.at(-1) && wanted.length === template.length && isParameter(template.at(-1) ?? '')
  const isAbout = (noun !== undefined && template.some((segment) => isLike(segment, noun))) || isValue
  if (!word || !isAbout || !wanted.some((segment) => isLike(word, segment))) return Number.POSITIVE_INFINITY
  let row = [0]
  for (const segment of wanted) row.push((row.at(-1) as number) + lengthOf(segment))
  for (const segment of template) {
    const next = [(row[0] as number) + lengthOf(segment)]
    wanted.forEach((other, i) => {
      const replaced = (row[i] as number) + difference(segment, other)
      next.push(Math.min(replaced, (row[i + 1] as number) + lengthOf(segment), (next[i] as number) + lengthOf(other)))
    })
    row = next
  }
  return row[wanted.length] as number
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{')
}

/** The cost of a segment that only one of the two has. */
function lengthOf(segment: string): number {
  return isParameter(segment) ? 0.25 : 0.75
}

function difference(segment: string, other: string): number {
  if (segment === other || isParameter(segment)) return 0
  return isLike(segment, other) ? 0.5 : 1.5
}

/** Whether a segment of a path resembles a word of a template. */
function isLike(word: string, segment: string): boolean {
  return !isParameter(word) && nearest(segment, [word]) !== undefined
}
