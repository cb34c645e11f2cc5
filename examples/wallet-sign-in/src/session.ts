import { createTransport } from '@latchkey/client'
import { createSession } from '@latchkey/client/session'

const api = createTransport({
  baseUrl: import.meta.env.VITE_API_URL ?? 'https://api.latchkey.test',
  environmentId: import.meta.env.VITE_ENVIRONMENT_ID ?? '00000000-0000-7000-8000-000000000004',
})

/** The person at this page. */
export const session = createSession({ api })
