import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { base64, hex } from '@scure/base'
import { Address, OutScript, Transaction } from '@scure/btc-signer'
import { beforeEach, describe, expect, it } from 'vitest'
import { rejection } from '../../../test/serve.ts'
import type { BitcoinAddressType } from '../engine.ts'
import { createWalletWorld, type WalletWorld } from '../test/walletWorld.ts'
import type { EmbeddedWallet } from '../wallet.ts'
import { signPsbt } from './signPsbt.ts'

const shop = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const thief = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'
const scriptOf = (address: string) => OutScript.encode(Address().decode(address))

let world: WalletWorld
beforeEach(async () => {
  world = await createWalletWorld()
})

async function createWallet(addressType: BitcoinAddressType): Promise<EmbeddedWallet> {
  const { party } = await world.device()
  return party.create({ chain: 'BTC', addressType })
}

/** Adds an input of 10 000 satoshis, with the transaction that made it. */
function addInput(transaction: Transaction, address: string, seed: string): void {
  const earlier = new Transaction()
  earlier.addInput({ txid: seed.repeat(64), index: 0, witnessUtxo: { script: scriptOf(shop), amount: 10_001n } })
  earlier.addOutputAddress(address, 10_000n)
  const nonWitnessUtxo = earlier.unsignedTx
  const witnessUtxo = { script: scriptOf(address), amount: 10_000n }
  transaction.addInput({ txid: sha256(sha256(nonWitnessUtxo)).toReversed(), index: 0, nonWitnessUtxo, witnessUtxo })
}

/** A PSBT with two inputs of the wallet and one of somebody else between them. */
function psbtOf({ address }: Pick<EmbeddedWallet, 'address'>, to = shop, amount = 29_000n): string {
  const transaction = new Transaction()
  addInput(transaction, address, '1')
  addInput(transaction, shop, '2')
  addInput(transaction, address, '3')
  transaction.addOutputAddress(to, amount)
  return base64.encode(transaction.toPSBT())
}

/** Adds a rule for Bitcoin to the policy of the environment. */
async function addRule(fields: object): Promise<void> {
  const { baseUrl, defaults, fetch } = world.mock
  const { id, token } = defaults.environments.sandbox
  const rule = { name: 'Rule', chain: 'BTC', ruleType: 'allow', ...fields }
  const reply = await fetch(`${baseUrl}/api/v0/environments/${id}/waas/policies`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ rulesToAdd: [rule] }),
  })
  expect(reply.status).toBe(201)
}

describe('signPsbt()', () => {
  it('signs each input of a SegWit wallet, under rules too, and no other one', async () => {
    await addRule({ addresses: [shop], valueLimit: { maxPerCall: '30000', totalLimit: '30000' } })
    const wallet = await createWallet('native_segwit')
    const publicKey = hexToBytes(wallet.publicKey)
    const transaction = Transaction.fromPSBT(base64.decode(await signPsbt(wallet, psbtOf(wallet))))
    for (const index of [0, 2]) {
      const [[key, signature] = []] = transaction.getInput(index).partialSig ?? []
      expect(key).toEqual(publicKey)
      const keyHash = scriptOf(wallet.address).subarray(2)
      const code = concatBytes(hexToBytes('76a914'), keyHash, hexToBytes('88ac'))
      const digest = transaction.preimageWitnessV0(index, code, 1, 10_000n)
      const der = signature?.subarray(0, -1) ?? new Uint8Array()
      expect(secp256k1.verify(der, digest, publicKey, { prehash: false, format: 'der' })).toBe(true)
      transaction.finalizeIdx(index)
    }
    expect(transaction.getInput(1).partialSig).toBeUndefined()
  })

  it('signs with the output key of a Taproot wallet, under rules too', async () => {
    await addRule({ addresses: [shop], valueLimit: { maxPerCall: '30000', totalLimit: '30000' } })
    const wallet = await createWallet('taproot')
    const transaction = Transaction.fromPSBT(base64.decode(await signPsbt(wallet, psbtOf(wallet))))
    const scripts = [wallet.address, shop, wallet.address].map(scriptOf)
    for (const index of [0, 2]) {
      const digest = transaction.preimageWitnessV1(index, scripts, 0, [10_000n, 10_000n, 10_000n])
      const { tapKeySig = new Uint8Array() } = transaction.getInput(index)
      expect(schnorr.verify(tapKeySig, digest, hex.decode(wallet.publicKey))).toBe(true)
      transaction.finalizeIdx(index)
    }
  })

  it('passes on the refusal of a rule: of a recipient, and of an amount', async () => {
    await addRule({ addresses: [shop], valueLimit: { maxPerCall: '29500' } })
    const wallet = await createWallet('native_segwit')
    const denied = { name: 'ApiError', status: 403, code: 'policy_denied' }
    expect(await rejection(signPsbt(wallet, psbtOf(wallet, thief)))).toMatchObject(denied)
    expect(await rejection(signPsbt(wallet, psbtOf(wallet, shop, 29_600n)))).toMatchObject(denied)
  })

  it('asks the service for nothing when there is nothing to sign', async () => {
    const wallet = await createWallet('native_segwit')
    const requests = world.mock.journal.list().length
    const unsupported = { name: 'CeremonyError', reason: 'unsupported' }
    for (const psbt of ['no base64', base64.encode(new Uint8Array(9)), psbtOf({ address: shop })])
      expect(await rejection(signPsbt(wallet, psbt))).toMatchObject(unsupported)
    const signed = await signPsbt(wallet, psbtOf(wallet))
    expect(await rejection(signPsbt(wallet, signed))).toMatchObject({
      ...unsupported,
      message: expect.stringContaining('not signed yet'),
    })
    expect(
      world.mock.journal
        .list()
        .slice(requests)
        .filter(({ operation }) => operation === 'waas.signMessage'),
    ).toHaveLength(2)
  })

  it('passes on that a PSBT is too long for the service', async () => {
    const wallet = await createWallet('native_segwit')
    const transaction = new Transaction()
    addInput(transaction, wallet.address, '1')
    for (let output = 0; output < 400; output++) transaction.addOutputAddress(shop, 20n)
    const psbt = base64.encode(transaction.toPSBT())
    expect(psbt.length).toBeGreaterThan(16_384)
    expect(await rejection(signPsbt(wallet, psbt))).toMatchObject({ name: 'ApiError', status: 400 })
  })

  it('needs a wallet of Bitcoin', async () => {
    const { party } = await world.device()
    const wallet = await party.create({ chain: 'EVM' })
    expect(await rejection(signPsbt(wallet, psbtOf({ address: shop })))).toBeInstanceOf(TypeError)
  })
})
