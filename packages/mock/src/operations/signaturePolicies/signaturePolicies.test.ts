import { encodeFunctionData, erc20Abi, zeroAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals, unknownId } from '../../../test/contract/environmentRefusals.ts'
import {
  addRules,
  createSigner,
  friend,
  mallory,
  type Signer,
  transaction,
  usdc,
  violations,
} from '../../../test/people/policyPeople.ts'

const host = createHost()

const terms = (fields: object = {}, timeLimit = 60) => ({
  policyContent: [
    {
      chain: 'EVM' as const,
      toAddresses: [friend],
      valueLimits: [{ asset: zeroAddress, maxPerCall: '10' }],
      ...fields,
    },
  ],
  timeLimit,
})
const limit = async ({ wallet: { walletId } }: Signer, body = terms()) =>
  (await host.call('signaturePolicies.create', { params: { walletId }, body })).body

const withPolicy = async () => {
  const signer = await createSigner(host)
  return { walletId: signer.wallet.walletId, policyId: (await limit(signer)).id }
}
const withWallet = async () => ({ walletId: (await createSigner(host)).wallet.walletId })

describeEnvironmentRefusals(host, {
  'signaturePolicies.list': { params: withWallet },
  'signaturePolicies.create': { params: withWallet, body: terms() },
  'signaturePolicies.get': { params: withPolicy },
  'signaturePolicies.update': { params: withPolicy, body: terms() },
  'signaturePolicies.delete': { params: withPolicy },
})

const denied = { status: 403, code: 'policy_denied' }

describe('a signature policy', () => {
  it('lets the wallet pay listed addresses up to the limit, and nobody else', async () => {
    const ada = await createSigner(host)
    const { id } = await limit(ada)
    await ada.ask(transaction({ to: friend, value: 10n }))
    expect(await ada.refuse(transaction({ to: friend, value: 11n }))).toMatchObject(denied)
    expect(await ada.refuse(transaction({ to: mallory, value: 1n }))).toMatchObject(denied)
    expect(await violations(host)).toMatchObject([
      { violation: 'value_limit', policyId: id, amount: '11', limit: '10' },
      { violation: 'address_denied', policyId: id, participants: [mallory] },
    ])
  })

  it('lets the wallet move only listed assets', async () => {
    const ada = await createSigner(host)
    const pay = (amount: bigint) => {
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [friend, amount] })
      return transaction({ to: usdc, value: 0n, data })
    }
    await limit(ada)
    expect(await ada.refuse(pay(1n))).toMatchObject(denied)
    await limit(ada, terms({ valueLimits: [{ asset: usdc, maxPerCall: '5' }] }))
    await ada.ask(pay(5n))
    expect(await ada.refuse(pay(6n))).toMatchObject(denied)
  })

  it('ends at its instant, and is then as if it had never been', async () => {
    const ada = await createSigner(host)
    const params = { walletId: ada.wallet.walletId, policyId: (await limit(ada)).id }
    await host.mock.clock.advance({ milliseconds: 59_999 })
    expect(await ada.refuse(transaction({ to: mallory }))).toMatchObject(denied)
    expect((await host.call('signaturePolicies.list', { params })).body).toHaveLength(1)
    await host.mock.clock.advance({ milliseconds: 1 })
    await ada.ask(transaction({ to: mallory }))
    expect((await host.call('signaturePolicies.list', { params })).body).toEqual([])
    for (const id of ['signaturePolicies.get', 'signaturePolicies.delete'] as const)
      expect(await host.refuse(id, { params })).toMatchObject({ status: 404 })
    expect(await host.refuse('signaturePolicies.update', { params, body: terms() })).toMatchObject({ status: 404 })
  })

  it('is forgotten after its end when another one is created', async () => {
    const ada = await createSigner(host)
    const stored = () => (host.mock.export().tables.signaturePolicies as { id: string }[]).map(({ id }) => id)
    const first = await limit(ada)
    const second = await limit(ada, terms({}, 120))
    await host.mock.clock.advance({ seconds: 60 })
    expect(stored()).toEqual([first.id, second.id])
    const third = await limit(ada)
    expect(stored()).toEqual([second.id, third.id])
  })

  it('adds to the others of its wallet', async () => {
    const ada = await createSigner(host)
    await limit(ada)
    await limit(ada, terms({ toAddresses: [mallory] }))
    await ada.ask(transaction({ to: friend, value: 10n }))
    await ada.ask(transaction({ to: mallory, value: 10n }))
  })

  it('does not replace the policy of the environment', async () => {
    const ada = await createSigner(host)
    await limit(ada)
    await addRules(host, { addresses: [friend] })
    expect(await ada.refuse(transaction({ to: friend, value: 1n }))).toMatchObject(denied)
  })

  it('is only about its wallet', async () => {
    const ada = await createSigner(host)
    await limit(ada)
    const { walletId } = (await createSigner(host, 'SVM')).wallet
    expect((await host.call('signaturePolicies.list', { params: { walletId } })).body).toEqual([])
    const policyId = (await limit(ada)).id
    expect(await host.refuse('signaturePolicies.get', { params: { walletId, policyId } })).toMatchObject({
      status: 404,
    })
  })

  it('goes away with the wallet, and comes back with it', async () => {
    const ada = await createSigner(host)
    const params = { walletId: ada.wallet.walletId }
    await limit(ada)
    await host.call('wallets.delete', { params })
    expect(await host.refuse('signaturePolicies.list', { params })).toMatchObject({ status: 404 })
    await host.call('wallets.recover', { body: { userId: ada.userId } })
    expect((await host.call('signaturePolicies.list', { params })).body).toHaveLength(1)
  })

  it('is replaced with a time that begins anew', async () => {
    const ada = await createSigner(host)
    const params = { walletId: ada.wallet.walletId, policyId: (await limit(ada)).id }
    await host.mock.clock.advance({ seconds: 30 })
    const { body } = await host.call('signaturePolicies.update', { params, body: terms({ toAddresses: [mallory] }) })
    expect(body).toEqual({
      id: params.policyId,
      walletId: params.walletId,
      expiresAt: new Date(host.mock.clock.now() + 60_000).toISOString(),
      policyContent: terms({ toAddresses: [mallory] }).policyContent,
    })
    expect((await host.call('signaturePolicies.get', { params })).body).toEqual(body)
    await ada.ask(transaction({ to: mallory, value: 1n }))
  })

  it('is deleted with a reply that shows it', async () => {
    const ada = await createSigner(host)
    const policy = await limit(ada)
    const params = { walletId: ada.wallet.walletId, policyId: policy.id }
    expect((await host.call('signaturePolicies.delete', { params })).body).toEqual(policy)
    await ada.ask(transaction({ to: mallory }))
    expect(await host.refuse('signaturePolicies.delete', { params })).toMatchObject({ status: 404 })
  })

  const century = 100 * 365 * 86_400
  const refusals: readonly [string, object, string][] = [
    ['another chain', terms({ chain: 'SVM' }), 'policyContent.0.chain must be EVM, as that of the wallet.'],
    [
      'an address of another chain',
      terms({ toAddresses: ['7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'] }),
      'policyContent.0.toAddresses must be addresses of EVM.',
    ],
    [
      'an asset of another chain',
      terms({ valueLimits: [{ asset: `0x${'a'.repeat(64)}`, maxPerCall: '1' }] }),
      'policyContent.0.valueLimits must name assets of EVM.',
    ],
    [
      'an amount beyond 78 digits',
      terms({ valueLimits: [{ asset: usdc, maxPerCall: '1'.repeat(79) }] }),
      'policyContent.0.valueLimits must have at most 78 digits.',
    ],
    ['a time of more than a hundred years', terms({}, century + 1), 'timeLimit must be at most a hundred years.'],
    ['no time at all', terms({}, 0), 'timeLimit'],
  ]
  it.each(refusals)('is refused for %s, by its name', async (_, body, sentence) => {
    const params = await withWallet()
    const refusal = await host.refuse('signaturePolicies.create', { params, body: body as ReturnType<typeof terms> })
    expect(refusal).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(refusal.body).toMatchObject({ error: expect.stringContaining(sentence) })
    expect((await host.call('signaturePolicies.list', { params })).body).toEqual([])
  })

  it('can be as long as a hundred years, and have amounts of 78 digits', async () => {
    const ada = await createSigner(host)
    const valueLimits = [{ asset: zeroAddress, maxPerCall: '1'.repeat(78) }]
    const { expiresAt } = await limit(ada, terms({ valueLimits }, century))
    expect(expiresAt).toBe(new Date(host.mock.clock.now() + century * 1000).toISOString())
  })

  it('is not for a wallet whose key is not shared', async () => {
    const { id } = await host.mock.create.user({ email: 'ada@example.com' })
    const params = { walletId: (await host.mock.create.wallet(id)).id }
    expect(await host.refuse('signaturePolicies.list', { params })).toMatchObject({ status: 404 })
    expect(await host.refuse('signaturePolicies.get', { params: { ...params, policyId: unknownId } })).toMatchObject({
      status: 404,
    })
  })
})
