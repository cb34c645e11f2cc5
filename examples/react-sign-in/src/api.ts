import { bearer, createTransport } from '@latchkey/client'
import type { VerifyResponse } from '@latchkey/client/operations'

export type SignedIn = VerifyResponse

const sandbox = '00000000-0000-7000-8000-000000000004'

/** For the calls that sign somebody in. */
export const anonymous = createTransport({
  baseUrl: import.meta.env.VITE_API_URL ?? 'https://api.latchkey.test',
  environmentId: import.meta.env.VITE_ENVIRONMENT_ID ?? sandbox,
})

/** For the calls of somebody who is signed in. */
export function as({ jwt = '' }: SignedIn): typeof anonymous {
  return anonymous.with({ auth: bearer(jwt) })
}
