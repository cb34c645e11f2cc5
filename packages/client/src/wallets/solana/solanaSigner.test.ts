import {
  address,
  appendTransactionMessageInstruction,
  createSignableMessage,
  createTransactionMessage,
  getAddressFromPublicKey,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  verifySignature,
  type Blockhash,
  type MessagePartialSigner,
  type SignatureBytes,
  type TransactionPartialSigner,
} from '@solana/kit'
import { describe, expect, it } from 'vitest'
import type { SigningWallet, SignOptions } from '../wallet.ts'
import { toSolanaSigner } from './solanaSigner.ts'

/** A wallet with a plain key, which signs bytes as the service does. */
async function createKeyWallet() {
  const { privateKey, publicKey } = (await crypto.subtle.generateKey('Ed25519', true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair
  const asked: SignOptions[] = []
  const wallet: SigningWallet = {
    chain: 'SVM',
    address: await getAddressFromPublicKey(publicKey),
    publicKey: '',
    async sign({ message, isFormatted }, options = {}) {
      if (!isFormatted) throw new Error('The message would be read as a text.')
      asked.push(options)
      const signature = await crypto.subtle.sign('Ed25519', privateKey, Buffer.from(message, 'hex'))
      return { signature: Buffer.from(signature).toString('hex'), publicKey: '' }
    },
  }
  return { wallet, publicKey, asked }
}

describe('toSolanaSigner()', () => {
  it('signs a transaction of kit as its fee payer', async () => {
    const { wallet, publicKey } = await createKeyWallet()
    const signer: TransactionPartialSigner & MessagePartialSigner = toSolanaSigner(wallet)
    const blockhash = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM' as Blockhash
    const programAddress = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (empty) => setTransactionMessageFeePayerSigner(signer, empty),
      (paid) => setTransactionMessageLifetimeUsingBlockhash({ blockhash, lastValidBlockHeight: 1n }, paid),
      (timed) => appendTransactionMessageInstruction({ programAddress, data: Uint8Array.of(104, 105) }, timed),
    )
    const { signatures, messageBytes } = await signTransactionMessageWithSigners(message)
    const signature = signatures[signer.address] as SignatureBytes
    expect(await verifySignature(publicKey, signature, messageBytes)).toBe(true)
  })

  it('signs messages in their order', async () => {
    const { wallet, publicKey } = await createKeyWallet()
    const messages = [createSignableMessage('deadbeef'), createSignableMessage(Uint8Array.of(0, 255))]
    const signer: MessagePartialSigner = toSolanaSigner(wallet)
    const dictionaries = await signer.signMessages(messages)
    expect(dictionaries).toHaveLength(2)
    for (const [i, dictionary] of dictionaries.entries()) {
      const signature = dictionary[signer.address] as SignatureBytes
      expect(await verifySignature(publicKey, signature, messages[i]?.content as Uint8Array)).toBe(true)
    }
  })

  it('passes on the signal of the call', async () => {
    const { wallet, asked } = await createKeyWallet()
    const { signal: abortSignal } = new AbortController()
    await toSolanaSigner(wallet, { mfaToken: 'proof' }).signMessages([{ content: [1] }], { abortSignal })
    expect(asked).toEqual([{ mfaToken: 'proof', signal: abortSignal }])
  })

  it('refuses a wallet of another chain', async () => {
    const { wallet } = await createKeyWallet()
    expect(() => toSolanaSigner({ ...wallet, chain: 'EVM' })).toThrow(TypeError)
  })
})
