import { deflateRawSync } from 'node:zlib'
import { createClock } from '@latchkey/base/clock'
import type { OpenSession } from './openSession.ts'

/** The options of `cookieStorage` of `@latchkey/client/session`, as far as they decide where a cookie goes. */
export interface SessionCookieOptions {
  /** @default none: the host of the app */
  readonly domain?: string
  /** @default '/' */
  readonly path?: string
  /** @default false */
  readonly httpOnly?: boolean
}

/** A cookie, as the context of a browser takes it. */
export interface SessionCookie {
  readonly name: string
  readonly value: string
  readonly domain: string
  readonly path: string
  readonly httpOnly: boolean
  readonly secure: boolean
  readonly sameSite: 'Lax'
}

const partLength = 3800

/**
 * The cookies in which `cookieStorage` of `@latchkey/client/session` keeps a session: the token, and the rest
 * compressed, in as many cookies as it takes.
 *
 * @param session.minifiedToken - The smaller one of the service's tokens, which the client keeps in cookies.
 * @param app.origin - Of the app.
 */
export function sessionCookies(
  { stored: { key, value }, minifiedToken }: Pick<OpenSession, 'stored' | 'minifiedToken'>,
  { origin, domain, path = '/', httpOnly = false }: SessionCookieOptions & { readonly origin: string },
): SessionCookie[] {
  const { v, token, ...rest } = JSON.parse(value) as { readonly v: number; readonly token?: string }
  const packed = deflateRawSync(JSON.stringify({ v, ...rest }), { level: 9 })
  const text = `${token === undefined ? '' : minifiedToken}~${packed.toString('base64url')}`
  const count = Math.ceil(text.length / partLength)
  const scope = ((domain ?? '').toLowerCase().replace(/^\./, '') + path).replaceAll('/', '|')
  const { hostname, protocol } = new URL(origin)
  // The instant of the write, and the number of its parts.
  const stamp = `${createClock().now().toString(36)}${count}`
  return Array.from({ length: count }, (_, index) => ({
    name: `${key}${index === 0 ? '' : `.${index}`}${scope === '|' ? '' : `~${scope}`}`,
    value: `${stamp}.${text.slice(index * partLength, (index + 1) * partLength)}`,
    domain: domain === undefined ? hostname : `.${domain.replace(/^\./, '')}`,
    path,
    httpOnly,
    secure: protocol === 'https:',
    sameSite: 'Lax',
  }))
}
