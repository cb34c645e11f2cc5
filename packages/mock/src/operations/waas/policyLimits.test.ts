import fc from 'fast-check'
import { encodeFunctionData, erc20Abi, parseAbi, parseEther, zeroAddress } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import {
  addRules,
  createSigner,
  digestOf,
  disguiseOf,
  friend,
  mallory,
  type Rule,
  type Signer,
  transaction,
  usdc,
  violations,
} from '../../../test/people/policyPeople.ts'
import { signInRoom } from '../../../test/people/waasPeople.ts'

const host = createHost()
let ada: Signer
beforeEach(async () => {
  ada = await createSigner(host)
})

const nftAbi = parseAbi([
  'function approve(address to, uint256 id)',
  'function transferFrom(address from, address to, uint256 id)',
])
const denied = { status: 403, code: 'policy_denied' }
const pay = (value: bigint, to: string = friend) => transaction({ to: to as `0x${string}`, value })
const token = (functionName: 'transfer' | 'approve', amount: bigint, to: string = friend) => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName, args: [to as `0x${string}`, amount] })
  return transaction({ to: usdc, value: 0n, data })
}
const allow = (fields: Partial<Rule>) => addRules(host, { ruleType: 'allow', ...fields })
const limited = (valueLimit: NonNullable<Rule['valueLimit']>) => allow({ addresses: [friend], valueLimit })
const signed = async (value: bigint) => {
  const body = pay(value)
  const { roomId } = await ada.ask(body)
  await signInRoom(host, ada.wallet, { roomId, message: digestOf(body).slice(2) })
}

describe('a limit per call', () => {
  it('is exact at its boundary, beyond the numbers of JSON', async () => {
    const [rule] = await limited({ maxPerCall: '1000000000000000001' })
    await ada.ask(pay(1_000_000_000_000_000_001n))
    expect(await ada.refuse(pay(1_000_000_000_000_000_002n))).toMatchObject(denied)
    expect(await violations(host)).toMatchObject([
      {
        violation: 'value_limit',
        ruleId: rule?.ruleId,
        amount: '1000000000000000002',
        limit: '1000000000000000001',
        participants: [friend],
      },
    ])
  })

  it('is only about its asset, and lets its token be called', async () => {
    await limited({ asset: usdc, maxPerCall: '10' })
    await ada.ask(token('transfer', 10n))
    expect(await ada.refuse(token('transfer', 11n))).toMatchObject(denied)
    expect(await ada.refuse(pay(1n))).toMatchObject(denied)
    expect(await ada.refuse(token('transfer', 1n, mallory))).toMatchObject(denied)
  })

  it('counts an allowance as if it were spent', async () => {
    await limited({ asset: usdc, maxPerCall: '10' })
    await ada.ask(token('approve', 10n))
    expect(await ada.refuse(token('approve', 2n ** 256n - 1n))).toMatchObject(denied)
  })

  describe('on NFTs of ERC-721, whose calls have an id where those of ERC-20 have an amount', () => {
    const punks = '0xb47e3cd837ddf8e4c57f05d70ab865de6e193bbb'
    const nft = (functionName: 'approve' | 'transferFrom', id: bigint, to: string = friend) => {
      const args = functionName === 'approve' ? [to, id] : [ada.wallet.address, to, id]
      return transaction({
        to: punks,
        value: 0n,
        data: encodeFunctionData({ abi: nftAbi, functionName, args } as never),
      })
    }
    beforeEach(async () => {
      await host.mock.chain.grantNft({ owner: ada.wallet.address, networkId: 1, contractAddress: punks, tokenId: '77' })
      await limited({ asset: punks, maxPerCall: '1' })
    })

    it('counts an NFT of any id as one', async () => {
      await ada.ask(nft('transferFrom', 77n))
      await ada.ask(nft('approve', 77n))
      expect(await ada.refuse(nft('transferFrom', 77n, mallory))).toMatchObject(denied)
    })

    it('does not take the NFT with the id 0 for nothing', async () => {
      await ada.ask(nft('approve', 0n))
      expect(await ada.refuse(nft('approve', 0n, mallory))).toMatchObject(denied)
    })

    it('names whoever is approved at a contract that nobody knows, for 0 is an id as well', async () => {
      const unknown = '0x00000000000000000000000000000000000c0de7'
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [mallory, 0n] })
      const request = transaction({ to: unknown, value: 0n, data })
      await allow({ addresses: [unknown] })
      expect(await ada.refuse(request)).toMatchObject(denied)
      await allow({ addresses: [mallory], valueLimit: { asset: unknown, maxPerCall: '1' } })
      await ada.ask(request)
    })

    it('lets an approval be taken back', async () => {
      await ada.ask(nft('approve', 77n, zeroAddress))
    })
  })

  it('counts the payments inside of one request together', async () => {
    const abi = parseAbi([
      'function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls) payable',
    ])
    const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
    const batch = (...values: bigint[]) => {
      const calls = values.map((value) => ({ target: friend, allowFailure: false, value, callData: '0x' }) as const)
      const data = encodeFunctionData({ abi, args: [calls] })
      return transaction({ to: multicall3, value: values.reduce((sum, value) => sum + value, 0n), data })
    }
    await limited({ maxPerCall: '10' })
    await allow({ addresses: [multicall3], valueLimit: { maxPerCall: '0' } })
    await ada.ask(batch(5n, 5n))
    expect(await ada.refuse(batch(5n, 6n))).toMatchObject(denied)
  })

  it('of a rule that denies refuses what goes beyond it, and leaves the rest alone', async () => {
    await addRules(host, { addresses: [friend], valueLimit: { maxPerCall: '10' } })
    await ada.ask(pay(10n))
    await ada.ask(pay(11n, mallory))
    expect(await ada.refuse(pay(11n))).toMatchObject(denied)
  })

  it('never lets all power over the account pass', async () => {
    await limited({ maxPerCall: String(2n ** 256n - 1n) })
    expect(await ada.refuse(await disguiseOf(host, friend, 'delegation to code'))).toMatchObject(denied)
  })
})

describe('a limit of the currency', () => {
  const tenth = parseEther('0.1')
  const gasFor = (wei: bigint) => ({ gas: 1_000_000n, maxFeePerGas: wei / 1_000_000n, maxPriorityFeePerGas: 0n })
  const expensive = gasFor(parseEther('300'))

  it('counts the fee that a transaction may cost, exactly', async () => {
    const [rule] = await limited({ maxPerCall: String(tenth) })
    const half = { to: friend, value: tenth / 2n } as const
    await ada.ask(transaction({ ...half, ...gasFor(tenth / 2n) }))
    expect(await ada.refuse(transaction({ ...half, ...gasFor(tenth / 2n + 1_000_000n) }))).toMatchObject(denied)
    expect(await ada.refuse(transaction({ to: friend, value: 0n, ...expensive }))).toMatchObject(denied)
    expect((await violations(host)).at(-1)).toMatchObject({
      violation: 'value_limit',
      ruleId: rule?.ruleId,
      amount: String(parseEther('300')),
    })
    const legacy = transaction({
      type: 'legacy',
      ...half,
      gas: 1_000_000n,
      gasPrice: tenth,
      maxFeePerGas: undefined,
      maxPriorityFeePerGas: undefined,
    } as never)
    expect(await ada.refuse(legacy)).toMatchObject(denied)
  })

  it('counts the fee of a transaction that only its context shows', async () => {
    await limited({ maxPerCall: String(tenth) })
    const ask = (gas: bigint) => {
      const { message } = transaction({
        to: friend,
        value: 1n,
        gas,
        maxFeePerGas: 1_000_000_000n,
        maxPriorityFeePerGas: 0n,
      })
      const evmTransaction = {
        to: friend,
        chainId: 1,
        value: '1',
        nonce: 0,
        gas: String(gas),
        maxFeePerGas: '1000000000',
        maxPriorityFeePerGas: '0',
      }
      return { message: digestOf({ message }), isFormatted: true, context: { evmTransaction } }
    }
    await ada.ask(ask(99_000_000n))
    expect(await ada.refuse(ask(101_000_000n))).toMatchObject(denied)
  })

  it('counts the fee of a user operation unless a paymaster pays', async () => {
    const [named] = [await disguiseOf(host, friend, 'paymaster of a user operation')]
    const entryPointDisguise = await disguiseOf(host, friend, 'entry point of a user operation (0.7)')
    await limited({ maxPerCall: '2' })
    await allow({ addresses: ['0x0000000071727de22e5e9d8baf0edac6f37da032', usdc], valueLimit: { maxPerCall: '0' } })
    await ada.ask(named)
    expect(await ada.refuse(entryPointDisguise)).toMatchObject(denied)
    expect((await violations(host)).at(-1)).toMatchObject({ violation: 'value_limit', amount: '3', limit: '2' })
  })

  it('is not passed by a token that another rule allows, and counts no fee where only a token is limited', async () => {
    const transfer = { ...token('transfer', 1n) }
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [friend, 1n] })
    const costly = transaction({ to: usdc, value: 0n, data, ...expensive })
    await limited({ asset: usdc, maxPerCall: '10' })
    await ada.ask(transfer)
    await ada.ask(costly)
    await limited({ maxPerCall: String(tenth) })
    await ada.ask(transfer)
    expect(await ada.refuse(costly)).toMatchObject(denied)
  })

  it('counts fees in total, and in rules that deny', async () => {
    await addRules(host, { valueLimit: { totalLimit: String(tenth) } })
    await ada.ask(transaction({ to: friend, value: 0n, ...gasFor(tenth) }))
    expect(await ada.refuse(pay(1n))).toMatchObject(denied)
  })
})

describe('a total limit', () => {
  it('is never exceeded by ten rooms at a time', async () => {
    await limited({ totalLimit: '25' })
    const params = { walletId: ada.wallet.walletId }
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        host.call('waas.signMessage', { token: ada.token, params, body: pay(10n) }).then(
          () => 'room',
          () => 'refused',
        ),
      ),
    )
    expect(replies.filter((reply) => reply === 'room')).toHaveLength(2)
    expect((await violations(host)).at(-1)).toMatchObject({ violation: 'value_limit', amount: '30', limit: '25' })
    await ada.ask(pay(5n))
    expect(await ada.refuse(pay(1n))).toMatchObject(denied)
  })

  it('is never exceeded, whatever is signed, abandoned and asked for in between', async () => {
    const steps = fc.array(fc.tuple(fc.bigInt({ min: 1n, max: 9n }), fc.constantFrom('sign', 'leave', 'expire')), {
      minLength: 4,
      maxLength: 8,
    })
    const property = fc.asyncProperty(steps, async (plan) => {
      const before = host.mock.snapshot()
      await limited({ totalLimit: '20' })
      let spent = 0n
      let reserved = 0n
      for (const [value, end] of plan) {
        const isAllowed = spent + reserved + value <= 20n
        if (!isAllowed) {
          expect(await ada.refuse(pay(value))).toMatchObject(denied)
          continue
        }
        if (end === 'sign') {
          await signed(value)
          spent += value
          continue
        }
        await ada.ask(pay(value))
        reserved += value
        if (end === 'expire') {
          await host.mock.clock.advance({ minutes: 10 })
          reserved = 0n
        }
      }
      host.mock.restore(before)
    })
    await fc.assert(property, { numRuns: 6, seed: 7 })
  })

  it('has room again when rooms expire unsigned, and none when they have signed', async () => {
    await limited({ totalLimit: '10' })
    await ada.ask(pay(10n))
    expect(await ada.refuse(pay(1n))).toMatchObject(denied)
    await host.mock.clock.advance({ minutes: 10 })
    await signed(10n)
    await host.mock.clock.advance({ minutes: 90 })
    expect(await ada.refuse(pay(1n))).toMatchObject(denied)
  })

  it('has room again when the ceremony fails', async () => {
    await limited({ totalLimit: '10' })
    await host.mock.rooms.failNext('sign', 'party_left')
    await expect(signed(10n)).rejects.toThrow()
    await ada.ask(pay(10n))
  })

  it('counts per wallet', async () => {
    await limited({ totalLimit: '10' })
    await ada.ask(pay(10n))
    const { token: other } = await host.mock.signIn(await host.mock.create.user({ email: 'grace@example.com' }))
    const { body } = await host.call('embeddedWallets.create', {
      body: { type: 'email', identifier: 'grace@example.com', chains: ['EVM'] },
    })
    const params = { walletId: body.user?.wallets?.[0]?.id ?? '' }
    await host.call('waas.signMessage', { token: other, params, body: pay(10n) })
  })

  it('begins anew with a new rule, and goes on when its rule is replaced', async () => {
    const [rule] = await limited({ totalLimit: '10' })
    await signed(10n)
    const update = { ...rule!, valueLimit: { totalLimit: '15' } }
    await host.call('waasPolicies.update', { body: { rulesToUpdate: [update] } })
    expect(await ada.refuse(pay(6n))).toMatchObject(denied)
    await ada.ask(pay(5n))
    await host.call('waasPolicies.delete', { body: { ruleIdsToDelete: [rule!.ruleId!] } })
    // Also with the id of the former rule.
    await addRules(host, { ...rule!, valueLimit: { totalLimit: '10' } })
    await ada.ask(pay(10n))
  })

  it('begins anew where its rule limits another asset', async () => {
    const [rule, other] = await addRules(
      host,
      { ruleType: 'allow', addresses: [friend], valueLimit: { totalLimit: '10' } },
      { valueLimit: { totalLimit: '15' } },
    )
    await signed(10n)
    const change = (valueLimit: NonNullable<Rule['valueLimit']>) =>
      host.call('waasPolicies.update', { body: { rulesToUpdate: [{ ...rule!, valueLimit }, other!] } })
    await change({ asset: usdc, totalLimit: '10' })
    await change({ totalLimit: '10' })
    // The other rule goes on.
    expect(await ada.refuse(pay(6n))).toMatchObject(denied)
    await ada.ask(pay(5n))
  })
})

describe('constraints of arguments', () => {
  const large = 2n ** 64n + 1n
  const abi: Record<string, unknown>[] = [...erc20Abi]
  const constrained = (operator: NonNullable<Rule['argumentConstraints']>[number]['operator'], value: bigint) =>
    allow({
      addresses: [usdc],
      contractAbi: abi,
      functionName: 'transfer',
      argumentConstraints: [
        { operator: 'equal', index: 0, value: friend.toLowerCase() },
        { operator, index: 1, value: String(value) },
      ],
    })

  it.each([
    ['equal', [large], [large - 1n, large + 1n]],
    ['notEqual', [large - 1n, large + 1n], [large]],
    ['greater', [large + 1n], [large, large - 1n]],
    ['less', [large - 1n], [large, large + 1n]],
    ['greaterEqual', [large, large + 1n], [large - 1n]],
    ['lessEqual', [large, large - 1n], [large + 1n]],
  ] as const)('%s compare integers beyond 2^53 exactly', async (operator, passing, refused) => {
    const [rule] = await constrained(operator, large)
    for (const amount of passing) await ada.ask(token('transfer', amount))
    for (const amount of refused) {
      expect(await ada.refuse(token('transfer', amount))).toMatchObject(denied)
      expect((await violations(host)).at(-1)).toMatchObject({ violation: 'argument_denied', ruleId: rule?.ruleId })
    }
  })

  it('cover the recipient that the call names, and no other recipient or function', async () => {
    const [rule] = await constrained('lessEqual', parseEther('1'))
    await ada.ask(token('transfer', 1n))
    expect(await ada.refuse(token('transfer', 1n, mallory))).toMatchObject(denied)
    expect(await ada.refuse(token('approve', 1n))).toMatchObject(denied)
    expect((await violations(host)).at(-1)).toMatchObject({ violation: 'function_denied', ruleId: rule?.ruleId })
  })

  it('of a rule that denies refuse the calls that fulfil them', async () => {
    const argumentConstraints = [{ operator: 'greater' as const, index: 1, value: 10 }]
    await addRules(host, { addresses: [usdc], contractAbi: abi, functionName: 'approve', argumentConstraints })
    await ada.ask(token('approve', 10n))
    await ada.ask(token('transfer', 11n))
    expect(await ada.refuse(token('approve', 11n))).toMatchObject(denied)
  })

  it('let a rule describe a function that the service does not know, with the addresses in it', async () => {
    const game = parseAbi(['function gift((address to, uint256 amount)[] gifts)'])
    const gift = (to: string) => {
      const data = encodeFunctionData({ abi: game, args: [[{ to: to as `0x${string}`, amount: 1n }]] })
      return transaction({ to: friend, value: 0n, data })
    }
    await allow({ addresses: [friend], contractAbi: [...game] })
    await ada.ask(gift(mallory))
    await addRules(host, { addresses: [mallory] })
    expect(await ada.refuse(gift(mallory))).toMatchObject(denied)
    await ada.ask(gift(usdc))
  })
})
