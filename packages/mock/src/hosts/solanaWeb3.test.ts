import { base58 } from '@scure/base'
import {
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  TransactionExpiredBlockheightExceededError,
} from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startServer, type MockServer } from './server.ts'

const path = '/__mock/chains/solana/devnet'

let server: MockServer
let connection: Connection
beforeAll(async () => {
  server = await startServer({ seed: 'web3', now: '2026-01-15T09:30:00.000Z' })
  connection = new Connection(server.url + path, {
    wsEndpoint: server.url.replace('http', 'ws') + path,
    commitment: 'confirmed',
  })
})
afterAll(async () => {
  // The library closes its socket when nobody listens, and opens one that the server has closed again and again.
  await vi.waitUntil(() => server.mock.chain.sockets().length === 0)
  await server.close()
})

/** The subscriptions of all sockets. */
const methods = () => server.mock.chain.sockets().flatMap((socket) => socket.subscriptions.map(({ method }) => method))

/** A person with 2 SOL, who has waited for them as apps do, and somebody to pay. */
async function people() {
  const [payer, payee] = [Keypair.generate(), Keypair.generate()]
  const latest = await connection.getLatestBlockhash()
  const signature = await connection.requestAirdrop(payer.publicKey, 2 * LAMPORTS_PER_SOL)
  const { value } = await connection.confirmTransaction({ signature, ...latest })
  expect(value.err).toBeNull()
  return {
    payer,
    payee: payee.publicKey,
    payment: (lamports: number) =>
      new Transaction().add(
        SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: payee.publicKey, lamports }),
      ),
  }
}

describe('@solana/web3.js 1 with a wsEndpoint', () => {
  it('sends a payment and waits until it is confirmed', async () => {
    const { payer, payee, payment } = await people()
    await sendAndConfirmTransaction(connection, payment(500_000_000), [payer])
    expect(await connection.getBalance(payee)).toBe(500_000_000)
  })

  it('hears that a transaction is confirmed for which it waited before it was sent', async () => {
    const { payer, payee, payment } = await people()
    const latest = await connection.getLatestBlockhash()
    const transaction = payment(500_000_000)
    Object.assign(transaction, { feePayer: payer.publicKey, recentBlockhash: latest.blockhash })
    transaction.sign(payer)
    const confirmed = connection.confirmTransaction({ signature: base58.encode(transaction.signature!), ...latest })
    await expect.poll(methods).toContain('signatureSubscribe')
    await connection.sendRawTransaction(transaction.serialize())
    // The library also asks once over HTTP. Where that answer is first, it has more fields.
    expect((await confirmed).value).toMatchObject({ err: null })
    expect(await connection.getBalance(payee)).toBe(500_000_000)
  })

  it('hears of an account, of logs and of slots', async () => {
    const { payer, payee, payment } = await people()
    const heard = { lamports: [] as number[], signatures: [] as string[], slots: [] as number[] }
    const account = connection.onAccountChange(payee, ({ lamports }) => heard.lamports.push(lamports))
    const logs = connection.onLogs(payee, ({ signature }) => heard.signatures.push(signature))
    const slots = connection.onSlotChange(({ slot }) => heard.slots.push(slot))
    const subscribed = ['accountSubscribe', 'logsSubscribe', 'slotSubscribe']
    await expect.poll(methods).toEqual(expect.arrayContaining(subscribed))
    const signature = await sendAndConfirmTransaction(connection, payment(3_000_000), [payer])
    await expect.poll(() => heard.lamports).toEqual([3_000_000])
    await expect.poll(() => heard.signatures).toEqual([signature])
    await expect.poll(() => heard.slots).not.toEqual([])
    await connection.removeAccountChangeListener(account)
    await connection.removeOnLogsListener(logs)
    await connection.removeSlotChangeListener(slots)
  })

  it('hears how a transaction failed that nobody had simulated', async () => {
    const { payer, payee, payment } = await people()
    const latest = await connection.getLatestBlockhash()
    const signature = await connection.sendTransaction(payment(5 * LAMPORTS_PER_SOL), [payer], { skipPreflight: true })
    // The library resolves to a failure that it hears over the socket, and rejects with one that it reads over HTTP.
    const failure = await connection.confirmTransaction({ signature, ...latest }).then(
      ({ value }) => value.err,
      (error: unknown) => error,
    )
    expect(failure).toEqual({ InstructionError: [0, { Custom: 1 }] })
    expect(await connection.getBalance(payee)).toBe(0)
  })

  it('is refused what a simulation shows to fail', async () => {
    const { payer, payment } = await people()
    const sent = sendAndConfirmTransaction(connection, payment(5 * LAMPORTS_PER_SOL), [payer])
    await expect(sent).rejects.toThrow('custom program error: 0x1')
  })

  it('waits no longer for a transaction whose block hash has expired', async () => {
    const latest = await connection.getLatestBlockhash()
    const waiting = connection.confirmTransaction({ signature: base58.encode(new Uint8Array(64)), ...latest })
    const refused = expect(waiting).rejects.toThrow(TransactionExpiredBlockheightExceededError)
    await server.mock.clock.advance({ minutes: 5 })
    await refused
  })
})
