import { once } from 'node:events'
import { walletViewRoutes } from '@latchkey/contract/routes/walletViewRoutes'
import { parseEther } from 'viem'
import { mainnet } from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { viemClients } from '../../../../test/chains/evmClients.ts'
import { customNetworkBody } from '../../../../test/people/customNetworkBody.ts'
import { createControlClient } from '../../../../test/support/controlClient.ts'

const control = createControlClient()
const { get } = control
const mock = () => control.server.mock
const payee = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const nft = '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D'
const sandboxId = () => mock().defaults.environments.sandbox.id
const liveId = () => mock().defaults.environments.live.id

/** A user with a wallet that the user brings along. The next one is a minute younger. */
async function createHolder(email: string, { chain = 'EVM', environmentId = sandboxId() } = {}) {
  const place = { environmentId }
  const family = chain.toLowerCase() as 'evm'
  const { address } = await mock().wallets[family]()
  const user = await mock().create.user({ email }, place)
  const { id } = await mock().create.wallet(user.id, { chain: chain as 'EVM', publicWalletAddress: address }, place)
  await mock().clock.advance({ minutes: 1 })
  return { user, id, address }
}

async function createEmbedded(email: string, scheme?: 'TWO_OF_THREE') {
  await mock().create.provider({ provider: 'dynamic' })
  const user = await mock().create.user({ email })
  return { user, wallet: await mock().wallets.embedded(user, { chain: 'EVM', scheme }) }
}

describe('smart wallets', () => {
  const paymasterAddress = `0x${'aa'.repeat(20)}`

  it('are listed as such, with their signer, versions, factory and the chains that have them', async () => {
    await mock().create.provider({ provider: 'zerodev', paymasterAddress })
    await mock().settings.patch({ sdk: { accountAbstraction: { allWallets: true } } })
    const signer = await createHolder('ada@example.com')
    const { count, wallets } = (await get('wallets', { kind: 'smart' })).body
    const [smartWallet] = wallets
    expect([count, smartWallet]).toMatchObject([1, { kind: 'smart', owner: 'ada@example.com', name: 'zerodev' }])
    const details = async (walletId: string) => (await get('wallets/details', { walletId })).body
    expect(await details(signer.id)).toMatchObject({
      smartWallet: null,
      signsFor: [{ id: smartWallet.id, address: smartWallet.address }],
    })
    const facts = {
      signerWalletId: signer.id,
      signerAddress: signer.address,
      kernelVersion: 'v3_1',
      entryPointVersion: 'v7',
      isDelegated: false,
      factory: '0x5d82735936c6cd5de57cc3c1a799f6b2e6f933df',
      factoryData: expect.stringContaining(signer.address.slice(2).toLowerCase()),
      deployedOn: [],
      paymaster: paymasterAddress,
    }
    const shown = await details(smartWallet.id)
    expect(shown).toMatchObject({ wallet: { id: smartWallet.id }, key: null, smartWallet: facts, signsFor: [] })
    const { wallet, reader } = viemClients(mock())
    await mock().chain.fund(wallet.account.address, { ether: '1' })
    const hash = await wallet.sendTransaction({ to: shown.smartWallet.factory, data: shown.smartWallet.factoryData })
    await reader.waitForTransactionReceipt({ hash })
    expect((await details(smartWallet.id)).smartWallet.deployedOn).toEqual([1])
    expect((await get('wallets', { kind: 'external' })).body.count).toBe(1)
  })

  it('are shown as delegated where they have the address of their signer', async () => {
    await mock().create.provider({ provider: 'zerodev', enableEIP7702: true })
    await mock().settings.patch({ sdk: { accountAbstraction: { allWallets: true } } })
    const signer = await createHolder('ada@example.com')
    const [{ id }] = (await get('wallets', { kind: 'smart' })).body.wallets
    expect((await get('wallets/details', { walletId: id })).body).toMatchObject({
      wallet: { address: signer.address },
      smartWallet: { isDelegated: true, factory: null, factoryData: null, deployedOn: [], paymaster: null },
    })
  })
})

describe('GET wallets', () => {
  it('lists the wallets of all environments by pages, newest first, with owners and exact holdings', async () => {
    const ada = await createHolder('ada@example.com')
    const grace = await createHolder('grace@example.com', { chain: 'SOL', environmentId: liveId() })
    await mock().chain.fund(ada.address, { ether: '1.000000000000000001' }, 8453)
    await mock().chain.fund(ada.address, { token: 'USDC', amount: '12.5' }, 1)
    await mock().chain.grantNft({ owner: ada.address, networkId: 1, contractAddress: nft, tokenId: '0x2a' })
    const { body } = await get('wallets')
    expect(body).toMatchObject({
      count: 2,
      wallets: [
        { id: grace.id, environment: 'live', owner: 'grace@example.com', chain: 'SOL', assets: [], assetCount: 0 },
        {
          id: ada.id,
          environment: 'sandbox',
          userId: ada.user.id,
          address: ada.address,
          kind: 'external',
          assetCount: 3,
          assets: [
            { kind: 'native', network: 'Base', symbol: 'ETH', amount: '1.000000000000000001' },
            { kind: 'token', network: 'Ethereum Mainnet', symbol: 'USDC', decimals: 6, amount: '12.5' },
            { kind: 'nft', contractAddress: nft, tokenId: '42', amount: '1' },
          ],
        },
      ],
    })
    const ids = async (query: Record<string, string>) => {
      const page = (await get('wallets', query)).body
      return [page.count, page.wallets.map(({ id }: { id: string }) => id)]
    }
    expect(await ids({ limit: '1' })).toEqual([2, [grace.id]])
    expect(await ids({ limit: '1', offset: '1' })).toEqual([2, [ada.id]])
    expect(await ids({ search: ada.address.slice(4, 20).toUpperCase() })).toEqual([1, [ada.id]])
    expect(await ids({ search: 'GRACE@' })).toEqual([1, [grace.id]])
    expect(await ids({ chain: 'ETH' })).toEqual([1, [ada.id]])
    expect(await ids({ environmentId: liveId() })).toEqual([1, [grace.id]])
    expect(await ids({ userId: ada.user.id })).toEqual([1, [ada.id]])
    expect(await ids({ kind: 'embedded' })).toEqual([0, []])
  })

  it.each<Record<string, string>>([
    { limit: '0' },
    { limit: '501' },
    { offset: '-1' },
    { chain: 'EVN' },
    { kind: 'hot' },
    { page: '2' },
  ])('refuses %j', async (query) => expect((await get('wallets', query)).status).toBe(400))
})

describe('GET wallets/details', () => {
  it('shows who holds the shares of a key, where their copies are, and the rooms', async () => {
    const { user, wallet } = await createEmbedded('ada@example.com', 'TWO_OF_THREE')
    const { walletId } = wallet
    await mock().clock.advance(1)
    await wallet.backUp({ password: 'correct horse' })
    await wallet.signMessage('hello')
    const { body } = await get('wallets/details', { walletId })
    expect(body.wallet).toMatchObject({ id: walletId, userId: user.id, kind: 'embedded', address: wallet.address })
    expect(body.key).toMatchObject({ scheme: 'TWO_OF_THREE', curve: 'secp256k1-ecdsa', isImported: false })
    const clients = body.key.shares.filter(({ side }: { side: string }) => side === 'client')
    expect(clients.map(({ keygenId }: { keygenId: string }) => keygenId)).toEqual(
      wallet.shares.map(({ keygenId }) => keygenId),
    )
    for (const { backups } of clients)
      expect(backups).toMatchObject([{ location: 'service', isPasswordEncrypted: true, markedAt: expect.any(String) }])
    expect(body.key.shares.map(({ side }: { side: string }) => side)).toContain('server')
    expect(body.rooms).toMatchObject([
      { kind: 'sign', state: 'completed', opener: 'user', signatureKind: 'message', failure: null },
      { kind: 'keygen', state: 'completed', signatureKind: null, digest: null },
    ])
    expect(JSON.stringify(body)).not.toMatch(/serverShares|ciphertext|sealed|signingShare|secret/i)
  })

  it('shows a room that failed with its reason, and one that nobody has joined in time', async () => {
    const { user, wallet } = await createEmbedded('ada@example.com')
    await mock().clock.advance(1)
    await mock().rooms.failNext('sign', 'share_invalid')
    await expect(wallet.signMessage('hello')).rejects.toThrow()
    const details = async () => (await get('wallets/details', { walletId: wallet.walletId })).body
    expect((await details()).rooms).toMatchObject([{ kind: 'sign', state: 'failed', failure: expect.any(String) }, {}])
    await mock().clock.advance(1)
    const { headers } = await mock().signIn(user)
    const asked = await control.sdk(
      `waas/${wallet.walletId}/signMessage`,
      { message: `0x${'11'.repeat(32)}`, isFormatted: true },
      headers,
    )
    expect(asked.status).toBe(200)
    expect((await details()).rooms).toMatchObject([{ state: 'bound', signatureKind: 'raw' }, {}, {}])
    await mock().clock.advance({ minutes: 11 })
    expect((await details()).rooms).toMatchObject([{ state: 'expired' }, {}, {}])
  })

  it('shows the requests that a policy has refused, with the rule', async () => {
    const { wallet } = await createEmbedded('ada@example.com')
    const { id, token } = mock().defaults.environments.sandbox
    await fetch(`${control.server.url}/api/v0/environments/${id}/waas/policies`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ rulesToAdd: [{ name: 'No payee', ruleType: 'deny', chain: 'EVM', addresses: [payee] }] }),
    })
    await expect(wallet.signTransaction({ type: 'eip1559', chainId: 1, to: payee, value: 1n })).rejects.toThrow()
    const { violations } = (await get('wallets/details', { walletId: wallet.walletId })).body
    expect(violations).toMatchObject([{ violation: 'address_denied', rule: 'No payee', participants: [payee] }])
  })

  it('shows the rights of a server to sign, and when they ended', async () => {
    const { wallet } = await createEmbedded('ada@example.com')
    const { kid } = await mock().delegation.backend()
    await wallet.delegate()
    const delegations = async () => (await get('wallets/details', { walletId: wallet.walletId })).body.delegations
    expect(await delegations()).toMatchObject([{ kid, deliveredAt: expect.any(String), revokedAt: null }])
    const { shares } = (await get('wallets/details', { walletId: wallet.walletId })).body.key
    expect(shares.map(({ side }: { side: string }) => side)).toContain('delegated')
    await wallet.revokeDelegation()
    expect(await delegations()).toMatchObject([{ kid, revokedAt: expect.any(String) }])
  })

  it('has no key for a wallet that the user brings along, and refuses an unknown wallet', async () => {
    const { id } = await createHolder('ada@example.com')
    expect((await get('wallets/details', { walletId: id })).body).toMatchObject({
      key: null,
      rooms: [],
      violations: [],
    })
    const { status, body } = await get('wallets/details', { walletId: 'unknown' })
    expect([status, body.error]).toEqual([400, expect.stringContaining('there is no wallet with this id')])
    expect((await get('wallets/details')).status).toBe(400)
  })
})

describe('the routes that show the chains', () => {
  it('name the networks, those of organizations and of the ledger included, with their height', async () => {
    await mock().chain.mine({ networkId: 8453, blocks: 3 })
    const { organizationId, admin } = mock().defaults
    const authorization = `Bearer ${admin.token}`
    const headers = { authorization, 'content-type': 'application/json' }
    const url = `${control.server.url}/api/v0/organizations/${organizationId}/customNetworks`
    const create = (network: object) =>
      fetch(url, {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...customNetworkBody, ...network }),
      })
    expect((await create({})).status).toBe(201)
    // The blocks of a network stay when its organization deletes it.
    const { customNetwork } = await (await create({ chainId: '999', chainName: 'Gone' })).json()
    await mock().chain.mine({ networkId: 999 })
    const gone = await fetch(`${url}/${customNetwork.id}`, { method: 'DELETE', headers: { authorization } })
    expect(gone.status).toBe(204)
    const { networks } = (await get('chain/networks')).body
    const named = (id: number) => networks.find(({ networkId }: { networkId: number }) => networkId === id)
    expect(named(8453)).toEqual({
      chain: 'EVM',
      networkId: 8453,
      name: 'Base',
      symbol: 'ETH',
      kind: 'main',
      decimals: 18,
      height: 3,
      latestBlockAt: '2026-01-15T09:30:00.000Z',
      automine: true,
      rpcUrl: mock().chain.rpcUrl(8453),
    })
    expect(named(1)).toMatchObject({ height: 0, latestBlockAt: null })
    expect(named(103)).toMatchObject({ chain: 'SOL', kind: 'test', rpcUrl: mock().chain.rpcUrl('devnet') })
    expect(named(424242)).toMatchObject({ name: 'Harbour Testnet', symbol: 'HBR', kind: 'custom' })
    expect(named(31_337)).toMatchObject({ name: 'Localhost', symbol: 'ETH', kind: 'test', height: 0 })
    expect(named(999)).toMatchObject({ name: 'Network 999', kind: 'unknown', height: 1, rpcUrl: null })
  })

  it('show what an address holds and has sent, in whole units', async () => {
    const clients = viemClients(mock(), mainnet)
    const { address } = clients.account
    await mock().chain.fund(address, { ether: '2' }, 1)
    const hash = await clients.wallet.sendTransaction({ to: payee, value: parseEther('0.25') })
    const { body } = await get('chain/address', { address: address.toLowerCase() })
    expect(body).toMatchObject({
      chain: 'EVM',
      address,
      isInLedger: true,
      assets: [{ kind: 'native', amount: mock().chain.balance(address) }],
      transactions: [
        {
          hash,
          network: 'Ethereum Mainnet',
          status: 'success',
          from: address,
          to: payee,
          value: '0.25',
          symbol: 'ETH',
        },
      ],
    })
    expect(Number(body.transactions[0].fee)).toBeGreaterThan(0)
    expect(body.transactions[0].transfers).toEqual([
      { kind: 'native', from: address, to: payee, symbol: 'ETH', amount: '0.25' },
    ])
    expect((await get('chain/address', { address: payee, limit: '1' })).body.assets).toMatchObject([{ amount: '0.25' }])
  })

  it('show the tokens of chains whose currency the ledger does not keep', async () => {
    const { address } = await mock().wallets.tron()
    await mock().chain.setTokenBalance({
      owner: address,
      chain: 'TRON',
      networkId: 1,
      contractAddress: 'T1',
      amount: 3,
    })
    const { body } = await get('chain/address', { address, chain: 'TRON' })
    expect(body).toMatchObject({
      address,
      isInLedger: false,
      assets: [{ kind: 'token', amount: '3' }],
      transactions: [],
    })
  })

  it.each<Record<string, string>>([
    { address: '0x12' },
    { address: payee.replace('C', 'c') },
    { address: 'nobody' },
    { address: payee, chain: 'SOL' },
    {},
  ])('refuse the address of %j', async (query) => expect((await get('chain/address', query)).status).toBe(400))

  it('show the latest blocks and transactions of all networks or of one', async () => {
    const clients = viemClients(mock(), mainnet)
    await mock().chain.fund(clients.account.address, { ether: '2' }, 1)
    const hash = await clients.wallet.sendTransaction({ to: payee, value: 1n })
    await mock().clock.advance(1000)
    await mock().chain.mine({ networkId: 8453 })
    const { blocks, transactions } = (await get('chain/latest')).body
    expect(
      blocks.map(({ network, number, transactions: count }: Record<string, unknown>) => [network, number, count]),
    ).toEqual([
      ['Base', 1, 0],
      ['Ethereum Mainnet', 2, 1],
      ['Ethereum Mainnet', 1, 0],
    ])
    expect(transactions).toMatchObject([{ hash, blockNumber: 2, value: '0.000000000000000001' }])
    const base = (await get('chain/latest', { networkId: '8453', limit: '1' })).body
    expect([base.blocks.length, base.transactions]).toEqual([1, []])
    expect((await get('chain/latest', { chain: 'SOL' })).body).toEqual({
      blocks: [],
      transactions: [],
      pending: [],
      operations: [],
    })
    await mock().chain.reorg(1)
    const after = (await get('chain/latest', { networkId: '1' })).body.blocks
    expect(after.map(({ number }: { number: number }) => number)).toEqual([3, 2, 1])
    expect((await get('chain/latest', { limit: '0' })).status).toBe(400)
  })

  it('show the open WebSockets of chains, and none that is closed', async () => {
    expect((await get('chain/sockets')).body).toEqual({ sockets: [] })
    const socket = new WebSocket(mock().chain.rpcUrl(1).replace('http', 'ws'))
    await once(socket, 'open')
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] }))
    await once(socket, 'message')
    const { sockets } = (await get('chain/sockets')).body
    expect(sockets).toMatchObject([
      { chain: 'EVM', network: expect.any(String), calls: 1, subscriptions: [{ method: 'eth_subscribe' }] },
    ])
    socket.close()
    await expect.poll(async () => (await get('chain/sockets')).body).toEqual({ sockets: [] })
  })

  it('leave no route of the file uncalled', () => {
    expect(Object.keys(walletViewRoutes).filter((route) => !control.calledRoutes.has(route))).toEqual([])
  })
})
