import type { PasskeyCreationOptions, PasskeyRequestOptions } from '../passkeyCeremony.ts'
import type { Session } from '../session.ts'
import { appOrigin, type SessionWorld } from './sessionWorld.ts'

/** The formats of what a person can sign in with. */
export const formats = (session: Session) => session.user?.verifiedCredentials.map(({ format }) => format).sort()

/** Follows redirects as a browser does, until they lead out of the service. */
export async function browse({ mock }: SessionWorld, url: string): Promise<string> {
  for (let at = url; ;) {
    const next = (await mock.fetch(at, { redirect: 'manual' })).headers.get('location')
    if (!next) return at
    at = new URL(next, at).href
    if (at.startsWith(appOrigin)) return at
  }
}

type Device = ReturnType<SessionWorld['mock']['authenticator']>

/** The mock's device in the place of the browser. It knows the values that are listed today, and no others. */
export const maker = (device: Device) => (options: PasskeyCreationOptions) =>
  device.create(options as Parameters<Device['create']>[0], { origin: appOrigin })
export const asker = (device: Device) => (options: PasskeyRequestOptions) =>
  device.get(options as Parameters<Device['get']>[0], { origin: appOrigin })
