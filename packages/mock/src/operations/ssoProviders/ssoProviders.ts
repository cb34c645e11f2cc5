import {
  createSsoProvider,
  deleteSsoProvider,
  presentSsoProvider,
  ssoProviderOf,
  updateSsoProvider,
} from '../../domain/providers/ssoProviders.ts'
import type { Backend } from '../../domain/shared/backend.ts'
import { existing, recordOf } from '../../domain/shared/recordGuards.ts'
import type { SsoProvider } from '../../store/adminRecords.ts'
import type { ResourceOperations } from '../operation.ts'

export const ssoProviders = {
  get({ params, backend }) {
    return {
      status: 200,
      body: presentSsoProvider(
        backend,
        existing(ssoProviderOf(backend, params.organizationId), 'single sign-on provider'),
      ),
    }
  },
  create({ params, body, backend }) {
    return { status: 201, body: presentSsoProvider(backend, createSsoProvider(backend, params.organizationId, body)) }
  },
  update({ params, body, backend }) {
    return { status: 200, body: presentSsoProvider(backend, updateSsoProvider(backend, named(backend, params), body)) }
  },
  delete({ params, backend }) {
    deleteSsoProvider(backend, named(backend, params))
    return { status: 204 }
  },
} satisfies ResourceOperations<'ssoProviders'>

function named(
  backend: Backend,
  { organizationId, ssoProviderId }: { readonly organizationId: string; readonly ssoProviderId: string },
): SsoProvider {
  return recordOf(backend.store.ssoProviders.get(ssoProviderId), { organizationId }, 'single sign-on provider')
}
