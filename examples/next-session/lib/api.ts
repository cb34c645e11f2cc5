import { createTransport } from '@latchkey/client'

/** The service, without a credential. Pages call it, too, so its address is public. */
export const api = createTransport({
  baseUrl: process.env.NEXT_PUBLIC_API_URL ?? 'http://127.0.0.1:4010',
  environmentId: process.env.NEXT_PUBLIC_ENVIRONMENT_ID ?? '00000000-0000-7000-8000-000000000004',
})
