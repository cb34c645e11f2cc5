import type { components } from '@latchkey/types'
import type { TestMessage, TestWallet } from '../../src/control/device/walletControl.ts'
import type { Mock } from '../../src/mock/createMock.ts'

type Schemas = components['schemas']
type Chain = Schemas['ChainEnum']
type Request = Schemas['VerifyRequest']

/** Signed requests to a mock of this process, and what it answers. */
export function walletRequests(mock: () => Mock) {
  const environments = () => mock().defaults.environments

  async function newNonce(environmentId = environments().sandbox.id): Promise<string> {
    const reply = await mock().fetch(`${mock().baseUrl}/api/v0/sdk/${environmentId}/nonce`)
    return ((await reply.json()) as { nonce: string }).nonce
  }

  return {
    environments,
    newNonce,
    walletOf: (chain: Chain, kind?: string) => mock().wallets[chain.toLowerCase() as Lowercase<Chain>]({ kind }),

    /** @param options.from - The `Origin` header; null for none. */
    async verify(
      body: Request,
      {
        from = 'https://app.example.com',
        environmentId = environments().sandbox.id,
      }: { from?: string | null; environmentId?: string } = {},
    ) {
      const headers = { 'content-type': 'application/json', ...(from !== null && { origin: from }) }
      const reply = await mock().fetch(`${mock().baseUrl}/api/v0/sdk/${environmentId}/verify`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      const { code, error, user } = (await reply.json()) as {
        code?: string
        error?: unknown
        user?: Schemas['SdkUser']
      }
      return { status: reply.status, code, error, user }
    },

    /** A request that is valid except for the given changes of its message. */
    async requestOf(wallet: TestWallet, message: Partial<TestMessage> & Partial<Request> = {}): Promise<Request> {
      return wallet.request({ nonce: await newNonce(), statement: 'Sign in to the test.', ...message })
    },
  }
}
