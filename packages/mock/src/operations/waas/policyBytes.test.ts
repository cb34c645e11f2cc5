import {
  encodeFunctionData,
  erc20Abi,
  hashTypedData,
  hexToString,
  keccak256,
  parseAbi,
  serializeTransaction,
  toHex,
} from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import {
  addRules,
  createSigner,
  disguiseOf,
  friend,
  mallory,
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
const execute = parseAbi(['function execute(address target, uint256 value, bytes data)'])
const pay = (to: string) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to as `0x${string}`, 1n] })
const nested = (depth: number, inner: `0x${string}`): `0x${string}` =>
  depth === 0
    ? inner
    : encodeFunctionData({ abi: execute, functionName: 'execute', args: [usdc, 0n, nested(depth - 1, inner)] })

/** Is refused for what it hides as soon as there is any rule, although the rule is about somebody else. */
async function expectHidden(body: SigningBody) {
  await ada.ask(body)
  await addRules(host, { addresses: [mallory] })
  expect(await ada.refuse(body)).toMatchObject(denied)
  expect((await violations(host)).at(-1)).toMatchObject({ violation: 'undecodable' })
}

describe('what the service cannot see', () => {
  it('passes where rules only deny, if it is the function of an unknown contract', async () => {
    await addRules(host, { addresses: [mallory] })
    await ada.ask(transaction({ to: usdc, value: 0n, data: `0xdeadbeef${pay(friend).slice(2)}` }))
  })

  it('passes where rules only deny, if it is the code of a new contract', async () => {
    await addRules(host, { addresses: [mallory] })
    const creation = transaction({ value: 0n, data: '0x6000' })
    await ada.ask(creation)
    await addRules(host, { ruleType: 'allow', addresses: [friend] })
    expect(await ada.refuse(creation)).toMatchObject(denied)
  })

  it('is refused under any rule beyond eight calls inside of each other', async () => {
    await expectHidden(transaction({ to: usdc, value: 0n, data: nested(9, pay(friend)) }))
    await ada.ask(transaction({ to: usdc, value: 0n, data: nested(8, pay(friend)) }))
  })

  it('is refused under any rule in an envelope that is not known', async () => {
    await expectHidden({ message: '0x7e01020304' })
  })

  it('is refused under any rule in typed data of which only hashes are left', async () => {
    await expectHidden({ message: `0x1901${'11'.repeat(64)}` })
  })

  it('is refused under any rule in a transaction that is not in its canonical encoding', async () => {
    const { message } = transaction({ to: friend })
    await expectHidden({ message: `${message}00` })
  })

  it('is refused under any rule in a batch whose arguments do not decode', async () => {
    await expectHidden(
      transaction({ to: usdc, value: 0n, data: nested(1, pay(friend)).slice(0, 100) as `0x${string}` }),
    )
  })

  it('is refused under any rule in an execution of an unknown mode', async () => {
    const abi = parseAbi(['function execute(bytes32 mode, bytes data)'])
    const data = encodeFunctionData({ abi, args: [`0xfe${'0'.repeat(62)}`, '0x'] })
    await expectHidden(transaction({ to: usdc, value: 0n, data }))
  })
})

describe('typed data that accounts wrap around what an application asks for', () => {
  const wrap = (primaryType: string, member: { name: string; type: string }, value: unknown): SigningBody => {
    const typedData = {
      domain: { name: 'Account', chainId: 1, verifyingContract: friend },
      types: { [primaryType]: [member] },
      primaryType,
      message: { [member.name]: value },
    }
    return {
      message: hashTypedData(typedData as never),
      isFormatted: true,
      context: { evmTypedData: typedData as never },
    }
  }
  const text = (content: string) => toHex(`\x19Ethereum Signed Message:\n${content.length}${content}`)

  it.each([
    ['SafeMessage', { name: 'message', type: 'bytes' }],
    ['PersonalSign', { name: 'prefixed', type: 'bytes' }],
  ] as const)('passes as %s of a text, and is refused for a digest', async (primaryType, member) => {
    await addRules(host, { addresses: [mallory] })
    await ada.ask(wrap(primaryType, member, toHex('I agree.')))
    await ada.ask(wrap(primaryType, member, text('I agree.')))
    expect(await ada.refuse(wrap(primaryType, member, keccak256('0x01')))).toMatchObject(denied)
    expect(await ada.refuse(wrap(primaryType, member, `0x1901${'11'.repeat(64)}`))).toMatchObject(denied)
    expect((await violations(host)).at(-1)).toMatchObject({ violation: 'undecodable' })
  })

  it('passes as a struct of fields that nobody knows, none of which is only a digest', async () => {
    await addRules(host, { addresses: [mallory] })
    const typedData = {
      domain: { name: 'Game', chainId: 1 },
      types: {
        Move: [
          { name: 'salt', type: 'bytes32' },
          { name: 'field', type: 'uint256' },
        ],
      },
      primaryType: 'Move',
      message: { salt: keccak256('0x01'), field: '4' },
    }
    const message = hashTypedData(typedData as never)
    await ada.ask({ message, isFormatted: true, context: { evmTypedData: typedData as never } })
  })

  it.each([
    [{ name: 'verifyingContract', type: 'bytes32' }, `0x${'22'.repeat(32)}`],
    [{ name: 'chainId', type: 'int64' }, 1],
  ] as const)('is malformed with the domain member %o, with rules and without', async (member, value) => {
    const typedData = {
      domain: { [member.name]: value },
      types: { EIP712Domain: [member], Mail: [{ name: 'to', type: 'address' }] },
      primaryType: 'Mail',
      message: { to: friend },
    }
    const message = hashTypedData(typedData as never)
    const body = { message, isFormatted: true, context: { evmTypedData: typedData as never } }
    expect(await ada.refuse(body)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('EIP712Domain') },
    })
    await addRules(host, { addresses: [mallory] })
    expect(await ada.refuse(body)).toMatchObject({ status: 400 })
  })
})

describe('the entry point of a user operation', () => {
  it.each(['entry point of a user operation (0.7)', 'call of a user operation at the entry point 0.8'])(
    'takes part in every version: %s',
    async (name) => {
      const request = await disguiseOf(host, usdc, name)
      const entryPoint = name.includes('0.8') ? '0x4337084d9e255ff0702461cf8895ce9e3b5ff108' : usdc
      await addRules(host, { addresses: [entryPoint] })
      expect(await ada.refuse(request)).toMatchObject(denied)
      expect((await violations(host)).at(-1)).toMatchObject({ violation: 'address_denied' })
    },
  )
})

describe('a disguise in bytes', () => {
  it('does not help a payment that is written as a text', async () => {
    // Each byte is a part of a well-formed text, the last one of the address too.
    const address = `0x${'61'.repeat(19)}c2` as const
    const raw = serializeTransaction({
      type: 'legacy',
      nonce: 0x81c2,
      gasPrice: 0x010101c2n,
      gas: 0x52c2n,
      to: address,
      value: 0x01010101010101c2n,
    })
    const message = hexToString(raw)
    expect(toHex(message)).toBe(raw)
    await ada.ask({ message })
    await addRules(host, { addresses: [address] })
    expect(await ada.refuse({ message })).toMatchObject(denied)
    await ada.ask({ message: 'a plain text' })
  })

  it('does not help a personal message that is written with its prefix and holds a digest', async () => {
    const digest = keccak256('0x01')
    const message = `0x${Buffer.from('\x19Ethereum Signed Message:\n32').toString('hex')}${digest.slice(2)}`
    await expectHidden({ message })
    const text = `0x${Buffer.from('\x19Ethereum Signed Message:\n5hello').toString('hex')}`
    await ada.ask({ message: text })
  })

  it('does not help typed data whose domain claims what is not signed', async () => {
    const typedData = {
      domain: { name: 'USD Coin', chainId: 1, verifyingContract: friend as `0x${string}` },
      types: {
        EIP712Domain: [{ name: 'name', type: 'string' }],
        Permit: ['owner', 'spender']
          .map((name) => ({ name, type: 'address' }))
          .concat({ name: 'value', type: 'uint256' }),
      },
      primaryType: 'Permit',
      message: { owner: friend, spender: friend, value: '1' },
    } as const
    const message = hashTypedData(typedData as never)
    const body = { message, isFormatted: true, context: { evmTypedData: typedData as never } }
    // The contract and the network are not signed, so that the permit counts wherever somebody takes it.
    await addRules(host, { ruleType: 'allow', addresses: [friend], chainIds: [1] })
    expect(await ada.refuse(body)).toMatchObject(denied)
  })

  it('does not help a payment to the sender of a user operation that lies in another call', async () => {
    const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
    const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
    const handleOps = await disguiseOf(host, friend, 'user operation at its entry point')
    const sender = '0x00000000000000000000000000000000000acc07'
    const abi = parseAbi(['function aggregate((address target, bytes callData)[] calls) payable'])
    const { parseTransaction } = await import('viem')
    const { data = '0x' } = parseTransaction(handleOps.message as `0x${string}`)
    const batch = (first: string) => {
      const calls = [
        { target: usdc, callData: pay(first) },
        { target: entryPoint, callData: data },
      ] as const
      return transaction({ to: multicall3, value: 0n, data: encodeFunctionData({ abi, args: [calls] }) })
    }
    const addresses = [multicall3, usdc, entryPoint, friend]
    await addRules(host, { ruleType: 'allow', addresses })
    // Who gets the fee is somebody as well.
    expect(await ada.refuse(batch(friend))).toMatchObject(denied)
    await addRules(host, { ruleType: 'allow', addresses: [sender], valueLimit: { maxPerCall: '0' } })
    await ada.ask(batch(friend))
    expect(await ada.refuse(batch(sender))).toMatchObject(denied)
  })

  it('lets a delegation for every chain count on the chain of a rule', async () => {
    await addRules(host, { addresses: [mallory], chainIds: [8453] })
    const request = (name: string) => disguiseOf(host, mallory, name)
    await ada.ask(await request('delegation to code'))
    expect(await ada.refuse(await request('delegation to code on every chain'))).toMatchObject(denied)
    expect(await ada.refuse(await request('payment before EIP-155'))).toMatchObject(denied)
  })

  it('needs a rule for every network where a delegation counts everywhere', async () => {
    const request = await disguiseOf(host, friend, 'delegation to code on every chain')
    await addRules(host, { ruleType: 'allow', addresses: [friend], chainIds: [1] })
    expect(await ada.refuse(request)).toMatchObject(denied)
    await addRules(host, { ruleType: 'allow', addresses: [friend] })
    await ada.ask(request)
  })
})
