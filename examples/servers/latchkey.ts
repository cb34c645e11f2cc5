import { createRequestVerifier, webhookHandler } from '@latchkey/client/server'

const { API_URL = '', ENVIRONMENT_ID = '', WEBHOOK_SECRET = '' } = process.env

/** Tells which user has sent a request. It caches the keys of the environment, so all routes share it. */
export const verify = createRequestVerifier({ baseUrl: API_URL, environmentId: ENVIRONMENT_ID })

/** The route of the webhook. */
export const receive = webhookHandler(WEBHOOK_SECRET, {
  'user.created': ({ data }) => console.log(`Welcome, ${data.firstName}`),
})
