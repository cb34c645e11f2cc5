import { encodeFunctionData, erc20Abi, hashMessage, keccak256, parseEther } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import {
  addRules,
  createSigner,
  digestOf,
  friend,
  mallory,
  type Signer,
  transaction,
  usdc,
  violations,
} from '../../../test/people/policyPeople.ts'

const host = createHost()
let ada: Signer
beforeEach(async () => {
  ada = await createSigner(host)
})

const transfer = (to: string, amount = 5n) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to as `0x${string}`, amount] })
const denied = { status: 403, code: 'policy_denied' }

describe('a policy of embedded wallets', () => {
  it('lets everything pass without a rule', async () => {
    expect((await ada.ask(transaction({ to: mallory }))).roomId).toEqual(expect.any(String))
  })

  it('refuses a denied address as recipient, opens no room and emits one violation', async () => {
    const [rule] = await addRules(host, { name: 'No Mallory', addresses: [mallory] })
    const { roomId } = await ada.ask(transaction({ to: friend }))
    const rooms = () => (host.mock.export().tables.rooms as { id: string }[]).length
    const before = rooms()
    expect(await ada.refuse(transaction({ to: mallory }))).toMatchObject(denied)
    expect(rooms()).toBe(before)
    expect(roomId).toBeDefined()
    expect(await violations(host)).toEqual([
      {
        walletId: ada.wallet.walletId,
        userId: ada.userId,
        chain: 'EVM',
        chainId: 1,
        violation: 'address_denied',
        ruleId: rule?.ruleId,
        participants: [mallory],
      },
    ])
  })

  it('refuses a denied address as the recipient of a token', async () => {
    await addRules(host, { addresses: [mallory] })
    expect(await ada.refuse(transaction({ to: usdc, value: 0n, data: transfer(mallory) }))).toMatchObject(denied)
    await ada.ask(transaction({ to: usdc, value: 0n, data: transfer(friend) }))
  })

  it('refuses everything outside of the rules that allow something, once there is one', async () => {
    await addRules(host, { ruleType: 'allow', addresses: [friend] })
    await ada.ask(transaction({ to: friend }))
    expect(await ada.refuse(transaction({ to: mallory }))).toMatchObject(denied)
    // The token is called, and nobody has allowed that.
    expect(await ada.refuse(transaction({ to: usdc, value: 0n, data: transfer(friend) }))).toMatchObject(denied)
    await addRules(host, { ruleType: 'allow', addresses: [usdc] })
    await ada.ask(transaction({ to: usdc, value: 0n, data: transfer(friend) }))
    expect(await ada.refuse(transaction({ to: usdc, value: 0n, data: transfer(mallory) }))).toMatchObject(denied)
  })

  it('leaves networks and chains alone that no rule is about', async () => {
    await addRules(host, { ruleType: 'allow', addresses: [friend], chainIds: [137] })
    await ada.ask(transaction({ to: mallory }))
    expect(await ada.refuse(transaction({ to: mallory, chainId: 137 }))).toMatchObject(denied)
    const sol = await createSigner(host, 'SVM')
    await sol.ask({ message: 'hello' })
  })

  it('lets a denied address win over an allowed one', async () => {
    await addRules(host, { ruleType: 'allow' }, { addresses: [mallory] })
    await ada.ask(transaction({ to: friend }))
    expect(await ada.refuse(transaction({ to: mallory }))).toMatchObject(denied)
  })

  it('refuses calldata that nobody can decode, once there is a list of what is allowed', async () => {
    const unknown = transaction({ to: friend, value: 0n, data: '0x12345678' })
    await addRules(host, { addresses: [mallory] })
    await ada.ask(unknown)
    await addRules(host, { ruleType: 'allow', addresses: [friend] })
    expect(await ada.refuse(unknown)).toMatchObject(denied)
    expect((await violations(host)).at(-1)).toMatchObject({ violation: 'undecodable' })
  })

  it('refuses a digest that nothing explains, under any rule', async () => {
    const digest = { message: digestOf(transaction({ to: friend })), isFormatted: true }
    await ada.ask(digest)
    await addRules(host, { addresses: [mallory] })
    expect(await ada.refuse(digest)).toMatchObject(denied)
    const context = {
      evmTransaction: { to: friend, chainId: 1, gas: '100000', nonce: 0, value: String(parseEther('1')) },
    }
    const fees = { maxFeePerGas: '0', maxPriorityFeePerGas: '0' }
    await ada.ask({ ...digest, context: { evmTransaction: { ...context.evmTransaction, ...fees } } })
  })

  it('lets personal messages pass, but not the personal message of a digest', async () => {
    await addRules(host, { ruleType: 'allow', addresses: [friend] })
    const text = 'Welcome aboard'
    await ada.ask({ message: hashMessage(text), isFormatted: true, context: { evmMessage: text } })
    const raw = keccak256('0x01')
    const ofDigest = { message: hashMessage({ raw }), isFormatted: true, context: { evmMessage: { raw } } }
    expect(await ada.refuse(ofDigest)).toMatchObject(denied)
  })

  it('keeps users from signing at all where only servers may', async () => {
    const restriction = { operationRestrictions: { blockClientSigning: true } }
    const [rule] = await addRules(host, restriction)
    expect(await ada.refuse({ message: 'hello' })).toMatchObject(denied)
    expect(await violations(host)).toMatchObject([{ violation: 'client_signing_blocked', ruleId: rule?.ruleId }])
    await host.call('waasPolicies.delete', { body: { ruleIdsToDelete: [rule?.ruleId ?? ''] } })
    await ada.ask({ message: 'hello' })
  })

  it('says nothing about transactions where a rule only blocks an operation', async () => {
    await addRules(host, { operationRestrictions: { blockExport: true } })
    await ada.ask(transaction({ to: mallory }))
  })

  it('refuses an export where it is blocked, with a violation', async () => {
    await addRules(host, { operationRestrictions: { blockExport: true } })
    const body = { exportId: ada.wallet.parties[0]?.identity.keygenId ?? '' }
    const params = { walletId: ada.wallet.walletId }
    expect(await host.refuse('waas.exportPrivateKey', { token: ada.token, params, body })).toMatchObject(denied)
    expect(await violations(host)).toMatchObject([{ violation: 'export_blocked', participants: [] }])
  })

  it('refuses the revocation of a delegation where it is blocked, with a violation', async () => {
    const params = { walletId: ada.wallet.walletId }
    const scheme = { oldThresholdSignatureScheme: 'TWO_OF_TWO', newThresholdSignatureScheme: 'TWO_OF_TWO' } as const
    const clientKeygenIds = [ada.wallet.parties[0]?.identity.keygenId ?? '']
    const body = { clientKeygenIds, ...scheme, revokeDelegation: true }
    await addRules(host, { operationRestrictions: { blockRevocation: true } })
    expect(await host.refuse('waas.reshare', { token: ada.token, params, body })).toMatchObject(denied)
    expect(await violations(host)).toMatchObject([{ violation: 'revocation_blocked' }])
    await host.call('waas.reshare', { token: ada.token, params, body: { ...body, revokeDelegation: false } })
  })

  it('refuses an address or a site that is reported as malicious, wherever there is a rule', async () => {
    await host.mock.chain.flagAddress(mallory)
    await ada.ask(transaction({ to: mallory }))
    await addRules(host, { addresses: [usdc] })
    expect(await ada.refuse(transaction({ to: mallory }))).toMatchObject(denied)
    await host.mock.chain.flagSite('https://drainer.example')
    const context = { domain: 'https://drainer.example' }
    expect(await ada.refuse({ ...transaction({ to: friend }), context })).toMatchObject(denied)
    expect((await violations(host)).map(({ violation }) => violation)).toEqual(['malicious', 'malicious'])
    await ada.ask(transaction({ to: friend }))
  })
})
