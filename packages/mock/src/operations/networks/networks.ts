import { networksOfEnvironment, presentNetworks } from '../../domain/environments/environmentNetworks.ts'
import type { ResourceOperations } from '../operation.ts'

export const networks = {
  list({ params, backend }) {
    const enabled = networksOfEnvironment(backend, params.environmentId).filter(({ isEnabled }) => isEnabled)
    return { status: 200, body: presentNetworks(enabled) }
  },
} satisfies ResourceOperations<'networks'>
