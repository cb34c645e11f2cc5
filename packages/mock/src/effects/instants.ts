/**
 * Reads an ISO 8601 date (midnight UTC) or instant with offset.
 *
 * @returns The instant in UTC with milliseconds; `undefined` for any other text.
 */
export function readInstant(text: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/i.test(text)) return undefined
  const instant = new Date(text.toUpperCase())
  // `Date` would read the 30th of February as a day in March.
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`)
  if (
    Number.isNaN(instant.getTime()) ||
    Number.isNaN(day.getTime()) ||
    day.toISOString().slice(0, 10) !== text.slice(0, 10)
  )
    return undefined
  return instant.toISOString()
}
