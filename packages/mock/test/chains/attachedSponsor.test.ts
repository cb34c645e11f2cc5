import { readBase64, toBase64 } from '@latchkey/base/bytes'
import { readSolanaTransaction } from '@latchkey/chains/codecs/solanaTransactions'
import { transactionOf, transferSol } from '@latchkey/chains/test/solanaWallet'
import {
  createSolanaRpc,
  getBase64EncodedWireTransaction,
  getTransactionDecoder,
  getTransactionEncoder,
  type KeyPairSigner,
  lamports,
  partiallySignTransaction,
} from '@solana/kit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { keyPairOf } from '../people/solana.ts'
import { type LiteSvm, startLiteSvm } from './liteSvm.ts'

const host = createHost()
let node: LiteSvm
let people = 0
beforeAll(async () => {
  node = await startLiteSvm()
})
afterAll(() => node.stop())
beforeEach(async () => {
  await host.mock.chain.attach('devnet', node.url)
  await host.mock.settings.patch({ sdk: { embeddedWallets: { svmGasSponsorshipEnabled: true } } })
})

const bytesOf = (text: string) => readBase64(text) ?? expect.fail()
const newKey = (): Promise<KeyPairSigner> => keyPairOf(`Sponsored ${(people += 1)}`)

/** A person with these lamports on the node, and a payment of some to another one. */
async function payment(amount: bigint, balance = 5_000_000n) {
  const [ada, bob] = [await newKey(), await newKey()]
  const rpc = createSolanaRpc(node.url)
  await rpc.requestAirdrop(ada.address, lamports(balance)).send()
  const { blockhash } = (await rpc.getLatestBlockhash().send()).value
  const instructions = [transferSol(ada.address, bob.address, amount)]
  const transaction = transactionOf({ instructions, blockhash, feePayer: ada.address })
  return { rpc, ada, bob, wire: toBase64(Uint8Array.from(getTransactionEncoder().encode(transaction))) }
}

const sponsor = async (transaction: string) =>
  (await host.call('solana.sponsor', { body: { transaction } })).body.transaction ?? expect.fail()
const payerOf = (wire: string) => readSolanaTransaction(bytesOf(wire))?.signers[0] ?? expect.fail()
const airdrops = () =>
  (host.mock.journal.list().at(-1)?.notes ?? []).filter((note) =>
    note.startsWith('Asked solana devnet: requestAirdrop'),
  )

describe('a sponsor on a real cluster', () => {
  it('has lamports by an airdrop of the node, and pays the fee of a transaction that lands there', async () => {
    const payer = payerOf(await sponsor((await payment(5_000_000n)).wire))
    expect(airdrops()).toHaveLength(1)
    expect(node.svm.getBalance(payer as never)).toBe(1_000_000_000n)
    // LiteSVM forgets a blockhash with each transaction, so this one is built after the airdrop.
    const { rpc, ada, bob, wire } = await payment(5_000_000n)
    const sponsored = await sponsor(wire)
    expect([payerOf(sponsored), airdrops()]).toEqual([payer, []])
    const signed = await partiallySignTransaction([ada.keyPair], getTransactionDecoder().decode(bytesOf(sponsored)))
    await rpc.sendTransaction(getBase64EncodedWireTransaction(signed), { encoding: 'base64' }).send()
    // All that Ada has arrives: the fee of two signatures is the sponsor's.
    expect(node.svm.getBalance(bob.address)).toBe(5_000_000n)
    expect(node.svm.getBalance(payer as never)).toBe(1_000_000_000n - 10_000n)
    expect(host.mock.chain.detach('devnet')).toBe(true)
    expect(host.mock.chain.balance(payer, { networkId: 103 })).toBe('0')
  })

  it('pays for nothing that would fail on the node', async () => {
    const { wire } = await payment(6_000_000n)
    const { status, body } = await host.refuse('solana.sponsor', { body: { transaction: wire } })
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain('The transaction would fail')
  })
})
