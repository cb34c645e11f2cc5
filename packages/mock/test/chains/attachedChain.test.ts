import { encodeFunctionData, erc20Abi, type Hex, parseEther, serializeErc6492Signature } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { addRules, createSigner, friend, transaction } from '../people/policyPeople.ts'
import { claimsOf, siteHeaders as headers } from '../people/walletPeople.ts'
import { type Anvil, type AnvilClients, anvilClients, startAnvil } from './anvil.ts'
import { deploy } from './openZeppelin.ts'

const host = createHost()
const networkId = 1
let anvil: Anvil
let clients: AnvilClients
let deployer: Hex
let gold: Awaited<ReturnType<typeof deploy>>
let apes: Awaited<ReturnType<typeof deploy>>
let pieces: Awaited<ReturnType<typeof deploy>>
let vault: Awaited<ReturnType<typeof deploy>>
beforeAll(async () => {
  anvil = await startAnvil(networkId)
  clients = anvilClients(anvil.url, networkId)
  deployer = clients.wallet.account.address
  gold = await deploy(clients, 'erc20', ['Gold', 'GLD', parseEther('1000'), deployer])
  apes = await deploy(clients, 'erc721', ['Apes', 'APE', 'https://apes.example.com/'])
  pieces = await deploy(clients, 'erc1155', ['https://pieces.example.com/'])
  vault = await deploy(clients, 'Vault', [gold.address])
})
afterAll(() => anvil.stop())
beforeEach(async () => {
  await host.mock.chain.attach(networkId, anvil.url)
})

const newAddress = () => privateKeyToAccount(generatePrivateKey()).address
const browserWallet = { chain: 'EVM', walletName: 'metamask', walletProvider: 'browserExtension' } as const

/** A user with a wallet, and the scopes that a sign-in gives. */
async function person(publicWalletAddress: string) {
  const user = await host.mock.create.user({
    email: 'ada@example.com',
    wallets: [{ ...browserWallet, publicWalletAddress }],
  })
  const signIn = () => host.mock.signIn(user)
  return { user, signIn, scopes: async () => String(claimsOf((await signIn()).token)['scope']) }
}

async function gateOn(contractAddress: string, rule: object) {
  const address = { networkId, contractAddress }
  await host.mock.create.gate({
    outcome: 'scope',
    scope: 'member',
    rules: [{ chain: 'EVM', address, ...rule } as never],
  })
}

describe('a gate on a real chain', () => {
  it('opens by the balance of a token at the next sign-in, and closes again', async () => {
    const address = newAddress()
    const { scopes } = await person(address)
    await gateOn(gold.address, { type: 'token', filter: { amount: 5 } })
    expect(await scopes()).not.toContain('member')
    await gold.send('transfer', address, parseEther('4.5'))
    expect(await scopes()).not.toContain('member')
    await gold.send('transfer', address, parseEther('0.5'))
    expect(await scopes()).toContain('member')
    host.mock.chain.detach(networkId)
    expect(await scopes()).not.toContain('member')
  })

  it('opens by one NFT of ERC-721, and not by another', async () => {
    const address = newAddress()
    const { scopes } = await person(address)
    await gateOn(apes.address, { type: 'nft', filter: { tokenId: '0x1' } })
    await apes.send('mint', address)
    expect(await scopes()).not.toContain('member')
    await apes.send('mint', address)
    expect(await scopes()).toContain('member')
  })

  it('opens by pieces of ERC-1155, also those of a batch', async () => {
    const address = newAddress()
    const { scopes } = await person(address)
    await gateOn(pieces.address, { type: 'nft', filter: { tokenId: '0x8', amount: 3 } })
    await pieces.send('mint', address, 7n, 9n, '0x')
    expect(await scopes()).not.toContain('member')
    await pieces.send('mintBatch', address, [7n, 8n], [1n, 3n], '0x')
    expect(await scopes()).toContain('member')
  })

  it('opens by shares of a vault (ERC-4626)', async () => {
    const { scopes } = await person(deployer)
    await gateOn(vault.address, { type: 'token', filter: { amount: 2 } })
    expect(await scopes()).not.toContain('member')
    await gold.send('approve', vault.address, parseEther('2'))
    await vault.send('deposit', parseEther('2'), deployer)
    expect(await scopes()).toContain('member')
  })

  it('asks all gates at once, and shows in the journal what was asked', async () => {
    const { signIn } = await person(newAddress())
    for (const { address } of [gold, apes, pieces]) await gateOn(address, { type: 'token' })
    const { token } = await signIn()
    await host.call('sessions.refresh', { token })
    const { notes = [], questions = [], durationMs = 0 } = host.mock.journal.list().at(-1) ?? {}
    expect(questions.map(({ source, label }) => `Asked ${source}: ${label}`)).toEqual(
      notes.map((note) => note.split(', ')[0]),
    )
    expect(Math.max(...questions.map(({ afterMs, durationMs: tookMs }) => afterMs + tookMs))).toBeLessThan(durationMs)
    expect(notes.every((note) => /^Asked chain 1: eth_\w+, \d+\.\d ms\.$/.test(note))).toBe(true)
    const times = new Set(notes.map((note) => note.split(', ')[1]))
    expect(notes.length).toBeGreaterThan(9)
    // Questions that were asked together took the same time.
    expect(times.size).toBeLessThanOrEqual(3)
  })
})

describe('the ids and tokens of a request', () => {
  it('are the same with a real chain as with a simulated one', async () => {
    const states = []
    for (const isReal of [true, false]) {
      await host.mock.reset()
      if (!isReal) host.mock.chain.detach(networkId)
      const { signIn } = await person('0x000000000000000000000000000000000000dEaD')
      await gateOn(gold.address, { type: 'token', filter: { amount: 5 } })
      const { token } = await signIn()
      states.push({ token, tables: host.mock.export().tables })
    }
    expect(states[0]).toEqual(states[1])
  })
})

describe('what the service says of an account on a real chain', () => {
  it('is what the node says: its currency and its tokens', async () => {
    const address = newAddress()
    const { signIn } = await person(address)
    const { token } = await signIn()
    await clients.wallet.sendTransaction({ to: address, value: parseEther('1.5') })
    await gold.send('transfer', address, parseEther('7'))
    const { body } = await host.call('balances.getByAccount', {
      token,
      params: { chainName: 'EVM' },
      query: { accountAddress: address, networkId, includeNative: true },
    })
    expect(body).toMatchObject([
      { symbol: 'ETH', balance: 1.5 },
      { symbol: 'GLD', name: 'Gold', decimals: 18, balance: 7, address: gold.address },
    ])
  })

  it('is the history of the node, with transfers of tokens', async () => {
    const address = newAddress()
    const { signIn } = await person(address)
    const { token } = await signIn()
    const payment = await clients.test.waitForTransactionReceipt({
      hash: await clients.wallet.sendTransaction({ to: address, value: parseEther('1') }),
    })
    const transfer = await gold.send('transfer', address, parseEther('2'))
    const list = async (query: object) =>
      (
        await host.call('walletTransactions.list', {
          token,
          params: { chainName: 'EVM', address },
          query: { networkId, ...query },
        })
      ).body
    const { transactions, nextOffset } = await list({ limit: 1 })
    expect(transactions).toMatchObject([
      {
        transactionHash: transfer.transactionHash,
        blockHash: transfer.blockHash,
        labels: ['receive'],
        assetTransfers: [{ tokenAddress: gold.address, fromAddress: deployer, toAddress: address }],
      },
    ])
    expect((await list({ limit: 1, offset: nextOffset })).transactions).toMatchObject([
      { transactionHash: payment.transactionHash, fromAddress: deployer, toAddress: address },
    ])
  })

  it('is what its tracer says of a call, and of the rights after it', async () => {
    const approve = { abi: erc20Abi, functionName: 'approve', args: [vault.address, parseEther('3')] } as const
    const simulate = async (to: Hex, data: Hex) =>
      (
        await host.call('simulation.simulateTransaction', {
          body: { chainId: String(networkId), from: deployer, to, value: '0', data },
        })
      ).body
    const address = newAddress()
    const transfer = { abi: erc20Abi, functionName: 'transfer', args: [address, parseEther('3')] } as const
    expect(await simulate(gold.address, encodeFunctionData(transfer))).toMatchObject({
      outAssets: [{ asset: { symbol: 'GLD' }, transferOut: [{ value: '3' }] }],
      validation: { result: 'Benign' },
    })
    expect(await gold.read('balanceOf', address)).toBe(0n)
    expect(await simulate(gold.address, encodeFunctionData(approve))).toMatchObject({
      assetExposures: [{ asset: { symbol: 'GLD' }, spenderToInfo: { [vault.address]: { amount: '3' } } }],
    })
    const tooMuch = { ...transfer, args: [address, parseEther('5000')] } as const
    expect(await simulate(gold.address, encodeFunctionData(tooMuch))).toMatchObject({
      validation: { reason: expect.stringContaining('transfer amount exceeds balance') },
    })
  })
})

describe('a policy on a real chain', () => {
  it('counts an NFT as one whose contract says that it is of ERC-721, and tokens by their amount', async () => {
    const ada = await createSigner(host)
    const move = (contract: Hex, value: bigint) =>
      transaction({
        to: contract,
        value: 0n,
        data: encodeFunctionData({
          abi: erc20Abi,
          functionName: 'transferFrom',
          args: [ada.wallet.address as Hex, friend, value],
        }),
      })
    for (const asset of [apes.address, gold.address])
      await addRules(host, { ruleType: 'allow', addresses: [friend, asset], valueLimit: { asset, maxPerCall: '1' } })
    await ada.ask(move(apes.address, 77n))
    await ada.ask(move(gold.address, 1n))
    expect(await ada.refuse(move(gold.address, 77n))).toMatchObject({ status: 403, code: 'policy_denied' })
    // Nobody knows the contract without the node, so that the number could be an amount.
    host.mock.chain.detach(networkId)
    expect(await ada.refuse(move(apes.address, 77n))).toMatchObject({ status: 403, code: 'policy_denied' })
  })
})

describe('a contract wallet on a real chain', () => {
  it('signs in when its contract accepts the signature (ERC-1271), and not by the signature of somebody else', async () => {
    const owner = await host.mock.wallets.evm()
    const { address } = await deploy(clients, 'OwnedWallet', [owner.address])
    const { body: created } = await host.call('nonces.create')
    const signed = await owner.request({ nonce: String(created.nonce), address })
    const { body } = await host.call('walletSignIn.verify', {
      body: { ...signed, publicWalletAddress: address },
      headers,
    })
    expect(body.user.verifiedCredentials[0]).toMatchObject({ address })
    const stranger = await host.mock.wallets.evm()
    const { body: again } = await host.call('nonces.create')
    const forged = await stranger.request({ nonce: String(again.nonce), address })
    expect(
      await host.refuse('walletSignIn.verify', { body: { ...forged, publicWalletAddress: address }, headers }),
    ).toMatchObject({ status: 422 })
  })

  it('signs in before it is deployed, by a signature that has its deployment (ERC-6492)', async () => {
    const factory = await deploy(clients, 'WalletFactory')
    const owner = await host.mock.wallets.evm()
    const address = (await factory.read('addressOf', owner.address)) as Hex
    const { body: created } = await host.call('nonces.create')
    const signed = await owner.request({ nonce: String(created.nonce), address })
    const data = encodeFunctionData({ abi: factory.abi, functionName: 'deploy', args: [owner.address] })
    const signedMessage = serializeErc6492Signature({
      address: factory.address,
      data,
      signature: signed.signedMessage as Hex,
    })
    const { body } = await host.call('walletSignIn.verify', {
      body: { ...signed, publicWalletAddress: address, signedMessage },
      headers,
    })
    expect(body.user.verifiedCredentials[0]).toMatchObject({ address })
    expect(await clients.test.getCode({ address })).toBeUndefined()
  })
})
