import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { UserSubject } from '../subject.ts'

const environment = '/api/v0/environments/01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f'
const headers = { authorization: 'Bearer token' }
const get = { path: `${environment}/users/01938c5e-8b02-7d4e-9f0a-1b2c3d4e5f01`, headers }

/** A server that answers with the examples of our own document. It keeps nothing, so there is nothing to create. */
export const prism: UserSubject = {
  name: 'prism-cli',
  package: '@stoplight/prism-cli',
  folder: 'prism',
  command: ({ project, port }) => ({
    script: join(project, 'node_modules/@stoplight/prism-cli/dist/index.js'),
    args: ['mock', '--port', String(port), fileURLToPath(import.meta.resolve('@latchkey/types/openapi.json'))],
  }),
  first: get,
  users: async () => ({ get: () => get }),
}
