import { encodeFunctionData, erc20Abi, hashTypedData, parseAbi, zeroHash } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import {
  addRules,
  createSigner,
  friend,
  mallory,
  type Signer,
  usdc,
  violations,
} from '../../../test/people/policyPeople.ts'

const host = createHost()
let ada: Signer
beforeEach(async () => {
  ada = await createSigner(host)
})

const denied = { status: 403, code: 'policy_denied' }
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const entryPoint = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'

interface Asked {
  readonly contract: string
  readonly primaryType: string
  readonly members: Readonly<Record<string, string>>
  readonly message: object
}

/** Asks for a signature over typed data, by the names and types of its members. */
function typed({ contract, primaryType, members, message }: Asked) {
  const typedData = {
    domain: { name: primaryType, version: '1', chainId: 1, verifyingContract: contract },
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      [primaryType]: Object.entries(members).map(([name, type]) => ({ name, type })),
    },
    primaryType,
    message,
  }
  const context = { evmTypedData: typedData as never }
  return { message: hashTypedData(typedData as never), isFormatted: true, context }
}

describe('a permit as DAI has it', () => {
  const members = { holder: 'address', spender: 'address', nonce: 'uint256', expiry: 'uint256', allowed: 'bool' }
  const permit = (allowed: boolean, spender = friend) =>
    typed({
      contract: dai,
      primaryType: 'Permit',
      members,
      message: { holder: ada.wallet.address, spender, nonce: '0', expiry: '0', allowed },
    })

  it('lets its spender take everything where it allows, so no limit is enough', async () => {
    const valueLimit = { asset: dai, maxPerCall: '1000000000000000000000' }
    await addRules(host, { ruleType: 'allow', addresses: [dai, friend], valueLimit })
    expect(await ada.refuse(permit(true))).toMatchObject(denied)
    expect(await violations(host)).toMatchObject([{ violation: 'value_limit', asset: dai }])
  })

  it('moves nothing where it takes the right back', async () => {
    await addRules(host, { ruleType: 'allow', addresses: [dai, friend], valueLimit: { asset: dai, maxPerCall: '1' } })
    expect((await ada.ask(permit(false))).roomId).toEqual(expect.any(String))
  })

  it('names its spender either way', async () => {
    await addRules(host, { addresses: [mallory] })
    expect(await ada.refuse(permit(true, mallory))).toMatchObject(denied)
    expect(await ada.refuse(permit(false, mallory))).toMatchObject(denied)
    await ada.ask(permit(true))
  })

  it('is only about the contract of the domain', async () => {
    await addRules(host, { ruleType: 'deny', valueLimit: { asset: usdc, maxPerCall: '1' } })
    await ada.ask(permit(true))
    await addRules(host, { ruleType: 'deny', valueLimit: { asset: dai, maxPerCall: '1' } })
    expect(await ada.refuse(permit(true))).toMatchObject(denied)
  })
})

describe('a packed user operation as typed data', () => {
  const members = {
    sender: 'address',
    nonce: 'uint256',
    initCode: 'bytes',
    callData: 'bytes',
    accountGasLimits: 'bytes32',
    preVerificationGas: 'uint256',
    gasFees: 'bytes32',
    paymasterAndData: 'bytes',
  }
  const execute = parseAbi(['function execute(address target, uint256 value, bytes data)'])
  const operation = (to: string, { paymasterAndData = '0x', initCode = '0x' } = {}) => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to as `0x${string}`, 5n] })
    const callData = encodeFunctionData({ abi: execute, args: [usdc, 0n, data] })
    const gas = { accountGasLimits: zeroHash, preVerificationGas: '0', gasFees: zeroHash }
    const message = { sender: ada.wallet.address, nonce: '0', initCode, callData, ...gas, paymasterAndData }
    return typed({ contract: entryPoint, primaryType: 'PackedUserOperation', members, message })
  }

  it('does what its call does: a denied recipient is refused, and others are not', async () => {
    await addRules(host, { addresses: [mallory] })
    await ada.ask(operation(friend))
    expect(await ada.refuse(operation(mallory))).toMatchObject(denied)
    expect(await violations(host)).toMatchObject([{ violation: 'address_denied', chainId: 1 }])
  })

  it('counts only on the network of its domain', async () => {
    await addRules(host, { addresses: [mallory], chainIds: [137] })
    await ada.ask(operation(mallory))
    await addRules(host, { addresses: [mallory], chainIds: [1] })
    expect(await ada.refuse(operation(mallory))).toMatchObject(denied)
  })

  it('counts what its call moves', async () => {
    const valueLimit = { asset: usdc, maxPerCall: '4' }
    await addRules(host, { valueLimit })
    expect(await ada.refuse(operation(friend))).toMatchObject(denied)
    expect(await violations(host)).toMatchObject([{ violation: 'value_limit', amount: '5', limit: '4' }])
  })

  it('names its paymaster and its factory', async () => {
    await addRules(host, { addresses: [mallory] })
    expect(await ada.refuse(operation(friend, { paymasterAndData: `${mallory}${'00'.repeat(32)}` }))).toMatchObject(
      denied,
    )
    expect(await ada.refuse(operation(friend, { initCode: `${mallory}1234` }))).toMatchObject(denied)
    await ada.ask(operation(friend, { initCode: `${friend}1234` }))
  })

  it('is refused under any rule without the members that it should have', async () => {
    const { callData: _, ...fewer } = members
    const message = { sender: ada.wallet.address, nonce: '0', initCode: '0x', accountGasLimits: zeroHash }
    const rest = { preVerificationGas: '0', gasFees: zeroHash, paymasterAndData: '0x' }
    await addRules(host, { addresses: [mallory] })
    expect(
      await ada.refuse(
        typed({
          contract: entryPoint,
          primaryType: 'PackedUserOperation',
          members: fewer,
          message: { ...message, ...rest },
        }),
      ),
    ).toMatchObject(denied)
    expect(await violations(host)).toMatchObject([{ violation: 'undecodable' }])
  })
})
