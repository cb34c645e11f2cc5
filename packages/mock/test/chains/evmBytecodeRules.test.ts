import * as evm from '@ethereumjs/evm'
import { encodeFunctionData, erc20Abi, type Hex, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { addRules, createSigner, friend, transaction } from '../people/policyPeople.ts'
import { claimsOf, siteHeaders as headers } from '../people/walletPeople.ts'
import type { AnvilClients } from './anvil.ts'
import { nodeClients } from './evmClients.ts'
import { deploy } from './openZeppelin.ts'

const host = createHost({ mock: { evm } })
const networkId = 1
let clients: AnvilClients
let deployer: Hex
let gold: Awaited<ReturnType<typeof deploy>>
beforeEach(async () => {
  clients = nodeClients(host.mock) as object as AnvilClients
  deployer = clients.wallet.account.address
  await host.mock.chain.fund(deployer, { ether: '10' }, networkId)
  gold = await deploy(clients, 'erc20', ['Gold', 'GLD', parseEther('1000'), deployer])
})

const newAddress = () => privateKeyToAccount(generatePrivateKey()).address

async function person(publicWalletAddress: string) {
  const user = await host.mock.create.user({
    email: 'ada@example.com',
    wallets: [{ chain: 'EVM', walletName: 'metamask', walletProvider: 'browserExtension', publicWalletAddress }],
  })
  const signIn = () => host.mock.signIn(user)
  return { signIn, scopes: async () => String(claimsOf((await signIn()).token)['scope']) }
}

async function gateOn(contractAddress: string, rule: object) {
  const address = { networkId, contractAddress }
  await host.mock.create.gate({
    outcome: 'scope',
    scope: 'member',
    rules: [{ chain: 'EVM', address, ...rule } as never],
  })
}

describe('a gate on a contract with bytecode', () => {
  it('opens by the balance of a token at the next sign-in, and closes when the tokens have gone', async () => {
    const owner = privateKeyToAccount(generatePrivateKey())
    const { scopes } = await person(owner.address)
    await gateOn(gold.address, { type: 'token', filter: { amount: 5 } })
    await gold.send('transfer', owner.address, parseEther('4.5'))
    expect(await scopes()).not.toContain('member')
    await gold.send('transfer', owner.address, parseEther('0.5'))
    expect(await scopes()).toContain('member')
    await host.mock.chain.fund(owner.address, { ether: '1' }, networkId)
    const back = {
      address: gold.address,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [deployer, parseEther('1')],
    } as const
    await clients.wallet.writeContract({ ...back, account: owner })
    expect(await scopes()).not.toContain('member')
  })

  it('opens by one NFT of ERC-721, and not by another', async () => {
    const apes = await deploy(clients, 'erc721', ['Apes', 'APE', 'https://apes.example.com/'])
    const address = newAddress()
    const { scopes } = await person(address)
    await gateOn(apes.address, { type: 'nft', filter: { tokenId: '0x1' } })
    await apes.send('mint', address)
    expect(await scopes()).not.toContain('member')
    await apes.send('mint', address)
    expect(await scopes()).toContain('member')
  })

  it('opens by pieces of ERC-1155, also those of a batch', async () => {
    const pieces = await deploy(clients, 'erc1155', ['https://pieces.example.com/'])
    const address = newAddress()
    const { scopes } = await person(address)
    await gateOn(pieces.address, { type: 'nft', filter: { tokenId: '0x8', amount: 3 } })
    await pieces.send('mint', address, 7n, 9n, '0x')
    expect(await scopes()).not.toContain('member')
    await pieces.send('mintBatch', address, [7n, 8n], [1n, 3n], '0x')
    expect(await scopes()).toContain('member')
  })

  it('opens by shares of a vault (ERC-4626), which calls its token', async () => {
    const vault = await deploy(clients, 'Vault', [gold.address])
    const { scopes } = await person(deployer)
    await gateOn(vault.address, { type: 'token', filter: { amount: 2 } })
    await gold.send('approve', vault.address, parseEther('2'))
    expect(await scopes()).not.toContain('member')
    await vault.send('deposit', parseEther('2'), deployer)
    expect(await scopes()).toContain('member')
  })
})

describe('what the service says of tokens with bytecode', () => {
  it('lists them by the name, symbol and decimals that their contract answers', async () => {
    const address = newAddress()
    const { signIn } = await person(address)
    const { token } = await signIn()
    await gold.send('transfer', address, parseEther('7'))
    const { body } = await host.call('balances.getByAccount', {
      token,
      params: { chainName: 'EVM' },
      query: { accountAddress: address, networkId },
    })
    expect(body).toMatchObject([
      { symbol: 'GLD', name: 'Gold', decimals: 18, balance: 7, address: gold.address.toLowerCase() },
    ])
  })

  it('tells what a call would move, and which rights it would give, and changes nothing', async () => {
    const address = newAddress()
    const simulate = async (functionName: 'transfer' | 'approve', amount: string) => {
      const data = encodeFunctionData({ abi: erc20Abi, functionName, args: [address, parseEther(amount)] })
      const body = { chainId: String(networkId), from: deployer, to: gold.address, value: '0', data }
      return (await host.call('simulation.simulateTransaction', { body })).body
    }
    const before = host.mock.export().tables
    expect(await simulate('transfer', '3')).toMatchObject({
      outAssets: [{ asset: { symbol: 'GLD' }, transferOut: [{ value: '3' }] }],
      validation: { result: 'Benign' },
    })
    expect(await simulate('approve', '3')).toMatchObject({
      assetExposures: [{ asset: { symbol: 'GLD' }, spenderToInfo: { [address]: { amount: '3' } } }],
    })
    expect(await simulate('transfer', '5000')).toMatchObject({
      validation: { reason: expect.stringContaining('transfer amount exceeds balance') },
    })
    expect(host.mock.export().tables).toEqual(before)
  })

  it('forgets an allowance that a spender has used up, although not every token tells of that', async () => {
    const spender = privateKeyToAccount(generatePrivateKey())
    await host.mock.chain.fund(spender.address, { ether: '1' }, networkId)
    await gold.send('approve', spender.address, 5n)
    const rights = () =>
      (host.mock.export().tables['chainAllowances'] as { amount: string }[]).map(({ amount }) => amount)
    expect(rights()).toEqual(['5'])
    const args = [deployer, friend, 5n] as const
    const call = { address: gold.address, abi: erc20Abi, functionName: 'transferFrom', args } as const
    await clients.wallet.writeContract({ ...call, account: spender })
    expect(rights()).toEqual([])
  })
})

describe('a policy about contracts with bytecode', () => {
  it('counts an NFT as one whose contract has moved NFTs of ERC-721, and tokens by their amount', async () => {
    const ada = await createSigner(host)
    const apes = await deploy(clients, 'erc721', ['Apes', 'APE', 'https://apes.example.com/'])
    await apes.send('mint', friend)
    const move = (contract: Hex, value: bigint) => {
      const args = [ada.wallet.address as Hex, friend, value] as const
      return transaction({
        to: contract,
        value: 0n,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args }),
      })
    }
    for (const asset of [apes.address, gold.address])
      await addRules(host, { ruleType: 'allow', addresses: [friend, asset], valueLimit: { asset, maxPerCall: '1' } })
    await ada.ask(move(apes.address, 77n))
    await ada.ask(move(gold.address, 1n))
    expect(await ada.refuse(move(gold.address, 77n))).toMatchObject({ status: 403, code: 'policy_denied' })
  })
})

describe('a contract wallet with bytecode', () => {
  it('signs in when its contract accepts the signature (ERC-1271), and not by the signature of somebody else', async () => {
    const owner = await host.mock.wallets.evm()
    const { address } = await deploy(clients, 'OwnedWallet', [owner.address])
    const signIn = async (signer: typeof owner) => {
      const { body: created } = await host.call('nonces.create')
      const signed = await signer.request({ nonce: String(created.nonce), address })
      return { ...signed, publicWalletAddress: address }
    }
    const { body } = await host.call('walletSignIn.verify', { body: await signIn(owner), headers })
    expect(body.user.verifiedCredentials[0]).toMatchObject({ address })
    const stranger = await host.mock.wallets.evm()
    const refused = await host.refuse('walletSignIn.verify', { body: await signIn(stranger), headers })
    expect(refused).toMatchObject({ status: 422 })
  })
})

describe('an event of a wallet', () => {
  it('tells once of a transfer in bytecode, however often the work has run', async () => {
    const { wallet } = await createSigner(host)
    await gold.send('transfer', wallet.address, 5n)
    expect(host.mock.events.list({ eventName: 'wallet.activity' })).toHaveLength(1)
  })
})
