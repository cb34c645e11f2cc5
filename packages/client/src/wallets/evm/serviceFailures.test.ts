import { createWalletClient, custom, parseAbi, UnauthorizedProviderError } from 'viem'
import { describe, expect, it } from 'vitest'
import { rejection } from '../../../test/serve.ts'
import { CeremonyError } from '../../shared/ceremonyError.ts'
import { ApiError, AuthError, ConnectionError, ResponseParseError, TimeoutError } from '../../shared/errors.ts'
import { createKeyWallet } from '../test/keyWallet.ts'
import { toProvider } from './provider.ts'

const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const sentence = `The rule "No payments" does not allow ${to}.`

/** A provider whose wallet fails with this error, over a node with these answers. */
function setUp(error: unknown, node: (method: string) => Response = () => Response.json({ result: '0x1' })) {
  const { wallet, owner } = createKeyWallet()
  let signatures = 0
  const failing = {
    ...wallet,
    sign() {
      signatures += 1
      return Promise.reject(error)
    },
  }
  const provider = toProvider(failing, {
    chainId: 1,
    rpcUrl: 'https://node.example.com/?key=secret',
    fetch: async (_, init) => node(JSON.parse(String(init?.body)).method),
  })
  const sign = () => provider.request({ method: 'personal_sign', params: ['0x68', owner.address] })
  return { provider, owner, sign, signatures: () => signatures }
}

const refusal = (status: number, code: string) =>
  new ApiError(new Response(null, { status }), { error: sentence, code }, { operation: 'waas.signMessage' })

describe('a failure of the service at a provider', () => {
  it.each([
    [refusal(403, 'policy_denied'), { code: 4100, message: sentence, data: { status: 403, code: 'policy_denied' } }],
    [refusal(429, 'too_many_requests'), { code: -32_005, data: { status: 429, code: 'too_many_requests' } }],
    [refusal(503, 'unavailable'), { code: 4900, message: sentence, data: { status: 503, code: 'unavailable' } }],
    [new ApiError(new Response(null, { status: 502 }), '<html>'), { code: 4900, data: { status: 502 } }],
    [new AuthError('The session has ended.'), { code: 4100, message: 'The session has ended.' }],
    [new ConnectionError('No connection.'), { code: 4900, message: 'No connection.' }],
    [new TimeoutError(30_000), { code: 4900 }],
    [new ResponseParseError(new Response(null), 'its body is empty'), { code: 4900 }],
    [new CeremonyError('share_missing', 'No share here.'), { code: 4100, data: { reason: 'share_missing' } }],
    [new CeremonyError('room_expired', 'The room is closed.'), { code: 4900, message: 'The room is closed.' }],
  ])('has a code of EIP-1193 and says why: %s', async (error, expected) => {
    expect(await rejection(setUp(error).sign())).toMatchObject({ name: 'ProviderRpcError', ...expected, cause: error })
  })

  it('is no revert of a contract for viem, which asks the person once', async () => {
    const answers: Record<string, unknown> = { eth_getBlockByNumber: { baseFeePerGas: '0x64' }, eth_chainId: '0x1' }
    const { provider, owner, signatures } = setUp(refusal(403, 'policy_denied'), (method) =>
      Response.json({ result: answers[method] ?? '0x5208' }),
    )
    const client = createWalletClient({ account: owner.address, transport: custom(provider) })
    const abi = parseAbi(['function transfer(address to, uint256 value) returns (bool)'])
    const call = { address: to, abi, functionName: 'transfer', args: [to, 1n], chain: null } as const
    const error = (await rejection(client.writeContract(call))) as Error & { walk(find: unknown): unknown }
    expect(error.message).not.toContain('reverted')
    expect(error.message).toContain(sentence)
    expect(error.walk((each: unknown) => each instanceof UnauthorizedProviderError)).toBeTruthy()
    expect(signatures()).toBe(1)
  })

  it('does not hide what ended a signature by its signal', async () => {
    const reason = new DOMException('The person left.', 'AbortError')
    expect(await rejection(setUp(reason).sign())).toBe(reason)
  })
})

describe('a node that does not speak JSON-RPC', () => {
  it.each([
    [429, '{"error":"rate limited"}', -32_005],
    [429, 'Too many requests', -32_005],
    [502, '<html>', 4901],
    [401, '{"error":"no key"}', 4901],
  ])('is refused with its status, and the host only: %i %s', async (status, body, code) => {
    const { provider } = setUp(undefined, () => new Response(body, { status }))
    const error = await rejection(provider.request({ method: 'eth_blockNumber' }))
    expect(error).toMatchObject({ code, message: `The node at node.example.com answered with HTTP ${status}.` })
  })

  it('is heard where it does, whatever the status', async () => {
    const error = { code: -32_000, message: 'nonce too low' }
    const { provider } = setUp(undefined, () => Response.json({ error }, { status: 400 }))
    expect(await rejection(provider.request({ method: 'eth_blockNumber' }))).toMatchObject(error)
  })
})
