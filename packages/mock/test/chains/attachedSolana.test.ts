import { associatedTokenAddress } from '@latchkey/chains/codecs/solanaAddresses'
import { programs } from '@latchkey/chains/codecs/solanaInstructions'
import {
  createAccount,
  createTokenAccount,
  tokenInstruction,
  transferSol,
  transferTokens,
} from '@latchkey/chains/test/solanaWallet'
import {
  address,
  appendTransactionMessageInstructions,
  type BlockhashLifetimeConstraint,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  getAddressEncoder,
  getBase64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
  lamports,
  pipe,
  type Rpc,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type SolanaRpcApi,
  type TransactionSigner,
} from '@solana/kit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { startServer } from '../../src/hosts/server.ts'
import { keyPairOf, send, signedWire, solanaRpc } from '../people/solana.ts'
import { claimsOf } from '../people/walletPeople.ts'
import { type LiteSvm, startLiteSvm } from './liteSvm.ts'

const host = createHost()
const networkId = 103
const payer = await keyPairOf('Payer of the real cluster')
let node: LiteSvm
let rpc: Rpc<SolanaRpcApi>
let gold: string
let art: string

beforeAll(async () => {
  node = await startLiteSvm()
  rpc = createSolanaRpc(node.url)
  await rpc.requestAirdrop(payer.address, lamports(1_000_000_000_000n)).send()
  gold = await mint(6, 1_000_000_000n)
  art = await mint(0, 1n)
})
afterAll(() => node.stop())
beforeEach(async () => {
  await host.mock.chain.attach('devnet', node.url)
})

let created = 0

/** Creates a mint with all of its tokens in the payer's account, by the real token program. */
async function mint(decimals: number, supply: bigint): Promise<string> {
  created += 1
  const key = await keyPairOf(`Mint ${created}`)
  const rent = await rpc.getMinimumBalanceForRentExemption(82n).send()
  const initialize = Uint8Array.of(20, decimals, ...getAddressEncoder().encode(payer.address), 0)
  const instructions = [
    createAccount(
      { from: payer.address, account: key.address, program: programs.token },
      { lamports: rent, space: 82n },
    ),
    tokenInstruction(20, [[key.address, 'w']], { bytes: initialize }),
    createTokenAccount(payer.address, { wallet: payer.address, mint: key.address }),
    tokenInstruction(
      7,
      [
        [key.address, 'w'],
        [associatedTokenAddress(payer.address, key.address), 'w'],
        [payer.address, 's'],
      ],
      { amount: supply },
    ),
  ]
  await send(rpc, instructions, [payer, key])
  return key.address
}

const give = (token: string, to: string, amount: bigint) =>
  send(
    rpc,
    [
      createTokenAccount(payer.address, { wallet: to, mint: token }),
      transferTokens(token, { from: payer.address, to }, { amount }),
    ],
    [payer],
  )

let people = 0
const newKey = (): Promise<KeyPairSigner> => keyPairOf(`Person ${(people += 1)}`)

/** A user with a wallet, and the scopes that a sign-in gives. */
async function person(publicWalletAddress: string) {
  const wallet = {
    chain: 'SOL',
    walletName: 'phantom',
    walletProvider: 'browserExtension',
    publicWalletAddress,
  } as const
  const user = await host.mock.create.user({ email: 'ada@example.com', wallets: [wallet] })
  const signIn = () => host.mock.signIn(user)
  return { user, signIn, scopes: async () => String(claimsOf((await signIn()).token)['scope']) }
}

async function gateOn(contractAddress: string, rule: object) {
  await host.mock.create.gate({
    outcome: 'scope',
    scope: 'member',
    rules: [{ chain: 'SOL', address: { networkId, contractAddress }, ...rule } as never],
  })
}

describe('a gate on a real cluster', () => {
  it('opens by the balance of a token at the next sign-in, and closes when the node is detached', async () => {
    const key = await newKey()
    const { scopes } = await person(key.address)
    await gateOn(gold, { type: 'token', filter: { amount: 5 } })
    expect(await scopes()).not.toContain('member')
    await give(gold, key.address, 4_999_999n)
    expect(await scopes()).not.toContain('member')
    await give(gold, key.address, 1n)
    expect(await scopes()).toContain('member')
    expect(host.mock.chain.detach('devnet')).toBe(true)
    expect(await scopes()).not.toContain('member')
  })

  it('opens by an NFT, of which there is one', async () => {
    const key = await newKey()
    const { scopes } = await person(key.address)
    await gateOn(art, { type: 'nft' })
    expect(await scopes()).not.toContain('member')
    await give(art, key.address, 1n)
    expect(await scopes()).toContain('member')
  })

  it('notes in the journal which questions were asked', async () => {
    const { signIn } = await person((await newKey()).address)
    await gateOn(gold, { type: 'token' })
    const { token } = await signIn()
    await host.call('sessions.refresh', { token })
    const { notes = [] } = host.mock.journal.list().at(-1) ?? {}
    expect(notes.length).toBeGreaterThan(0)
    expect(notes.every((note) => /^Asked solana devnet: get\w+, \d+\.\d ms\.$/.test(note))).toBe(true)
  })
})

describe('the service about an account on a real cluster', () => {
  it('shows the balances of the node: lamports and tokens', async () => {
    const key = await newKey()
    const { signIn } = await person(key.address)
    const { token } = await signIn()
    await rpc.requestAirdrop(key.address, lamports(1_500_000_000n)).send()
    await give(gold, key.address, 2_500_000n)
    const { body } = await host.call('balances.getByAccount', {
      token,
      params: { chainName: 'SOL' },
      query: { accountAddress: key.address, networkId, includeNative: true },
    })
    expect(body).toMatchObject([
      { symbol: 'SOL', balance: 1.5 },
      { symbol: 'TOKEN', decimals: 6, balance: 2.5, address: gold },
    ])
  })

  it('shows the history of the node, with payments of tokens that name no address of the owner', async () => {
    const key = await newKey()
    const { signIn } = await person(key.address)
    const { token } = await signIn()
    const payment = await send(rpc, [transferSol(payer.address, key.address, 7_000_000n)], [payer])
    await give(gold, key.address, 1_000_000n)
    const second = await send(
      rpc,
      [transferTokens(gold, { from: payer.address, to: key.address }, { amount: 2_000_000n })],
      [payer],
    )
    const list = async (query: object) =>
      (
        await host.call('walletTransactions.list', {
          token,
          params: { chainName: 'SOL', address: key.address },
          query: { networkId, ...query },
        })
      ).body
    const { transactions, nextOffset } = await list({ limit: 2 })
    expect(transactions).toMatchObject([
      {
        transactionHash: second,
        labels: ['receive'],
        assetTransfers: [{ tokenAddress: gold, fromAddress: payer.address, toAddress: key.address, amount: 2 }],
      },
      {},
    ])
    expect((await list({ limit: 2, offset: nextOffset })).transactions).toMatchObject([
      { transactionHash: payment, fromAddress: payer.address, toAddress: key.address },
    ])
  })

  it('shows what a transaction would do there, and the rights after it', async () => {
    const key = await newKey()
    const simulate = async (instructions: Parameters<typeof signedWire>[0]['instructions']) => {
      const { blockhash } = (await rpc.getLatestBlockhash().send()).value
      const wire = await signedWire({ instructions, blockhash }, [payer])
      return (
        await host.call('simulation.simulateSvmTransaction', {
          body: {
            chain: 'devnet',
            transactions: [wire],
            accountAddress: payer.address,
            method: 'signAndSendTransaction',
          },
        })
      ).body
    }
    const source = associatedTokenAddress(payer.address, gold)
    expect(await simulate([transferSol(payer.address, key.address, 9_000_000n)])).toMatchObject({
      outAssets: [{ asset: { symbol: 'SOL' }, transferOut: [{ value: '0.009' }] }],
      validation: { result: 'Benign' },
    })
    expect(node.svm.getBalance(key.address)).toBeNull()
    const approve = tokenInstruction(
      4,
      [
        [source, 'w'],
        [key.address, 'r'],
        [payer.address, 's'],
      ],
      { amount: 3_000_000n },
    )
    expect(await simulate([approve])).toMatchObject({
      assetExposures: [{ asset: { symbol: 'TOKEN' }, spenderToInfo: { [key.address]: { amount: '3' } } }],
    })
    expect(await simulate([transferSol(payer.address, key.address, 10n ** 15n)])).toMatchObject({
      validation: { reason: expect.stringContaining('custom program error') },
    })
  })
})

/** Builds a transaction, and lets a signer of kit sign it. */
async function signedBy(
  signer: TransactionSigner,
  { instructions, lifetime }: { instructions: readonly Instruction[]; lifetime: BlockhashLifetimeConstraint },
) {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayerSigner(signer, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (timed) => appendTransactionMessageInstructions(instructions, timed),
  )
  return getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message))
}

describe('an embedded wallet on a real cluster', () => {
  it('is funded by the airdrop of the node, pays there by an unmodified kit, and hears of it', async () => {
    const user = await host.mock.create.user({ email: 'ada@example.com' })
    await host.mock.create.provider({ provider: 'dynamic' })
    const wallet = await host.mock.wallets.embedded(user, { chain: 'SVM' })
    await host.mock.chain.fund(wallet.address, { sol: '2' }, networkId)
    expect(node.svm.getBalance(address(wallet.address))).toBe(2_000_000_000n)
    const { address: payee } = await newKey()
    const client = solanaRpc(host)
    const { value: lifetime } = await client.getLatestBlockhash().send()
    const signature = await client
      .sendTransaction(
        await signedBy(wallet.solanaSigner() as never, {
          instructions: [transferSol(wallet.address, payee, 500_000_000n)],
          lifetime,
        }),
        { encoding: 'base64' },
      )
      .send()
    expect(node.svm.getBalance(payee)).toBe(500_000_000n)
    expect(node.svm.getBalance(address(wallet.address))).toBe(1_499_995_000n)
    await client.getSignatureStatuses([signature]).send()
    await host.mock.clock.settle()
    const activities = host.mock.events.list({ eventName: 'wallet.activity' }).map(({ data }) => data)
    expect(activities).toMatchObject([{ transactionHash: signature }])
  })

  it('is not funded with tokens, whose issuer is on the node', async () => {
    const { address: key } = await newKey()
    await expect(host.mock.chain.fund(key, { token: 'USDC', amount: '1' }, networkId)).rejects.toThrow('is a real node')
  })
})

describe('the refusals of an attached cluster', () => {
  it.each<[string, () => unknown]>([
    ['chain.balance()', () => host.mock.chain.balance(payer.address, { networkId })],
    ['chain.transactions()', () => host.mock.chain.transactions({ address: payer.address, networkId })],
    ['chain.mine()', () => host.mock.chain.mine({ chain: 'SOL', networkId })],
    ['chain.setAutomine()', () => host.mock.chain.setAutomine(false, 'devnet')],
    ['chain.dropTransaction()', () => host.mock.chain.dropTransaction('x', 'devnet')],
    [
      'chain.setTokenBalance()',
      () =>
        host.mock.chain.setTokenBalance({
          owner: payer.address,
          chain: 'SOL',
          networkId,
          contractAddress: gold,
          amount: 1,
        }),
    ],
  ])('say of %s that the node is real, and how to go on', async (call, act) => {
    const sentence = `Failed to call "${call}": solana devnet is a real node (${node.url})`
    await expect((async () => act())()).rejects.toThrow(sentence)
    host.mock.chain.detach('devnet')
    if (call !== 'chain.dropTransaction()') await act()
  })

  it('leave the other cluster simulated', async () => {
    await host.mock.chain.fund(payer.address, { sol: '3' }, 101)
    expect(host.mock.chain.balance(payer.address)).toBe('3')
  })
})

describe('the JSON-RPC of an attached cluster', () => {
  let server: Awaited<ReturnType<typeof startServer>>
  beforeEach(async () => {
    server = await startServer({ seed: 'attached solana' })
    await server.mock.chain.attach('devnet', node.url)
  })
  afterEach(() => server.close())

  it('is that of the node for an unmodified kit, over HTTP and over a WebSocket', async () => {
    const url = server.mock.chain.rpcUrl('devnet')
    const client: Rpc<SolanaRpcApi> = createSolanaRpc(url)
    const key = await newKey()
    const abort = new AbortController()
    const notifications = await createSolanaRpcSubscriptions(url.replace('http', 'ws'))
      .accountNotifications(key.address, { encoding: 'base64' })
      .subscribe({ abortSignal: abort.signal })
    const heard: bigint[] = []
    const listening = (async () => {
      for await (const { value } of notifications) heard.push(value.lamports)
    })()
    await send(client, [transferSol(payer.address, key.address, 8_000_000n)], [payer])
    expect((await client.getBalance(key.address).send()).value).toBe(8_000_000n)
    expect(node.svm.getBalance(key.address)).toBe(8_000_000n)
    await expect.poll(() => heard).toEqual([8_000_000n])
    abort.abort()
    await listening
    const other = createSolanaRpc(server.mock.chain.rpcUrl('mainnet'))
    expect((await other.getBalance(key.address).send()).value).toBe(0n)
  })

  it('lets a page of another site read, and not change a development node', async () => {
    const call = async (method: string, params: readonly unknown[]) => {
      const response = await fetch(server.mock.chain.rpcUrl('devnet'), {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      })
      return response.json()
    }
    expect(await call('getBalance', [payer.address])).toHaveProperty('result')
    expect(await call('surfnet_setAccount', [payer.address, { lamports: 1 }])).toMatchObject({ error: { code: 4100 } })
  })
})
