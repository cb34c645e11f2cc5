import { createTransport } from '@latchkey/client'

const { VITE_API_URL, VITE_ENVIRONMENT_ID } = import.meta.env

export const api = createTransport({ baseUrl: VITE_API_URL, environmentId: VITE_ENVIRONMENT_ID })
