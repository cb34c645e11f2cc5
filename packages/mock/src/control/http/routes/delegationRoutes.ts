import * as z from 'zod'
import type { DelegationBackend } from '../../device/delegationControl.ts'
import type { Mock } from '../../mock.ts'
import { list, rawSignature } from '../../objects/inputSchemas.ts'
import { asUse } from '../asUse.ts'
import { type ControlRoutes, route } from './controlRoute.ts'

const backendsOfMocks = new WeakMap<Mock, Map<string, DelegationBackend>>()

function backendsOf(mock: Mock): Map<string, DelegationBackend> {
  const backends = backendsOfMocks.get(mock) ?? new Map<string, DelegationBackend>()
  backendsOfMocks.set(mock, backends)
  return backends
}

/** @throws TypeError */
function backendAt(mock: Mock, kid: string): DelegationBackend {
  const existing = backendsOf(mock).get(kid)
  if (existing) return existing
  throw new TypeError(`There is no server with the key "${kid}". "delegation/backends" makes one.`)
}

const serverKid = { kid: z.string() }

/** The servers that users delegate access to, over HTTP. */
export const delegationRoutes = {
  'POST delegation/backends': route({
    summary: 'Makes a server that users can delegate access to; answers the thumbprint of its key',
    input: z.strictObject({ environmentId: z.string().optional() }),
    output: z.object({ kid: z.string(), url: z.string() }),
    run: async (mock, environment) => {
      const backend = await asUse(mock.delegation.backend(environment))
      backendsOf(mock).set(backend.kid, backend)
      return { kid: backend.kid, url: backend.url }
    },
  }),
  'GET delegation/wallets': route({
    summary: 'The wallets that a server may sign with',
    input: z.strictObject(serverKid),
    output: z.object({
      wallets: list(z.object({ walletId: z.string(), userId: z.string(), chain: z.string(), address: z.string() })),
    }),
    run: (mock, { kid }) => ({ wallets: backendAt(mock, kid).wallets() }),
  }),
  'POST delegation/sign': route({
    summary: 'Signs bytes in hex without the user',
    input: z.strictObject({ ...serverKid, walletId: z.string(), message: z.string() }),
    output: rawSignature,
    run: (mock, { kid, walletId, message }) => asUse(backendAt(mock, kid).sign(walletId, message)),
  }),
} satisfies ControlRoutes
