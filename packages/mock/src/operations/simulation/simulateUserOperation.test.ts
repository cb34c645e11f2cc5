import { encodeFunctionData, parseAbi } from 'viem'
import { entryPoint06Address, entryPoint07Address } from 'viem/account-abstraction'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { unknownId } from '../../../test/contract/environmentRefusals.ts'

const host = createHost()
const owner = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const bob = '0x00000000000000000000000000000000000B0b01'
const abi = parseAbi(['function execute(address target, uint256 value, bytes data) payable'])
let sender: string

beforeEach(async () => {
  sender = (await host.mock.chain.deployWallet({ owners: [owner] })).address
  await host.mock.chain.fund(sender, { ether: '2' }, 1)
})

const operationOf = (value: bigint) => ({
  sender,
  nonce: '0x0',
  callData: encodeFunctionData({ abi, functionName: 'execute', args: [bob, value, '0x'] }),
  callGasLimit: '0x30d40',
  verificationGasLimit: '0x30d40',
  preVerificationGas: '0xc350',
  maxFeePerGas: '0x77359400',
  maxPriorityFeePerGas: '0x3b9aca00',
  signature: '0x',
})
const bodyOf = (operation: object, change: object = {}) => ({
  chainId: '1',
  entryPoint: entryPoint07Address,
  value: '0',
  operation,
  ...change,
})
const simulate = async (operation: object, change?: object) =>
  (await host.call('simulation.simulateUserOperation', { body: bodyOf(operation, change) })).body
const refuse = (operation: object, change?: object) =>
  host.refuse('simulation.simulateUserOperation', { body: bodyOf(operation, change) })

describe('simulation.simulateUserOperation', () => {
  it.each([
    ['0.7', entryPoint07Address, {}],
    ['0.6', entryPoint06Address, { initCode: '0x', paymasterAndData: '0x' }],
  ])('shows what an operation of entry point %s moves, and keeps nothing of it', async (_, entryPoint, fields) => {
    const before = host.mock.export().tables
    const reply = await simulate({ ...operationOf(10n ** 18n), ...fields }, { entryPoint })
    expect(reply).toMatchObject({
      inAssets: [],
      outAssets: [{ asset: { symbol: 'ETH' }, transferOut: [{ value: '1' }] }],
      validation: { result: 'Benign' },
    })
    expect(reply.counterparties).toContain(bob)
    expect(host.mock.export().tables).toEqual(before)
  })

  it('shows why the call of the operation would fail', async () => {
    expect((await simulate(operationOf(3n * 10n ** 18n))).validation).toMatchObject({
      result: 'Error',
      classification: 'execution_failed',
    })
  })

  it('shows why the entry point refuses an operation', async () => {
    const { validation, outAssets } = await simulate({ ...operationOf(1n), nonce: '0x5' })
    expect(outAssets).toEqual([])
    expect(validation).toMatchObject({ result: 'Error', reason: expect.stringContaining('AA25') })
    expect((await simulate(operationOf(1n), { entryPoint: bob })).validation).toMatchObject({
      result: 'Error',
      reason: 'The entry point is not supported.',
    })
  })

  it('finds a flagged address, the paymaster among them, and a flagged site', async () => {
    await host.mock.chain.flagSite('drain.example.com')
    const site = await simulate(operationOf(1n), { domain: 'drain.example.com' })
    expect(site.validation).toMatchObject({ result: 'Malicious', classification: 'known_malicious_site' })
    await host.mock.chain.flagAddress(owner)
    const paid = await simulate({ ...operationOf(1n), paymaster: owner })
    expect(paid.validation).toMatchObject({ result: 'Malicious', description: owner })
    await host.mock.chain.flagAddress(bob)
    expect((await simulate(operationOf(1n))).validation).toMatchObject({ result: 'Malicious', description: bob })
  })

  it.each<[string, object, object, number, string]>([
    ['a sender that is not an address', { sender: 'nobody' }, {}, 422, 'invalid_chain_address_match'],
    ['no sender', { sender: undefined }, {}, 400, 'validation_failed'],
    ['an unknown network', {}, { chainId: '2' }, 422, 'unable_to_fetch_balances'],
    ['a value that is not a number', {}, { value: 'much' }, 400, 'validation_failed'],
    ['an entry point of another chain', {}, { entryPoint: 'z'.repeat(40) }, 422, 'invalid_chain_address_match'],
  ])('refuses %s', async (...[, fields, change, status, code]) => {
    expect(await refuse({ ...operationOf(1n), ...fields }, change)).toMatchObject({ status, code })
  })

  it('refuses where the settings turn simulation off, and an unknown environment', async () => {
    const body = bodyOf(operationOf(1n))
    const params = { environmentId: unknownId }
    expect((await host.refuse('simulation.simulateUserOperation', { body, params })).status).toBe(404)
    await host.mock.settings.patch({ sdk: { embeddedWallets: { transactionSimulation: false } } })
    expect(await refuse(operationOf(1n))).toMatchObject({ status: 422, code: 'provider_not_available' })
  })
})
