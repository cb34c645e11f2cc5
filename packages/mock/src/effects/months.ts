/**
 * The instant that many calendar months later, in UTC. If the month has no such day, its last day.
 *
 * @param iso - ISO 8601 instant.
 */
export function addMonths(iso: string, months: number): string {
  const moved = new Date(iso)
  const day = moved.getUTCDate()
  moved.setUTCDate(1)
  moved.setUTCMonth(moved.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(day, lastDay))
  return moved.toISOString()
}

/**
 * The month with an instant, counted from another instant. All are ISO 8601 in UTC; the end is not part of the month.
 */
export function monthAround(
  iso: string,
  { countedFrom }: { readonly countedFrom: string },
): { readonly startDate: string; readonly endDate: string } {
  const [instant, origin] = [new Date(iso), new Date(countedFrom)]
  let months = (instant.getUTCFullYear() - origin.getUTCFullYear()) * 12 + instant.getUTCMonth() - origin.getUTCMonth()
  if (addMonths(countedFrom, months) > instant.toISOString()) months--
  return { startDate: addMonths(countedFrom, months), endDate: addMonths(countedFrom, months + 1) }
}
