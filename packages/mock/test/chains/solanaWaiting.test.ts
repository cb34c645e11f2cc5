import { programs } from '@latchkey/chains/codecs/solanaInstructions'
import { memo, transferSol } from '@latchkey/chains/test/solanaWallet'
import {
  address,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  type Instruction,
  type KeyPairSigner,
  lamports,
  type Rpc,
  type Signature,
  type SolanaRpcApi,
} from '@solana/kit'
import { beforeEach, describe, expect, it } from 'vitest'
import { keyPairOf, send, signedWire } from '../people/solana.ts'
import { createControlClient } from '../support/controlClient.ts'

const control = createControlClient()
const mock = () => control.server.mock
const [ada, bob, carol] = await Promise.all([keyPairOf('Ada'), keyPairOf('Bob'), keyPairOf('Carol')])

let rpc: Rpc<SolanaRpcApi>
beforeEach(async () => {
  rpc = createSolanaRpc(mock().chain.rpcUrl('devnet'))
  for (const { address: key } of [ada, bob]) await mock().chain.fund(key, { sol: '2' }, 103)
  await control.post('chain/automine', { isEnabled: false, networkId: 'devnet' })
})

/** Signs and sends without waiting. */
async function post(instructions: readonly Instruction[], signer: KeyPairSigner, skipPreflight = false) {
  const { blockhash } = (await rpc.getLatestBlockhash().send()).value
  const wire = await signedWire({ instructions, blockhash }, [signer])
  return rpc.sendTransaction(wire, { encoding: 'base64', skipPreflight }).send()
}

/** Offers so many millionths of a lamport for a compute unit. */
const price = (microLamports: bigint): Instruction => ({
  programAddress: address(programs.computeBudget),
  data: new Uint8Array([3, ...new Uint8Array(new BigUint64Array([microLamports]).buffer)]),
})
const pay = (from: KeyPairSigner, amount: bigint) => post([transferSol(from.address, carol.address, amount)], from)
const statusesOf = async (...signatures: Signature[]) => (await rpc.getSignatureStatuses(signatures).send()).value
const mine = () => mock().chain.mine({ chain: 'SOL', networkId: 103 })
const balance = (key: string) => mock().chain.balance(key, { networkId: 103 })

describe('transactions of a cluster without automine', () => {
  it('have no status and no effect until they are mined, in one block', async () => {
    const [first, second] = [await pay(ada, 900_000n), await pay(bob, 1_000_000n)]
    expect(await statusesOf(first, second)).toEqual([null, null])
    expect(await rpc.getTransaction(first, { maxSupportedTransactionVersion: 0, encoding: 'json' }).send()).toBeNull()
    expect([balance(carol.address), await rpc.getSignaturesForAddress(ada.address).send()]).toEqual(['0', []])
    const { pending } = (await control.get('chain/latest', { chain: 'SOL' })).body
    expect(pending).toMatchObject([
      {
        chain: 'SOL',
        networkId: 103,
        hash: second,
        from: bob.address,
        to: carol.address,
        value: '0.001',
        symbol: 'SOL',
      },
      { hash: first },
    ])
    await mine()
    const statuses = await statusesOf(first, second)
    expect(statuses).toMatchObject([{ confirmationStatus: 'finalized', err: null }, { err: null }])
    expect(statuses[0]?.slot).toBe(statuses[1]?.slot)
    const block = await rpc
      .getBlock(statuses[0]!.slot, {
        maxSupportedTransactionVersion: 0,
        transactionDetails: 'signatures',
        rewards: false,
      })
      .send()
    expect(block?.signatures).toEqual([first, second])
    expect(balance(carol.address)).toBe('0.0019')
    expect((await control.get('chain/latest')).body.pending).toEqual([])
  })

  it('come in the order of their prices, and of their arrival where these are equal', async () => {
    const cheap = await pay(ada, 900_000n)
    const dear = await post([price(5_000n), transferSol(bob.address, carol.address, 900_000n)], bob)
    const later = await pay(bob, 950_000n)
    await mine()
    const signatures = await rpc.getSignaturesForAddress(carol.address).send()
    expect(signatures.map(({ signature }) => signature)).toEqual([later, cheap, dear])
  })

  it('wait once, however often they are sent', async () => {
    const { blockhash } = (await rpc.getLatestBlockhash().send()).value
    const instructions = [transferSol(ada.address, carol.address, 900_000n)]
    const wire = await signedWire({ instructions, blockhash }, [ada])
    const again = () => rpc.sendTransaction(wire, { encoding: 'base64' }).send()
    expect(await again()).toBe(await again())
    await mine()
    expect(balance(carol.address)).toBe('0.0009')
    await expect(again()).rejects.toThrow()
  })

  it('that can no longer pay are forgotten or fail, as on a node', async () => {
    const first = await pay(ada, 1_990_000_000n)
    const second = await pay(ada, 1_980_000_000n)
    await mine()
    const [landed, failed] = await statusesOf(first, second)
    expect(landed).toMatchObject({ err: null })
    expect(failed?.err).toMatchObject({ InstructionError: [0n, { Custom: 1n }] })
  })

  it('never land after their blockhash has expired', async () => {
    const signature = await pay(ada, 900_000n)
    await mock().clock.advance({ minutes: 2 })
    await mine()
    expect([await statusesOf(signature), balance(carol.address)]).toEqual([[null], '0'])
    expect((await control.get('chain/latest')).body.pending).toEqual([])
  })

  it('are simulated on the state of now, and refused when they would fail there', async () => {
    await pay(ada, 900_000n)
    const { blockhash } = (await rpc.getLatestBlockhash().send()).value
    const wire = await signedWire({ instructions: [transferSol(carol.address, bob.address, 1n)], blockhash }, [carol])
    const { value } = await rpc.simulateTransaction(wire, { encoding: 'base64' }).send()
    expect(value.err).toBe('AccountNotFound')
    await expect(rpc.sendTransaction(wire, { encoding: 'base64' }).send()).rejects.toThrow()
  })

  it('are dropped by their signature, and only these', async () => {
    const signature = await pay(ada, 900_000n)
    await control.post('chain/drop', { hash: signature, networkId: 'devnet' })
    await mine()
    expect(balance(carol.address)).toBe('0')
    expect((await control.post('chain/drop', { hash: signature, networkId: 'devnet' })).status).toBe(400)
  })

  it('land when automine is on again, airdrops as well', async () => {
    const airdrop = await rpc.requestAirdrop(carol.address, lamports(1_000_000n)).send()
    expect(await statusesOf(airdrop)).toEqual([null])
    const signature = await pay(ada, 900_000n)
    await mock().chain.setAutomine(true, 'devnet')
    expect(await statusesOf(airdrop, signature)).toMatchObject([{ err: null }, { err: null }])
    expect(balance(carol.address)).toBe('0.0019')
    await send(rpc, [transferSol(ada.address, carol.address, 100_000n)], [ada])
    expect(balance(carol.address)).toBe('0.002')
  })

  it('do not wait on the other cluster, and are gone after a reset', async () => {
    const main = createSolanaRpc(mock().chain.rpcUrl('mainnet'))
    await mock().chain.fund(ada.address, { sol: '1' }, 101)
    await send(main as never, [transferSol(ada.address, carol.address, 900_000n)], [ada])
    expect(mock().chain.balance(carol.address)).toBe('0.0009')
    await pay(ada, 900_000n)
    await fetch(mock().chain.rpcUrl('devnet'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'surfnet_resetNetwork' }),
    })
    expect((await control.get('chain/latest')).body.pending).toEqual([])
    const { networks } = (await control.get('chain/networks')).body as { networks: { automine: boolean }[] }
    expect(networks.every(({ automine }) => automine)).toBe(true)
  })

  it('more than a block has compute units for wait for the next one', async () => {
    const limit: Instruction = {
      programAddress: address(programs.computeBudget),
      data: new Uint8Array([2, ...new Uint8Array(new Uint32Array([1_400_000]).buffer)]),
    }
    const signatures: Signature[] = []
    for (let index = 0; index < 44; index++)
      signatures.push(await post([limit, memo(`note ${index}`, ada.address)], ada))
    await mine()
    const landed = async () => (await statusesOf(...signatures)).filter((status) => status !== null).length
    expect(await landed()).toBe(42)
    await mine()
    expect(await landed()).toBe(44)
  })

  it('are refused for a cluster that nobody has', async () => {
    await expect(mock().chain.setAutomine(false, 'moonnet')).rejects.toThrow('there is no cluster "moonnet"')
  })
})

describe('subscriptions while transactions wait', () => {
  it('know that one was received, and of its end when it is mined', async () => {
    const url = mock().chain.rpcUrl('devnet').replace('http', 'ws')
    const abort = new AbortController()
    const options = { abortSignal: abort.signal }
    const subscriptions = createSolanaRpcSubscriptions(url)
    const signature = await pay(ada, 900_000n)
    const heard: unknown[] = []
    const notifications = await subscriptions
      .signatureNotifications(signature, { enableReceivedNotification: true } as never)
      .subscribe(options)
    // The library drops notifications that come before somebody iterates.
    const listening = (async () => {
      for await (const { value } of notifications as AsyncIterable<{ value: unknown }>) heard.push(value)
    })()
    const accounts = await subscriptions.accountNotifications(carol.address, { encoding: 'base64' }).subscribe(options)
    const changed: bigint[] = []
    const watching = (async () => {
      for await (const { value } of accounts) changed.push(value.lamports)
    })()
    await expect.poll(() => heard).toEqual(['receivedSignature'])
    expect(changed).toEqual([])
    await mine()
    await expect.poll(() => heard).toEqual(['receivedSignature', { err: null }])
    await expect.poll(() => changed).toEqual([900_000n])
    abort.abort()
    await Promise.all([listening, watching])
  })
})

describe('getSignaturesForAddress', () => {
  it('pages through the transactions of one block', async () => {
    const all: Signature[] = []
    for (let index = 0; index < 5; index++) all.push(await pay(ada, 900_000n + BigInt(index)))
    await mine()
    await mock().chain.setAutomine(true, 'devnet')
    all.push(await pay(ada, 990_000n))
    const newest = all.toReversed()
    const list = async (options: { limit?: number; before?: Signature; until?: Signature }) =>
      (await rpc.getSignaturesForAddress(ada.address, options).send()).map(({ signature }) => signature)
    expect(await list({})).toEqual(newest)
    expect(await list({ limit: 2 })).toEqual(newest.slice(0, 2))
    expect(await list({ limit: 2, before: newest[1]! })).toEqual(newest.slice(2, 4))
    expect(await list({ before: newest[3]! })).toEqual(newest.slice(4))
    expect(await list({ until: newest[3]! })).toEqual(newest.slice(0, 3))
    expect(await list({ before: newest[0]!, until: newest[4]! })).toEqual(newest.slice(1, 4))
  })
})
