import { evmDisguises } from '@latchkey/signing/disguises/evmDisguises'
import { svmDisguises } from '@latchkey/signing/disguises/svmDisguises'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { addRules, createSigner, friend, mallory, type Signer } from '../../../test/people/policyPeople.ts'

const host = createHost()
const denied = { status: 403, code: 'policy_denied' }
const thief = 'Ay7bgYiHsdWXDdmxWcfCF8YpbYYFQqDMKPaM1iCxmFMp'
/** For whom disguises are signed by default. */
const nobody = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
const shop = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'

const cases = [
  {
    chain: 'EVM',
    denies: mallory,
    disguises: evmDisguises({ address: mallory }),
    others: evmDisguises({ address: friend }),
  },
  { chain: 'SVM', denies: thief, disguises: svmDisguises({ address: thief }), others: svmDisguises({ address: shop }) },
] as const

describe.each(cases)('a disguise on $chain', ({ chain, denies, disguises, others }) => {
  let ada: Signer
  beforeEach(async () => {
    ada = await createSigner(host, chain)
    // Both have token accounts on the ledger, unlike the thief.
    for (const owner of [nobody, shop])
      for (const token of ['USDC', 'SOL']) await host.mock.chain.fund(owner, { token, amount: '1' }, 101)
  })

  it.each(disguises)('$name: is signed without a policy, and refused once the address is denied', async (disguise) => {
    const { name, request, isHidden } = disguise
    await ada.ask(request)
    const [rule] = await addRules(host, { chain, addresses: [denies] })
    expect(await ada.refuse(request)).toMatchObject(denied)
    const explanation = await host.mock.policies.explain({ walletId: ada.wallet.walletId, ...request })
    const harmless = others.find((other) => other.name === name)
    if (isHidden) {
      expect(explanation).toMatchObject({ isAllowed: false, violation: 'undecodable' })
      // Nobody sees that it serves somebody else.
      expect(await ada.refuse(harmless!.request)).toMatchObject(denied)
      return
    }
    expect(explanation).toMatchObject({ isAllowed: false, violation: 'address_denied', ruleId: rule?.ruleId })
    await ada.ask(harmless!.request)
  })

  it.each(disguises)('$name: is refused where only somebody else is allowed', async ({ request }) => {
    const somebody = chain === 'EVM' ? friend : shop
    await addRules(host, { chain, ruleType: 'allow', addresses: [somebody] })
    expect(await ada.refuse(request)).toMatchObject(denied)
  })
})

describe('mock.policies.disguises', () => {
  it('makes the disguises of the chain that the address is of', async () => {
    expect(await host.mock.policies.disguises({ address: mallory })).toEqual(evmDisguises({ address: mallory }))
    expect(await host.mock.policies.disguises({ address: thief })).toEqual(svmDisguises({ address: thief }))
  })

  it('refuses an address of another chain', async () => {
    await expect(host.mock.policies.disguises({ address: 'mallory' })).rejects.toThrow(TypeError)
  })
})
