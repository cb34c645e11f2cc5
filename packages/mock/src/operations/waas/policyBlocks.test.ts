import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import {
  addRules,
  createSigner,
  friend,
  mallory,
  type Rule,
  type Signer,
  transaction,
} from '../../../test/people/policyPeople.ts'

const host = createHost()
let ada: Signer
beforeEach(async () => {
  ada = await createSigner(host)
})

const denied = { status: 403, code: 'policy_denied' }
const operationRestrictions = { blockExport: true }
const exportKey = async () => {
  const body = { exportId: ada.wallet.parties[0]?.identity.keygenId ?? '' }
  return host.refuse('waas.exportPrivateKey', { token: ada.token, params: { walletId: ada.wallet.walletId }, body })
}

describe('a rule that blocks exports', () => {
  it.each<[string, Partial<Rule>]>([
    ['one address', { address: mallory }],
    ['a list of addresses', { addresses: [mallory] }],
    ['an address and its network', { address: mallory, chainId: 1 }],
  ])('also denies payments to %s', async (_, fields) => {
    await addRules(host, { ...fields, operationRestrictions })
    expect(await ada.refuse(transaction({ to: mallory }))).toMatchObject(denied)
    await ada.ask(transaction({ to: friend }))
    expect(await exportKey()).toMatchObject(denied)
  })

  it.each<[string, Partial<Rule>]>([
    ['one network', { chainId: 137 }],
    ['a list of networks', { chainIds: [137] }],
  ])('also denies payments on %s', async (_, fields) => {
    await addRules(host, { ...fields, operationRestrictions })
    expect(await ada.refuse(transaction({ to: friend, chainId: 137 }))).toMatchObject(denied)
    await ada.ask(transaction({ to: friend }))
  })

  it('allows one address beside it, and nobody else', async () => {
    await addRules(host, { ruleType: 'allow', address: friend, operationRestrictions })
    await ada.ask(transaction({ to: friend }))
    expect(await ada.refuse(transaction({ to: mallory }))).toMatchObject(denied)
  })

  it('limits an amount beside it', async () => {
    await addRules(host, { valueLimit: { maxPerCall: '1' }, operationRestrictions })
    await ada.ask(transaction({ to: friend, value: 1n }))
    expect(await ada.refuse(transaction({ to: friend, value: 2n }))).toMatchObject(denied)
  })
})
