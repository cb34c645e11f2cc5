import { upsertWalletConnectProject } from '../../domain/environments/walletConnect.ts'
import { environmentOf } from '../../domain/shared/recordGuards.ts'
import type { ResourceOperations } from '../operation.ts'

export const walletConnect = {
  async upsertProject({ params, body, backend }) {
    return {
      status: 201,
      body: await upsertWalletConnectProject(backend, environmentOf(backend, params.environmentId), body),
    }
  },
} satisfies ResourceOperations<'walletConnect'>
