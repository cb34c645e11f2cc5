import { policyRoutes } from '@latchkey/contract/routes/policyRoutes'
import { policyDisguises } from '@latchkey/signing/disguises/policyDisguises'
import { serializeTransaction } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { createControlClient } from '../../../test/support/controlClient.ts'

const control = createControlClient()
const mallory = '0x52908400098527886E0F7030069857D2E4169EE7'
const friend = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const pay = (to: string, value = 7n) =>
  serializeTransaction({ type: 'eip1559', chainId: 1, to: to as `0x${string}`, value })

let walletId: string
beforeEach(async () => {
  const { mock } = control.server
  await mock.create.provider({ provider: 'dynamic' })
  const wallet = await mock.wallets.embedded(await mock.create.user({ email: 'ada@example.com' }), { chain: 'EVM' })
  walletId = wallet.walletId
})

/** Adds rules by the operation. @returns Their ids. */
async function addRules(...rules: object[]): Promise<string[]> {
  const { id, token } = control.server.mock.defaults.environments.sandbox
  const reply = await fetch(`${control.server.url}/api/v0/environments/${id}/waas/policies`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ rulesToAdd: rules.map((rule) => ({ name: 'Rule', chain: 'EVM', ...rule })) }),
  })
  const { policyContent } = (await reply.json()) as { policyContent: { ruleId: string }[] }
  return policyContent.slice(-rules.length).map(({ ruleId }) => ruleId)
}

describe('policies.explain', () => {
  it('names the rule, the reason and who takes part', async () => {
    const [ruleId] = await addRules({ name: 'No Mallory', ruleType: 'deny', addresses: [mallory] })
    const explanation = await control.server.mock.policies.explain({ walletId, message: pay(mallory) })
    expect(explanation).toEqual({
      isAllowed: false,
      kind: 'transaction',
      violation: 'address_denied',
      reason: 'The rule "No Mallory" denies this.',
      ruleId,
      ruleName: 'No Mallory',
      participants: [mallory],
      grants: [{ address: mallory, asset: 'native', amount: '7', chainId: 1 }],
      undecoded: [],
      charges: [],
    })
    expect((await control.post('policies/explain', { walletId, message: pay(mallory) })).body).toEqual(explanation)
  })

  it('says what a limit would count, and leaves no trace', async () => {
    const [ruleId] = await addRules({ ruleType: 'allow', addresses: [friend], valueLimit: { totalLimit: '10' } })
    const before = control.server.mock.export().tables
    for (const _ of [1, 2])
      expect(await control.server.mock.policies.explain({ walletId, message: pay(friend) })).toMatchObject({
        isAllowed: true,
        charges: [{ ruleId, amount: '7' }],
      })
    expect(await control.server.mock.policies.explain({ walletId, message: pay(mallory) })).toMatchObject({
      isAllowed: false,
      reason: `No rule allows this for ${mallory}.`,
    })
    expect(control.server.mock.export().tables).toEqual(before)
  })

  it('lists what cannot be decoded', async () => {
    const message = serializeTransaction({ type: 'eip1559', chainId: 1, to: friend, data: '0x12345678' })
    const { isAllowed, undecoded } = await control.server.mock.policies.explain({ walletId, message })
    expect(isAllowed).toBe(true)
    expect(undecoded).toEqual([`Nobody knows what the call of ${friend} does.`])
  })

  it('asks for a server where a rule keeps users from signing', async () => {
    await addRules({ ruleType: 'deny', operationRestrictions: { blockClientSigning: true } })
    const explain = (by: 'user' | 'delegate') =>
      control.server.mock.policies.explain({ walletId, message: pay(friend), by })
    expect(await explain('user')).toMatchObject({ isAllowed: false, violation: 'client_signing_blocked' })
    expect(await explain('delegate')).toMatchObject({ isAllowed: true })
  })

  it('refuses an unknown wallet, and a context that says something else', async () => {
    const { policies } = control.server.mock
    await expect(policies.explain({ walletId: friend, message: 'hello' })).rejects.toThrow(TypeError)
    const context = { evmMessage: 'bye' }
    await expect(policies.explain({ walletId, message: 'hello', context })).rejects.toThrow(
      'must hash to the bytes of the message',
    )
    expect((await control.post('policies/explain', { walletId })).status).toBe(400)
    expect((await control.post('policies/explain', { walletId, message: 'hello', context })).status).toBe(400)
  })
})

describe('policies.disguises', () => {
  it('are the same over HTTP and from the package', async () => {
    const { body } = await control.post('policies/disguises', { address: mallory })
    expect(body.disguises).toEqual(await policyDisguises({ address: mallory }))
    expect((await control.post('policies/disguises', { address: 'mallory' })).status).toBe(400)
  })

  const solana = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
  const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'

  it.each([
    [{ address: mallory, wallet: 'TXT' }, `the wallet "TXT" is not an address of EVM, as "${mallory}" is.`],
    [{ address: mallory, wallet: solana }, `the wallet "${solana}" is not an address of EVM, as "${mallory}" is.`],
    [{ address: solana, wallet: mallory }, `the wallet "${mallory}" is not an address of Solana, as "${solana}" is.`],
    [{ address: solana, wallet: tokenProgram }, `"${tokenProgram}" is a program of Solana, not an account.`],
    [{ address: tokenProgram }, `"${tokenProgram}" is a program of Solana, not an account.`],
  ])('refuse in process and over HTTP what no library could encode: %j', async (input, reason) => {
    await expect(control.server.mock.policies.disguises(input)).rejects.toThrow(
      new TypeError(`Failed to make disguises: ${reason}`),
    )
    const { status, body } = await control.post('policies/disguises', input)
    expect([status, body.error]).toEqual([400, expect.stringContaining(reason)])
  })

  it.each([0, -1, 1.5, Number.NaN])('refuse the chain id %s', async (chainId) => {
    await expect(control.server.mock.policies.disguises({ address: mallory, chainId })).rejects.toThrow(
      new TypeError(`Failed to make disguises: the chain id ${chainId} is not a whole number from 1.`),
    )
  })

  it('take a wallet in any spelling of its address', async () => {
    const spelled = ['0x' + 'ab'.repeat(20), '0x' + 'AB'.repeat(20)].map((wallet) =>
      control.server.mock.policies.disguises({ address: mallory, wallet }),
    )
    const [small, capital] = await Promise.all(spelled)
    expect(capital).toEqual(small)
  })
})

describe('the routes of policies', () => {
  it('are all called by the tests above', () => {
    expect(Object.keys(policyRoutes).filter((route) => !control.calledRoutes.has(route))).toEqual([])
  })
})
