/** The host for which a page gets proofs; `undefined` for a page with an opaque origin, which has none. */
export const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined)
