import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { toHex } from '@latchkey/base/bytes'
import { transactionOf, transferSol } from '@latchkey/chains/test/solanaWallet'
import { address, createSolanaRpc, type Instruction, lamports } from '@solana/kit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { addRules, createSigner } from '../people/policyPeople.ts'
import { keyPairOf, send, solanaRpc } from '../people/solana.ts'
import { type LiteSvm, startLiteSvm } from './liteSvm.ts'

const host = createHost()
const payer = await keyPairOf('Payer of the slow cluster')
let node: LiteSvm
/** A server before the cluster, which can be slow or down. */
let front: Server
let delayMs: number
let isDown: boolean
let asked: number

beforeAll(async () => {
  node = await startLiteSvm()
  await createSolanaRpc(node.url).requestAirdrop(payer.address, lamports(1_000_000_000_000n)).send()
})
afterAll(() => node.stop())
beforeEach(async () => {
  delayMs = 0
  isDown = false
  asked = 0
  front = createServer(async (request, response) => {
    const body = await text(request)
    asked += 1
    if (isDown) return request.socket.destroy()
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
    response.end(await (await fetch(node.url, { method: 'POST', body })).text())
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  await host.mock.chain.attach('devnet', `http://127.0.0.1:${(front.address() as AddressInfo).port}`)
})
afterEach(() => {
  front.closeAllConnections()
  front.close()
})

const activity = () => host.mock.events.list({ eventName: 'wallet.activity' }).map(({ data }) => data)

const waiting = () => host.mock.clock.due().filter(({ kind }) => kind === 'chains.watch')

/** An embedded wallet, and a payment to it by the chain's URL at the mock. */
async function paidWallet() {
  await host.mock.create.provider({ provider: 'dynamic' })
  const user = await host.mock.create.user({ email: 'ada@example.com' })
  const wallet = await host.mock.wallets.embedded(user, { chain: 'SVM' })
  const pay = () => send(solanaRpc(host), [transferSol(payer.address, wallet.address, 3_000_000n)], [payer])
  return { user, wallet, pay }
}

describe('a cluster that is slow', () => {
  it('has its activity all the same, and holds up no request that does not ask it', async () => {
    const { wallet, pay } = await paidWallet()
    delayMs = 100
    const signature = await pay()
    const askedBefore = asked
    const settled = host.mock.clock.settle()
    await expect.poll(() => asked).toBeGreaterThan(askedBefore)
    // The job waits for the node now.
    await host.call('users.list')
    expect(activity()).toEqual([])
    await settled
    expect(activity()).toMatchObject([{ transactionHash: signature, walletId: wallet.walletId, labels: ['receive'] }])
  })

  it('is waited for by the judgement of a policy, which denies and allows as ever', async () => {
    const ada = await createSigner(host, 'SVM')
    const [thief, shop] = [await keyPairOf('Thief'), await keyPairOf('Shop')]
    await addRules(host, { chain: 'SVM', addresses: [thief.address] })
    const { blockhash } = (await createSolanaRpc(node.url).getLatestBlockhash().send()).value
    const messageOf = (instruction: Instruction) => {
      const feePayer = address(ada.wallet.address)
      const { messageBytes } = transactionOf({ instructions: [instruction], blockhash, feePayer })
      return { message: toHex(Uint8Array.from(messageBytes)) }
    }
    delayMs = 100
    const toThief = ada.refuse(messageOf(transferSol(ada.wallet.address, thief.address, 1n)))
    const toShop = ada.ask(messageOf(transferSol(ada.wallet.address, shop.address, 1n)))
    expect(await toThief).toMatchObject({ status: 403, code: 'policy_denied' })
    expect(await toShop).toHaveProperty('roomId')
    isDown = true
    const refusal = await ada.refuse(messageOf(transferSol(ada.wallet.address, shop.address, 1n)))
    expect(refusal).toMatchObject({ status: 503, code: 'internal_server_error' })
  })
})

describe('a cluster that is down after a payment', () => {
  it('is asked again on the clock, until the activity of the wallet is there', async () => {
    const { user, wallet, pay } = await paidWallet()
    const signature = await pay()
    isDown = true
    await host.mock.clock.advance({ minutes: 1 })
    expect(activity()).toEqual([])
    expect(waiting()).toHaveLength(1)
    await host.mock.signIn(user)
    isDown = false
    await host.mock.clock.advance({ minutes: 5 })
    expect(activity()).toMatchObject([{ transactionHash: signature, walletId: wallet.walletId }])
    expect(waiting()).toEqual([])
  })
})
