import { type CookieJar, cookieStorage, createSession, type Session } from '@latchkey/client/session'
import { cookies } from 'next/headers'
import { connection } from 'next/server'
import { api } from './api'

/** The session in the cookies of one request. */
export function sessionOf(jar: CookieJar): Session {
  // Safari keeps no secure cookie of http://localhost.
  return createSession({ api, storage: cookieStorage(jar, { secure: process.env.NODE_ENV === 'production' }) })
}

/** The session while a page is rendered, where no cookie can be set: it cannot be refreshed, and nobody signs in or out. */
export async function readSession(): Promise<Session> {
  // A session reads the time. Next also renders pages in advance with the person's cookies, but not what follows this.
  await connection()
  const jar = await cookies()
  return sessionOf({ get: (name) => jar.get(name), getAll: () => jar.getAll() })
}

/** The session in server actions and route handlers, which can set cookies. */
export async function openSession(): Promise<Session> {
  return sessionOf(await cookies())
}
