/** The name and the message of what was thrown: `TypeError: fetch failed`. */
export function messageOf(cause: unknown): string {
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)
}
