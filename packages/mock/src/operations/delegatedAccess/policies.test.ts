import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { delegate, enableDelegation } from '../../../test/people/delegates.ts'
import { addRules, friend, mallory, transaction, violations } from '../../../test/people/policyPeople.ts'

const host = createHost()
const denied = { status: 403, code: 'policy_denied' }

/** A wallet whose user has delegated access, and what its delegate asks to sign. */
async function createDelegate() {
  const { wallet, grant } = await delegate(host, await enableDelegation(host))
  const call = (to: string, value = 1n) => ({
    params: { walletId: grant.walletId },
    headers: { 'x-wallet-api-key': grant.walletApiKey },
    body: transaction({ to: to as `0x${string}`, value }),
  })
  return { wallet, grant, call }
}

describe('a policy for a delegate', () => {
  it('refuses what it refuses to the user, with one violation', async () => {
    const { wallet, call } = await createDelegate()
    const [rule] = await addRules(host, { addresses: [mallory] })
    await host.call('delegatedAccess.signMessage', call(friend))
    expect(await host.refuse('delegatedAccess.signMessage', call(mallory))).toMatchObject(denied)
    expect(await violations(host)).toMatchObject([{ walletId: wallet.walletId, ruleId: rule?.ruleId }])
  })

  it('counts the delegate and the user together', async () => {
    const { wallet, call } = await createDelegate()
    await addRules(host, { ruleType: 'allow', addresses: [friend], valueLimit: { totalLimit: '10' } })
    await host.call('delegatedAccess.signMessage', call(friend, 10n))
    const { params, body } = call(friend)
    expect(await host.refuse('waas.signMessage', { token: wallet.token, params, body })).toMatchObject(denied)
  })

  it('lets the delegate sign where users may not', async () => {
    const { wallet, call } = await createDelegate()
    await addRules(host, { operationRestrictions: { blockClientSigning: true } })
    await host.call('delegatedAccess.signMessage', call(friend))
    const { params, body } = call(friend)
    expect(await host.refuse('waas.signMessage', { token: wallet.token, params, body })).toMatchObject(denied)
  })
})
