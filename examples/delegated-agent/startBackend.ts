import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bearer, createTransport } from '@latchkey/client'
import type { Mock } from '@latchkey/mock'
import { base } from 'viem/chains'
import { createAgent } from './agent.ts'
import { createApp } from './app.ts'
import { openDelegations } from './delegations.ts'
import { enableWebhook, importPrivateKey, register } from './register.ts'

interface BackendOptions {
  /** A mock on loopback. */
  readonly mock: Mock
  readonly callerKey: string
  /** @default a free port */
  readonly port?: number
  /** @default the database is in memory */
  readonly database?: string
}

/** Registers the backend in the sandbox of a mock and starts it on loopback. */
export async function startBackend({ mock, callerKey, port = 0, database = ':memory:' }: BackendOptions) {
  const { id: environmentId, token } = mock.defaults.environments.sandbox
  const admin = createTransport({ baseUrl: mock.baseUrl, environmentId, auth: bearer(token) })
  const { rawToken } = await mock.create.token({ scopes: ['waas.delegatedAccess.signMessage'] })
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKeyPem, webhookId, webhookSecret } = await register(admin, `${url}/webhooks`)
  const delegations = openDelegations(database)
  const agent = createAgent({
    client: admin.with({ auth: bearer(rawToken) }),
    privateKey: await importPrivateKey(privateKeyPem),
    delegations,
    chain: base,
    rpcUrl: mock.chain.rpcUrl(base.id),
    // The seller of the mock.
    sellers: [new URL(mock.baseUrl).origin],
  })
  server.on('request', createApp({ agent, webhookSecret, callerKey }))
  await enableWebhook(admin, webhookId)
  return {
    url,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      delegations.close()
    },
  }
}
