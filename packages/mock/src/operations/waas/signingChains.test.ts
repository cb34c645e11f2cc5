import { messageWithIntent, parseSerializedSignature, toSerializedSignature } from '@mysten/sui/cryptography'
import { Ed25519PublicKey } from '@mysten/sui/keypairs/ed25519'
import { Transaction as SuiTransaction } from '@mysten/sui/transactions'
import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { p2tr, p2wpkh, Transaction } from '@scure/btc-signer'
import {
  address,
  appendTransactionMessageInstruction,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  signatureBytes,
  verifySignature,
} from '@solana/kit'
import { beginCell, domainSignVerify } from '@ton/core'
import { Verifier } from 'bip322-js'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { createSharedWallet, enableWaas, type SharedWallet, sign, signedIn } from '../../../test/people/waasPeople.ts'

const host = createHost()
let token: string

beforeEach(async () => {
  await enableWaas(host)
  ;({ token } = await signedIn(host))
})

const refuse = (wallet: SharedWallet, body: Record<string, unknown>) =>
  host.refuse('waas.signMessage', { token, params: { walletId: wallet.walletId }, body })
const keyOf = ({ parties }: SharedWallet) => hexToBytes(parties[0]!.share.keySet.groupKey)
const malformed = { status: 400, code: 'validation_failed' }

describe('waas.signMessage on SVM', () => {
  it('signs transactions and messages that kit verifies', async () => {
    const wallet = await createSharedWallet(host, token, { chain: 'SVM' })
    const key = await crypto.subtle.importKey('raw', Uint8Array.from(keyOf(wallet)), 'Ed25519', true, ['verify'])
    const compiled = compileTransaction(
      pipe(
        createTransactionMessage({ version: 0 }),
        (message) => setTransactionMessageFeePayer(address(wallet.address), message),
        (message) =>
          setTransactionMessageLifetimeUsingBlockhash(
            { blockhash: blockhash('EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N'), lastValidBlockHeight: 1n },
            message,
          ),
        (message) =>
          appendTransactionMessageInstruction(
            { programAddress: address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'), data: utf8ToBytes('hello') },
            message,
          ),
      ),
    )
    const message = bytesToHex(Uint8Array.from(compiled.messageBytes))
    const wire = getBase64EncodedWireTransaction(compiled)
    const svmTransaction = { chainId: 'solana:mainnet', method: 'signTransaction', serializedTransactions: [wire] }
    const { signature } = await sign(host, token, { wallet, body: { message, context: { svmTransaction } }, message })
    expect(await verifySignature(key, signatureBytes(hexToBytes(signature)), compiled.messageBytes)).toBe(true)

    const text = bytesToHex(utf8ToBytes('hello, harbour'))
    const spoken = { message: 'hello, harbour', context: { svmMessage: 'hello, harbour' } }
    const { signature: signed } = await sign(host, token, { wallet, body: spoken, message: text })
    expect(await verifySignature(key, signatureBytes(hexToBytes(signed)), utf8ToBytes('hello, harbour'))).toBe(true)

    const other = message.replace(/..$/, '01')
    expect(await refuse(wallet, { message: other, context: { svmTransaction } })).toMatchObject(malformed)
    expect(await refuse(wallet, { message: 'hello', context: { svmMessage: 'bye' } })).toMatchObject(malformed)
    expect(await refuse(wallet, { message: 'no hex', isFormatted: true })).toMatchObject(malformed)
  })
})

describe('waas.signMessage on SUI', () => {
  it('signs transactions and personal messages that the SDK verifies', async () => {
    const wallet = await createSharedWallet(host, token, { chain: 'SUI' })
    const publicKey = new Ed25519PublicKey(keyOf(wallet))
    const serialized = (signature: string) =>
      toSerializedSignature({ signatureScheme: 'ED25519', signature: hexToBytes(signature), publicKey })
    const transaction = new SuiTransaction()
    transaction.setSender(wallet.address)
    transaction.setGasPrice(1)
    transaction.setGasBudget(1)
    transaction.setGasPayment([
      { objectId: `0x${'1'.repeat(64)}`, version: 1, digest: '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi' },
    ])
    const bytes = await transaction.build()
    const digest = bytesToHex(blake2b(messageWithIntent('TransactionData', bytes), { dkLen: 32 }))
    const suiTransaction = { chainId: 'sui:mainnet', serializedTransaction: base64.encode(bytes) }
    const body = { message: digest, context: { suiTransaction } }
    const { signature } = await sign(host, token, { wallet, body, message: digest })
    expect(parseSerializedSignature(serialized(signature)).signatureScheme).toBe('ED25519')
    expect(await publicKey.verifyTransaction(bytes, serialized(signature))).toBe(true)

    const text = utf8ToBytes('hello')
    const intent = blake2b(Uint8Array.of(3, 0, 0, text.length, ...text), { dkLen: 32 })
    const message = bytesToHex(intent)
    const spoken = await sign(host, token, { wallet, body: { message, context: { suiMessage: 'hello' } }, message })
    expect(await publicKey.verifyPersonalMessage(text, serialized(spoken.signature))).toBe(true)
    expect(await refuse(wallet, { message, context: { suiTransaction } })).toMatchObject(malformed)
    expect(await refuse(wallet, { message, context: { suiMessage: 'bye' } })).toMatchObject(malformed)
  })
})

describe('waas.signMessage on TON', () => {
  it('signs the hash of a cell, which @ton/core verifies', async () => {
    const wallet = await createSharedWallet(host, token, { chain: 'TON' })
    const data = beginCell().storeUint(698_983_191, 32).storeUint(7, 32).endCell().hash()
    const message = data.toString('hex')
    const { signature } = await sign(host, token, { wallet, body: { message, isFormatted: true }, message })
    const signed = { data, signature: Buffer.from(signature, 'hex'), publicKey: Buffer.from(keyOf(wallet)) }
    expect(domainSignVerify({ ...signed, domain: { type: 'empty' } })).toBe(true)
    expect(domainSignVerify({ ...signed, data: Buffer.alloc(32), domain: { type: 'empty' } })).toBe(false)
  })
})

describe('waas.signMessage on BTC', () => {
  const publicKeyAt = ({ parties }: SharedWallet, path: string) => {
    const { groupKey, chainCode = '' } = parties[0]!.share.keySet
    return new HDKey({ publicKey: hexToBytes(groupKey), chainCode: hexToBytes(chainCode) }).derive(path).publicKey!
  }
  const payments = {
    native_segwit: (wallet: SharedWallet) => p2wpkh(publicKeyAt(wallet, 'm/84/0/0/0/0')),
    taproot: (wallet: SharedWallet) => p2tr(publicKeyAt(wallet, 'm/86/0/0/0/0').subarray(1)),
  }
  const psbtOf = (script: Uint8Array, to: string, inputs = 2) => {
    const transaction = new Transaction()
    for (let i = 0; i < inputs; i++)
      transaction.addInput({ txid: `${i + 1}`.repeat(64), index: i, witnessUtxo: { script, amount: 10_000n } })
    transaction.addOutputAddress(to, 15_000n)
    return transaction
  }

  it.each(['native_segwit', 'taproot'] as const)('signs a PSBT of a %s wallet, input by input', async (addressType) => {
    const wallet = await createSharedWallet(host, token, { chain: 'BTC', addressType })
    const payment = payments[addressType](wallet)
    const { script } = payment
    const transaction = psbtOf(script, wallet.address)
    for (let i = 0; i < 2; i++) {
      const digest =
        addressType === 'taproot'
          ? transaction.preimageWitnessV1(i, [script, script], 0, [10_000n, 10_000n])
          : transaction.preimageWitnessV0(
              i,
              Uint8Array.of(0x76, 0xa9, 0x14, ...script.subarray(2), 0x88, 0xac),
              1,
              10_000n,
            )
      const body = { message: base64.encode(transaction.toPSBT()), bitcoinConfig: { addressType, network: 'mainnet' } }
      const { signature } = await sign(host, token, { wallet, body, message: bytesToHex(digest) })
      if (addressType === 'taproot') transaction.updateInput(i, { tapKeySig: hexToBytes(signature) }, true)
      else {
        const { secp256k1 } = await import('@noble/curves/secp256k1.js')
        const der = secp256k1.Signature.fromHex(signature).toBytes('der')
        const key = publicKeyAt(wallet, 'm/84/0/0/0/0')
        transaction.updateInput(i, { partialSig: [[key, Uint8Array.of(...der, 1)]] }, true)
      }
    }
    const signed = { message: base64.encode(transaction.toPSBT()) }
    expect(await refuse(wallet, signed)).toMatchObject(malformed)
    transaction.finalize()
    expect(transaction.extract().length).toBeGreaterThan(100)
  })

  it.each(['native_segwit', 'taproot'] as const)('signs a text for BIP-322 with a %s wallet', async (addressType) => {
    const wallet = await createSharedWallet(host, token, { chain: 'BTC', addressType })
    const { digestOfBip322 } = await import('@latchkey/crypto/chains/psbt')
    const message = bytesToHex(digestOfBip322('hello', wallet.address))
    const { signature } = await sign(host, token, { wallet, body: { message: 'hello' }, message })
    const { secp256k1 } = await import('@noble/curves/secp256k1.js')
    const items =
      addressType === 'taproot'
        ? [hexToBytes(signature)]
        : [
            Uint8Array.of(...secp256k1.Signature.fromHex(signature).toBytes('der'), 1),
            publicKeyAt(wallet, 'm/84/0/0/0/0'),
          ]
    const witness = Uint8Array.of(items.length, ...items.flatMap((item) => [item.length, ...item]))
    expect(Verifier.verifySignature(wallet.address, 'hello', base64.encode(witness))).toBe(true)
    expect(Verifier.verifySignature(wallet.address, 'bye', base64.encode(witness))).toBe(false)
  })

  it('refuses what spends nothing of the wallet, another hash type, and a config of another wallet', async () => {
    const wallet = await createSharedWallet(host, token, { chain: 'BTC', addressType: 'native_segwit' })
    const other = p2wpkh(hexToBytes('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'))
    const foreign = psbtOf(other.script, wallet.address, 1)
    const none = psbtOf(payments.native_segwit(wallet).script, wallet.address, 1)
    none.updateInput(0, { sighashType: 2 })
    for (const body of [
      { message: base64.encode(foreign.toPSBT()) },
      { message: base64.encode(none.toPSBT()) },
      { message: base64.encode(Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff, 1)) },
      { message: 'hello', bitcoinConfig: { addressType: 'taproot' } },
      { message: 'hello', bitcoinConfig: { network: 'testnet' } },
    ])
      expect(await refuse(wallet, body)).toMatchObject(malformed)
  })
})
