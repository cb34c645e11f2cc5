/**
 * The payload of a JWT (RFC 7519), not verified; an empty object for any other text. Read only numbers from it:
 * characters beyond ASCII are not decoded correctly.
 */
export function jwtClaims(token: unknown): Record<string, unknown> {
  try {
    const [, payload = ''] = String(token).split('.')
    return { ...JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))) }
  } catch {
    return {}
  }
}
