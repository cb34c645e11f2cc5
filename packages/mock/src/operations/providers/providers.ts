import { touchEnvironment } from '../../domain/environments/environments.ts'
import { changeProvider, startProvider } from '../../domain/flows/environments/changedProviders.ts'
import {
  createProvider,
  deleteProvider,
  disableProvider,
  listProviderUrls,
  presentProvider,
} from '../../domain/providers/providers.ts'
import { reachable } from '../../domain/shared/recordGuards.ts'
import type { ResourceOperations } from '../operation.ts'

export const providers = {
  list({ params, backend }) {
    const listed = [...backend.store.providers.scan('byEnvironment', [params.environmentId])]
    return { status: 200, body: { providers: listed.map((provider) => presentProvider(backend, provider)) } }
  },
  create({ params, body, caller, backend }) {
    return {
      status: 201,
      body: presentProvider(backend, createProvider(backend, params.environmentId, { caller, fields: body })),
    }
  },
  listUrls({ params, backend }) {
    return { status: 200, body: { providerUrls: listProviderUrls(backend, params.environmentId) } }
  },
  get({ params, caller, backend }) {
    return {
      status: 200,
      body: presentProvider(backend, reachable(caller, backend.store.providers.get(params.providerId), 'provider')),
    }
  },
  update({ params, body, caller, backend }) {
    const before = reachable(caller, backend.store.providers.get(params.providerId), 'provider')
    const provider = changeProvider(backend, before, body)
    if (provider.enabledAt && provider !== before) touchEnvironment(backend, provider.environmentId)
    return { status: 200, body: presentProvider(backend, provider) }
  },
  delete({ params, caller, backend }) {
    const provider = reachable(caller, backend.store.providers.get(params.providerId), 'provider')
    deleteProvider(backend, provider)
    if (provider.enabledAt) touchEnvironment(backend, provider.environmentId)
    return { status: 204 }
  },
  enable({ params, caller, backend }) {
    const before = reachable(caller, backend.store.providers.get(params.providerId), 'provider')
    const provider = startProvider(backend, before)
    if (provider !== before) touchEnvironment(backend, provider.environmentId)
    return { status: 200, body: presentProvider(backend, provider) }
  },
  disable({ params, caller, backend }) {
    const before = reachable(caller, backend.store.providers.get(params.providerId), 'provider')
    const provider = disableProvider(backend, before)
    if (provider !== before) touchEnvironment(backend, provider.environmentId)
    return { status: 200, body: presentProvider(backend, provider) }
  },
} satisfies ResourceOperations<'providers'>
