import { programs } from '@latchkey/chains/codecs/solanaInstructions'
import { memo, transferSol } from '@latchkey/chains/test/solanaWallet'
import {
  address,
  appendTransactionMessageInstructions,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createSolanaRpcSubscriptions_UNSTABLE,
  createTransactionMessage,
  getSignatureFromTransaction,
  lamports,
  pipe,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signature as readSignature,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keyPairOf } from '../../test/people/solana.ts'
import { type MockServer, startServer } from './server.ts'

const [ada, bob] = await Promise.all([keyPairOf('Ada'), keyPairOf('Bob')])
const path = '/__mock/chains/solana/devnet'

let server: MockServer
beforeEach(async () => {
  server = await startServer({ seed: 'sockets', now: '2026-01-15T09:30:00.000Z' })
})
afterEach(() => server.close())

function kitClients() {
  const rpc = createSolanaRpc(server.url + path)
  const rpcSubscriptions = createSolanaRpcSubscriptions(server.url.replace('http', 'ws') + path)
  return { rpc, rpcSubscriptions, sendAndConfirm: sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions } as never) }
}

/** A payment from Ada to Bob, signed by kit. */
async function payment({ rpc }: ReturnType<typeof kitClients>, amount: bigint, note = 'rent') {
  const { value } = await rpc.getLatestBlockhash().send()
  return signTransactionMessageWithSigners(
    pipe(
      createTransactionMessage({ version: 0 }),
      (message) => setTransactionMessageFeePayerSigner(ada, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash(value, message),
      (message) =>
        appendTransactionMessageInstructions(
          [transferSol(ada.address, bob.address, amount), memo(note, ada.address)],
          message,
        ),
    ),
  )
}

/** Collects what a subscription of kit says, from when it listens. */
async function collect<T>(subscription: {
  subscribe(options: { abortSignal: AbortSignal }): Promise<AsyncIterable<T>>
}) {
  const [ending, heard]: [AbortController, T[]] = [new AbortController(), []]
  const all = await subscription.subscribe({ abortSignal: ending.signal })
  const listening = (async () => {
    for await (const each of all) heard.push(each)
  })()
  // It fails when the server closes before the client.
  listening.catch(() => undefined)
  return { heard, end: () => ending.abort() }
}

describe('@solana/kit over a WebSocket', () => {
  it('sends a transaction and hears that it is confirmed', async () => {
    const clients = kitClients()
    await clients.rpc.requestAirdrop(ada.address, lamports(2_000_000_000n)).send()
    const transaction = await payment(clients, 500_000_000n)
    await clients.sendAndConfirm(transaction as never, { commitment: 'confirmed' })
    expect((await clients.rpc.getBalance(bob.address).send()).value).toBe(500_000_000n)
  })

  it('hears of an account, of programs, logs, slots and roots when they change', async () => {
    const clients = kitClients()
    const { rpc, rpcSubscriptions } = clients
    await rpc.requestAirdrop(ada.address, lamports(2_000_000_000n)).send()
    const heard = {
      account: await collect(rpcSubscriptions.accountNotifications(bob.address, { encoding: 'base64' })),
      program: await collect(rpcSubscriptions.programNotifications(address(programs.system), { encoding: 'base64' })),
      logs: await collect(rpcSubscriptions.logsNotifications({ mentions: [bob.address] })),
      others: await collect(rpcSubscriptions.logsNotifications({ mentions: [address(programs.token)] })),
      slot: await collect(rpcSubscriptions.slotNotifications()),
      root: await collect(rpcSubscriptions.rootNotifications()),
    }
    const transaction = await payment(clients, 3_000_000n)
    await clients.sendAndConfirm(transaction as never, { commitment: 'finalized' })
    // Each subscription hears in its own time.
    await expect.poll(() => heard.account.heard).toHaveLength(1)
    await expect.poll(() => heard.program.heard).toHaveLength(2)
    await expect.poll(() => heard.logs.heard).toHaveLength(1)
    await expect.poll(() => heard.slot.heard).not.toEqual([])
    await expect.poll(() => heard.root.heard).not.toEqual([])
    expect(heard.account.heard[0]?.value).toMatchObject({ lamports: 3_000_000n, owner: programs.system })
    expect(heard.program.heard.map(({ value }) => value.pubkey).sort()).toEqual([ada.address, bob.address].sort())
    expect(heard.logs.heard.map(({ value }) => [value.signature, value.err])).toEqual([
      [getSignatureFromTransaction(transaction), null],
    ])
    expect(heard.others.heard).toEqual([])
    const [slot] = heard.slot.heard
    expect(slot && slot.slot - slot.parent).toBe(1n)
    expect(heard.root.heard[0]).toBe(slot?.slot)
    for (const { end } of Object.values(heard)) end()
  })

  it('hears of the blocks whose transactions name an account, with only these transactions', async () => {
    const clients = kitClients()
    const { rpc } = clients
    await rpc.requestAirdrop(ada.address, lamports(2_000_000_000n)).send()
    const unstable = createSolanaRpcSubscriptions_UNSTABLE(server.url.replace('http', 'ws') + path)
    const options = { maxSupportedTransactionVersion: 0, transactionDetails: 'signatures' } as const
    const [ofBob, ofTokens] = await Promise.all([
      collect(unstable.blockNotifications({ mentionsAccountOrProgram: bob.address }, options as never)),
      collect(unstable.blockNotifications({ mentionsAccountOrProgram: address(programs.token) }, options as never)),
    ])
    const transaction = await payment(clients, 3_000_000n)
    await clients.sendAndConfirm(transaction as never, { commitment: 'confirmed' })
    await expect.poll(() => ofBob.heard).toHaveLength(1)
    const [{ value } = { value: undefined }] = ofBob.heard as { value?: { slot: bigint; block: object } }[]
    expect(value).toMatchObject({ err: null, block: { signatures: [getSignatureFromTransaction(transaction)] } })
    const { value: statuses } = await rpc.getSignatureStatuses([getSignatureFromTransaction(transaction)]).send()
    expect(value?.slot).toBe(statuses[0]?.slot)
    expect(ofTokens.heard).toEqual([])
    for (const { end } of [ofBob, ofTokens]) end()
  })

  it('hears at once of a signature that has landed before, and never of an unknown one', async () => {
    const clients = kitClients()
    await clients.rpc.requestAirdrop(ada.address, lamports(2_000_000_000n)).send()
    const transaction = await payment(clients, 3_000_000n)
    await clients.sendAndConfirm(transaction as never, { commitment: 'confirmed' })
    const landed = await collect(
      clients.rpcSubscriptions.signatureNotifications(getSignatureFromTransaction(transaction)),
    )
    const unknown = await collect(clients.rpcSubscriptions.signatureNotifications(readSignature('1'.repeat(64))))
    await expect.poll(() => landed.heard).toMatchObject([{ value: { err: null } }])
    expect(unknown.heard).toEqual([])
    for (const { end } of [landed, unknown]) end()
  })
})
