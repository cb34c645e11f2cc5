import { erc20Abi, encodeFunctionData } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import {
  addRules,
  createSigner,
  friend,
  mallory,
  type Rule,
  type Signer,
  type SigningBody,
  transaction,
  usdc,
  violations,
} from '../../../test/people/policyPeople.ts'

const host = createHost()
let ada: Signer
beforeEach(async () => {
  ada = await createSigner(host)
})

const denied = { status: 403, code: 'policy_denied' }
const explain = (body: SigningBody, fields: { by?: 'user' | 'delegate' | 'server' } = {}) =>
  host.mock.policies.explain({ walletId: ada.wallet.walletId, ...body, ...fields })
const pay = (to: `0x${string}`) => transaction({ to, value: 7n })
const digest = { message: `0x${'9f'.repeat(32)}`, isFormatted: true }
const text = { message: 'hello' }
const drainer = { context: { domain: 'https://drainer.example' } }

describe('a wallet without a policy', () => {
  it('signs everything', async () => {
    await host.mock.chain.flagAddress(mallory)
    await host.mock.chain.flagSite('https://drainer.example')
    for (const body of [pay(mallory), digest, text, { ...pay(friend), ...drainer }])
      expect(await explain(body)).toMatchObject({ isAllowed: true, charges: [] })
  })

  it.each<Partial<Rule>>([{ chain: 'SVM' }, { chain: 'SVM', operationRestrictions: { blockClientSigning: true } }])(
    'is not judged by the rules of other chains: %o',
    async (rule) => {
      await addRules(host, rule)
      for (const body of [pay(mallory), digest]) expect(await explain(body)).toMatchObject({ isAllowed: true })
    },
  )
})

describe('a rule that keeps users from signing', () => {
  it.each(['delegate', 'server'] as const)('lets a server sign: %s', async (by) => {
    const [rule] = await addRules(host, { operationRestrictions: { blockClientSigning: true } })
    expect(await explain(pay(friend), { by })).toMatchObject({ isAllowed: true })
    expect(await explain(pay(friend))).toMatchObject({
      isAllowed: false,
      violation: 'client_signing_blocked',
      ruleId: rule?.ruleId,
      charges: [],
    })
  })

  it('does not do so where it says that it does not', async () => {
    await addRules(host, { addresses: [mallory], operationRestrictions: { blockClientSigning: false } })
    expect(await explain(pay(friend))).toMatchObject({ isAllowed: true })
  })
})

describe('a message', () => {
  it('passes every rule, whoever asks for it', async () => {
    await host.mock.chain.flagSite('https://drainer.example')
    await addRules(host, {})
    expect(await explain(pay(friend))).toMatchObject({ isAllowed: false, charges: [] })
    expect(await explain({ ...text, ...drainer })).toMatchObject({ isAllowed: true, charges: [] })
  })
})

describe('danger', () => {
  beforeEach(async () => {
    await addRules(host, { addresses: [usdc] })
    await host.mock.chain.flagSite('https://drainer.example')
  })

  it('is a site that is reported as malicious, and no other site', async () => {
    for (const domain of ['https://shop.example', 'no url at all', ''])
      expect(await explain({ ...pay(friend), context: { domain } })).toMatchObject({ isAllowed: true })
    expect(await explain({ ...pay(friend), ...drainer })).toMatchObject({
      isAllowed: false,
      violation: 'malicious',
      charges: [],
    })
  })

  it('is named before a digest that nothing explains', async () => {
    expect(await explain({ ...digest, ...drainer })).toMatchObject({ violation: 'malicious' })
    expect(await explain(digest)).toMatchObject({ isAllowed: false, violation: 'undecodable', charges: [] })
  })

  it('is one of several addresses that take part', async () => {
    await host.mock.chain.flagAddress(mallory)
    const abi = erc20Abi
    const transfer = (to: string) =>
      encodeFunctionData({ abi, functionName: 'transfer', args: [to as `0x${string}`, 1n] })
    const payBy = (to: string) => transaction({ to: friend, value: 0n, data: transfer(to) })
    expect(await explain(payBy(friend))).toMatchObject({ isAllowed: true })
    expect(await explain(payBy(mallory))).toMatchObject({ isAllowed: false, violation: 'malicious' })
  })
})

describe('the participants of a request', () => {
  it('are there once each, without the wallet', async () => {
    const abi = erc20Abi
    const transfer = (to: string) =>
      encodeFunctionData({ abi, functionName: 'transfer', args: [to as `0x${string}`, 1n] })
    const toItself = await explain(transaction({ to: friend, value: 1n, data: transfer(friend) }))
    expect(toItself.participants).toEqual([friend])
    const toWallet = await explain(transaction({ to: friend, value: 1n, data: transfer(ada.wallet.address) }))
    expect(toWallet.participants).toEqual([friend])
  })
})

describe('a violation', () => {
  it('has the amount and the token of a limit', async () => {
    const [rule] = await addRules(host, { ruleType: 'deny', valueLimit: { asset: usdc, maxPerCall: '5' } })
    const abi = erc20Abi
    const data = encodeFunctionData({ abi, functionName: 'transfer', args: [friend, 6n] })
    expect(await ada.refuse(transaction({ to: usdc, value: 0n, data }))).toMatchObject(denied)
    expect(await violations(host)).toEqual([
      {
        walletId: ada.wallet.walletId,
        userId: ada.userId,
        chain: 'EVM',
        chainId: 1,
        violation: 'value_limit',
        ruleId: rule?.ruleId,
        participants: [usdc, friend],
        asset: usdc,
        amount: '6',
        limit: '5',
      },
    ])
  })

  it('has no network where the request counts on all of them', async () => {
    await addRules(host, { addresses: [mallory] })
    const { chainId: _, ...legacy } = { chainId: 1, type: 'legacy' as const, gasPrice: 0n }
    const fields = { to: mallory, chainId: undefined, maxFeePerGas: undefined, maxPriorityFeePerGas: undefined }
    expect(await ada.refuse(transaction({ ...fields, ...legacy } as never))).toMatchObject(denied)
    expect((await violations(host)).at(-1)).not.toHaveProperty('chainId')
  })
})

describe('operations that rules block', () => {
  const params = () => ({ walletId: ada.wallet.walletId })
  const exportKey = () => {
    const body = { exportId: ada.wallet.parties[0]?.identity.keygenId ?? '' }
    return { token: ada.token, params: params(), body }
  }
  const revocation = () => {
    const clientKeygenIds = [ada.wallet.parties[0]?.identity.keygenId ?? '']
    const scheme = { oldThresholdSignatureScheme: 'TWO_OF_TWO', newThresholdSignatureScheme: 'TWO_OF_TWO' } as const
    return { token: ada.token, params: params(), body: { clientKeygenIds, ...scheme, revokeDelegation: true } }
  }

  it('are refused by the rule that blocks them', async () => {
    const [, rule] = await addRules(host, {}, { operationRestrictions: { blockExport: true } })
    expect(await host.refuse('waas.exportPrivateKey', exportKey())).toMatchObject(denied)
    expect(await violations(host)).toMatchObject([{ violation: 'export_blocked', ruleId: rule?.ruleId }])
  })

  it('are allowed where rules block others, or are of another chain', async () => {
    await addRules(
      host,
      { operationRestrictions: { blockRevocation: true } },
      { chain: 'SVM', operationRestrictions: { blockExport: true } },
    )
    expect((await host.call('waas.exportPrivateKey', exportKey())).body).toHaveProperty('roomId')
    expect(await host.refuse('waas.reshare', revocation())).toMatchObject(denied)
  })

  it('let a delegation be revoked where only exports are blocked', async () => {
    await addRules(host, { operationRestrictions: { blockExport: true } })
    expect((await host.call('waas.reshare', revocation())).body).toHaveProperty('roomId')
  })
})
