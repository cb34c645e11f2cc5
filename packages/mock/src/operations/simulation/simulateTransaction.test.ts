import fc from 'fast-check'
import { type Abi, encodeFunctionData, erc20Abi, maxUint256, parseAbi, parseEther, parseUnits } from 'viem'
import { mainnet } from 'viem/chains'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { viemClients } from '../../../test/chains/evmClients.ts'
import { unknownId } from '../../../test/contract/environmentRefusals.ts'

const host = createHost()
const bob = '0x00000000000000000000000000000000000B0b01'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const unknown = '0x5000000000000000000000000000000000000005'
const solanaAddress = '4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA'
let clients: ReturnType<typeof viemClients>
let from: `0x${string}`

beforeEach(async () => {
  clients = viemClients(host.mock, mainnet)
  from = clients.account.address
  await host.mock.chain.fund(from, { ether: '10' }, 1)
  await host.mock.chain.fund(from, { token: 'USDC', amount: '500' }, 1)
  await host.mock.chain.fund(from, { token: 'DAI', amount: '500' }, 1)
})

const bodyOf = (change: object) => ({ chainId: '1', from, to: bob, value: '0', data: '0x', ...change })
const simulate = async (change: object) =>
  (await host.call('simulation.simulateTransaction', { body: bodyOf(change) })).body
const refuse = (change: object, input: object = {}) =>
  host.refuse('simulation.simulateTransaction', { body: bodyOf(change), ...input })
const callOf = (functionName: 'approve' | 'transfer', args: readonly [`0x${string}`, bigint]) =>
  encodeFunctionData({ abi: erc20Abi, functionName, args })
const transferOf = (to: `0x${string}`, amount: bigint) => callOf('transfer', [to, amount])
const approvalOf = (amount: bigint, spender: `0x${string}` = bob) => callOf('approve', [spender, amount])

describe('simulation.simulateTransaction', () => {
  it('shows without a credential what a payment moves, and keeps nothing of it', async () => {
    const before = host.mock.export().tables
    expect(await simulate({ value: '100000000000000000' })).toEqual({
      inAssets: [],
      outAssets: [
        {
          asset: {
            address: '0x0000000000000000000000000000000000000000',
            chainId: 1,
            chainName: 'Ethereum Mainnet',
            decimals: 18,
            logoUrl: 'https://assets.example.com/tokens/ETH.svg',
            name: 'Ether',
            symbol: 'ETH',
            type: 'NATIVE',
          },
          transferIn: [],
          transferOut: [{ rawValue: '100000000000000000', value: '0.1', usdPrice: '400', summary: 'Sent 0.1 ETH' }],
        },
      ],
      counterparties: [bob],
      priceData: { nativeTokenUsdPrice: 4_000 },
      showTotalFiat: true,
      validation: { result: 'Benign', reason: 'No risk was found.' },
      assetExposures: [],
    })
    expect(host.mock.export().tables).toEqual(before)
  })

  it('shows nothing of a payment to oneself', async () => {
    expect(await simulate({ to: from, value: '1' })).toMatchObject({ inAssets: [], outAssets: [], counterparties: [] })
  })

  it('shows both sides of an exchange, and that a sum lacks an asset without a price', async () => {
    const abi = parseAbi(['function swap() payable'])
    await host.mock.chain.addToken({ networkId: 1, contractAddress: unknown, name: 'Harbour', symbol: 'HBR' })
    const exchange = '0x6000000000000000000000000000000000000006'
    await host.mock.chain.setTokenBalance({ owner: exchange, networkId: 1, contractAddress: unknown, amount: 9 })
    await host.mock.chain.contract(exchange, abi, {
      swap({ sender, call }) {
        call(unknown, 'function transfer(address to, uint256 amount) returns (bool)', { args: [sender, 10n ** 18n] })
      },
    })
    const data = encodeFunctionData({ abi: abi as Abi, functionName: 'swap' })
    const reply = await simulate({ to: exchange, value: '0xde0b6b3a7640000', data })
    expect(reply).toMatchObject({
      inAssets: [{ asset: { symbol: 'HBR', type: 'ERC20' }, transferIn: [{ value: '1', summary: 'Received 1 HBR' }] }],
      outAssets: [{ asset: { symbol: 'ETH' }, transferOut: [{ value: '1', usdPrice: '4000' }] }],
      showTotalFiat: false,
      validation: { result: 'Benign' },
    })
    expect(reply.inAssets[0]?.transferIn[0]).not.toHaveProperty('usdPrice')
  })

  it('shows what an approval exposes, in the name of who may spend it', async () => {
    await host.mock.chain.registerName({ name: 'bob.eth', owner: bob })
    expect(await simulate({ to: usdc, data: approvalOf(parseUnits('20', 6)) })).toMatchObject({
      outAssets: [],
      counterparties: [usdc, bob],
      assetExposures: [
        {
          asset: { address: usdc, symbol: 'USDC', type: 'ERC20' },
          spenderToInfo: { [bob]: { amount: '20', usdValue: '20', spenderAlias: 'bob.eth' } },
        },
      ],
      validation: { result: 'Benign' },
    })
  })

  it('warns of an approval without a limit, but not of one that is there already or is taken back', async () => {
    const { assetExposures, validation } = await simulate({ to: usdc, data: approvalOf(maxUint256) })
    expect(assetExposures).toMatchObject([{ spenderToInfo: { [bob]: { amount: 'unlimited', usdValue: '500' } } }])
    expect(validation).toMatchObject({ result: 'Warning', classification: 'unlimited_approval' })
    await clients.wallet.sendTransaction({ to: usdc, data: approvalOf(maxUint256) })
    for (const amount of [maxUint256, 0n])
      expect(await simulate({ to: usdc, data: approvalOf(amount) })).toMatchObject({
        assetExposures: [],
        validation: { result: 'Benign' },
      })
  })

  it('warns of a right to all NFTs of a collection', async () => {
    await host.mock.chain.grantNft({ owner: from, networkId: 1, contractAddress: unknown, tokenId: '7' })
    const abi = parseAbi(['function setApprovalForAll(address operator, bool approved)'])
    const data = encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [bob, true] })
    expect(await simulate({ to: unknown, data })).toMatchObject({
      assetExposures: [{ asset: { type: 'ERC721' }, spenderToInfo: { [bob]: { amount: 'unlimited' } } }],
      validation: { result: 'Warning', classification: 'unlimited_approval' },
    })
  })

  it('warns of data that is sent to an address whose code nobody knows', async () => {
    expect(await simulate({ to: unknown, data: '0x12345678', value: '1' })).toMatchObject({
      outAssets: [{ transferOut: [{ rawValue: '1' }] }],
      validation: { result: 'Warning', classification: 'unknown_code', description: unknown },
    })
  })

  it('shows the reason of a transaction that would fail', async () => {
    expect(await simulate({ to: usdc, data: transferOf(bob, parseUnits('501', 6)) })).toMatchObject({
      inAssets: [],
      outAssets: [],
      validation: {
        result: 'Error',
        reason: expect.stringContaining('exceeds balance'),
        classification: 'execution_failed',
      },
    })
    expect((await simulate({ value: String(parseEther('11')) })).validation).toMatchObject({
      result: 'Error',
      reason: 'insufficient balance for transfer',
    })
  })

  it.each<[string, string, object]>([
    ['the recipient of a payment', bob, { value: '1' }],
    ['the recipient in the data', bob, { to: usdc, data: transferOf(bob, 1n) }],
    ['who may spend', bob, { to: usdc, data: approvalOf(1n) }],
    ['the contract', usdc, { to: usdc, data: transferOf(bob, 1n) }],
    ['the recipient of a payment that would fail', bob, { value: String(parseEther('11')) }],
  ])('finds a flagged address: %s', async (_, flagged, change) => {
    expect((await simulate(change)).validation?.result).not.toBe('Malicious')
    await host.mock.chain.flagAddress(flagged)
    expect((await simulate(change)).validation).toEqual({
      result: 'Malicious',
      reason: 'An address that takes part is reported as malicious.',
      description: flagged,
      classification: 'known_malicious_address',
    })
  })

  it('finds a flagged site in the domain, and warns of one with contradictory reports', async () => {
    const judge = async (domain: string) => (await simulate({ value: '1', domain })).validation
    expect(await judge('claim.example.com')).toMatchObject({ result: 'Benign' })
    await host.mock.chain.flagSite('example.com')
    for (const domain of ['claim.example.com', 'https://example.com/claim', 'EXAMPLE.com'])
      expect(await judge(domain)).toMatchObject({ result: 'Malicious', classification: 'known_malicious_site' })
    await host.mock.chain.flagSite('example.com', { verdict: 'unclear' })
    expect(await judge('example.com')).toMatchObject({ result: 'Warning', classification: 'unclear_site' })
  })
})

describe('the assets of a simulation', () => {
  const tokens = { ETH: undefined, USDC: usdc, DAI: dai } as const
  const held = (symbol: string) => host.mock.chain.balance(from, symbol === 'ETH' ? {} : { token: symbol })
  const decimals = { ETH: 18, USDC: 6, DAI: 18 }
  const step = fc.record({
    symbol: fc.constantFrom('ETH' as const, 'USDC' as const, 'DAI' as const),
    amount: fc.bigInt({ min: 0n, max: 3n * 10n ** 18n }),
    isOwn: fc.boolean(),
  })

  it('equal what the ledger then does, for random transfers', async () => {
    await fc.assert(
      fc.asyncProperty(step, async ({ symbol, amount, isOwn }) => {
        const to = isOwn ? from : (bob as `0x${string}`)
        const token = tokens[symbol]
        const request = token
          ? { to: token, data: transferOf(to, amount), value: 0n }
          : { to, data: '0x' as const, value: amount }
        const { inAssets, outAssets, validation } = await simulate({ ...request, value: String(request.value) })
        const changes = new Map<string, bigint>()
        for (const { asset, transferIn, transferOut } of [...inAssets, ...outAssets])
          for (const [moves, sign] of [
            [transferIn, 1n],
            [transferOut, -1n],
          ] as const)
            for (const { rawValue = '0' } of moves)
              changes.set(asset.symbol, (changes.get(asset.symbol) ?? 0n) + sign * BigInt(rawValue))
        const before = Object.keys(tokens).map(held)
        const hash = await clients.wallet.sendTransaction({ ...request, gas: 300_000n })
        const receipt = await clients.reader.getTransactionReceipt({ hash })
        expect(receipt.status === 'success').toBe(validation?.result !== 'Error')
        const fee = receipt.gasUsed * receipt.effectiveGasPrice
        for (const [index, name] of (['ETH', 'USDC', 'DAI'] as const).entries()) {
          const units = (text: string | undefined) => parseUnits(text ?? '', decimals[name])
          const change = units(held(name)) - units(before[index]) + (name === 'ETH' ? fee : 0n)
          expect(change, name).toBe(changes.get(name) ?? 0n)
        }
      }),
      { numRuns: 25, seed: 7 },
    )
  })
})

describe('a request for a simulation', () => {
  it.each<[string, object, number, string]>([
    ['an address of another chain', { to: solanaAddress }, 422, 'invalid_chain_address_match'],
    ['a sender of another chain', { from: solanaAddress }, 422, 'invalid_chain_address_match'],
    ['a network that the environment does not know', { chainId: '2' }, 422, 'unable_to_fetch_balances'],
    ['the number of a network of Solana', { chainId: '101' }, 422, 'unable_to_fetch_balances'],
    ['a network by name', { chainId: 'mainnet' }, 400, 'validation_failed'],
    ['a network beyond all numbers', { chainId: '9'.repeat(30) }, 400, 'validation_failed'],
    ['data that is not hex', { data: 'transfer' }, 400, 'validation_failed'],
    ['half a byte of data', { data: '0x123' }, 400, 'validation_failed'],
    ['a value with a point', { value: '0.1' }, 400, 'validation_failed'],
    ['a negative value', { value: '-1' }, 400, 'validation_failed'],
    ['a value beyond 256 bits', { value: String(maxUint256 + 1n) }, 400, 'validation_failed'],
    ['an address that is too short', { to: '0x12' }, 400, 'validation_failed'],
  ])('is refused with %s', async (...[, change, status, code]) => {
    expect(await refuse(change)).toMatchObject({ status, code })
  })

  it('is refused where the settings turn simulation off', async () => {
    await host.mock.settings.patch({ sdk: { embeddedWallets: { transactionSimulation: false } } })
    expect(await refuse({})).toMatchObject({ status: 422, code: 'provider_not_available' })
    await host.mock.settings.patch({ sdk: { embeddedWallets: { transactionSimulation: true } } })
    expect((await simulate({})).validation).toMatchObject({ result: 'Benign' })
  })

  it('is refused for an unknown environment', async () => {
    expect(await refuse({}, { params: { environmentId: unknownId } })).toMatchObject({ status: 404, code: 'not_found' })
  })
})
