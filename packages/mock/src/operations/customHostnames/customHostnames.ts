import {
  createCustomHostname,
  deleteCustomHostname,
  presentCustomHostname,
} from '../../domain/sessions/customHostnames.ts'
import { inEnvironment } from '../../domain/shared/recordGuards.ts'
import type { ResourceOperations } from '../operation.ts'

export const customHostnames = {
  list({ params, backend }) {
    const hostnames = [...backend.store.customHostnames.scan('byEnvironment', [params.environmentId])]
    return { status: 200, body: { customHostnames: hostnames.map(presentCustomHostname) } }
  },
  create({ params, body, backend }) {
    return { status: 201, body: presentCustomHostname(createCustomHostname(backend, params.environmentId, body)) }
  },
  delete({ params, backend }) {
    deleteCustomHostname(
      backend,
      inEnvironment(backend.store.customHostnames.get(params.customHostnameId), params.environmentId, 'hostname'),
    )
    return { status: 204 }
  },
} satisfies ResourceOperations<'customHostnames'>
