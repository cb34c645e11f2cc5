import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach } from 'vitest'

/** A server for each test of a file that answers everything with the metadata of an OpenID provider. */
export function createFakeProvider() {
  let server: Server
  let issuer = ''
  beforeEach(async () => {
    server = createServer((_, response) =>
      response.end(
        JSON.stringify({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          keys: [],
        }),
      ),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterEach(() => server.close())
  return {
    get issuer() {
      return issuer
    },
  }
}
