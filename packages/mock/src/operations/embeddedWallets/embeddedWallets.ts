import { activeVersions } from '../../domain/embeddedWallets/versions.ts'
import {
  createEmbeddedWallets,
  createWalletsFromFrame,
  type EmbeddedWalletsOutcome,
} from '../../domain/flows/users/embeddedWallets.ts'
import type { Backend } from '../../domain/shared/backend.ts'
import { presentUser } from '../../domain/users/users.ts'
import type { ResourceOperations } from '../operation.ts'

export const embeddedWallets = {
  listVersions({ params, backend }) {
    return { status: 200, body: [...activeVersions(backend, params.environmentId)] }
  },
  async create({ params, body, backend }) {
    return reply(backend, await createEmbeddedWallets(backend, params.environmentId, body))
  },
  async createFromFrame({ params, body, backend }) {
    return reply(backend, await createWalletsFromFrame(backend, params.environmentId, body))
  },
} satisfies ResourceOperations<'embeddedWallets'>

function reply(backend: Backend, { user, isCreated }: EmbeddedWalletsOutcome) {
  const body = { user: presentUser(backend, user, { includeSessions: true }) }
  return isCreated ? { status: 201 as const, body } : { status: 200 as const, body }
}
