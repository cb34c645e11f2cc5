import { writePrivateKey, type PrivateKeyFormat } from '@latchkey/ceremony'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base58 } from '@scure/base'
import { p2tr, p2wpkh, utils, WIF } from '@scure/btc-signer'
import { createKeyPairSignerFromBytes } from '@solana/kit'
import { beginCell, Cell, contractAddress } from '@ton/core'
import { hashMessage, hexToBytes, type Hex, verifyMessage } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import type { callsOf, TestHost } from '../hosts/harness.ts'
import type { DeviceWallet, Holder } from './deviceWallets.ts'
import { playRoom } from './waasDevice.ts'
import { evmSignature, sign } from './waasPeople.ts'

type Host = TestHost & ReturnType<typeof callsOf>

/** The published code of the TON wallet v3 R2, as a bag of cells. */
const walletV3R2 =
  'ff0020dd2082014c97ba218201339cbab19f71b0ed44d0d31fd31f31d70bffe304e0a4f2608308d71820d31fd31fd31ff82313bbf263ed44d0d31fd31fd3ffd15132baf2a15144baf2a204f901541055f910f2a3f8009320d74a96d307d402fb00e8d101a4c8cb1fcb1fcbffc9ed54'

function tonAddressOf(publicKey: Uint8Array): string {
  const code: Cell = beginCell().storeBuffer(Buffer.from(walletV3R2, 'hex')).endCell()
  const data = beginCell().storeUint(0, 32).storeUint(698_983_191, 32).storeBuffer(Buffer.from(publicKey)).endCell()
  return contractAddress(0, { code, data }).toString({ bounceable: false })
}

const wif = WIF()

/** The address that a library of the chain finds behind an exported key. */
export const addressOfExported = {
  EVM: (text: string) => privateKeyToAccount(text as Hex).address,
  SVM: async (text: string) => (await createKeyPairSignerFromBytes(base58.decode(text))).address,
  SUI: (text: string) => Ed25519Keypair.fromSecretKey(text).toSuiAddress(),
  TON: (text: string) => tonAddressOf(ed25519.getPublicKey(hexToBytes(`0x${text}`))),
  native_segwit: (text: string) => p2wpkh(secp256k1.getPublicKey(wif.decode(text))).address,
  taproot: (text: string) => p2tr(utils.pubSchnorr(wif.decode(text))).address,
} satisfies Record<string, (text: string) => string | undefined | Promise<string>>

/** Opens the room of an export. */
export async function openExport(host: Host, { walletId, token }: DeviceWallet, exportId: string | undefined) {
  return (await host.call('waas.exportPrivateKey', { params: { walletId }, token, body: { exportId } })).body
}

/** Exports the key of a wallet to one of the user's parties, in the format of the chain. */
export async function exportKey(
  host: Host,
  wallet: DeviceWallet,
  { format = 'EVM', holders = wallet.parties }: { format?: PrivateKeyFormat; holders?: readonly Holder[] } = {},
): Promise<string> {
  const [recipient] = holders
  const { roomId } = await openExport(host, wallet, recipient?.identity.keygenId)
  const { results } = await playRoom(host.mock, roomId, { parties: holders.slice(0, 1) })
  const result = results[recipient?.identity.keygenId ?? '']
  if (result?.kind !== 'privateKey') throw new Error(`an export came to ${result?.kind}`)
  return writePrivateKey(format, result.privateKey)
}

/** Expects that the shares sign for the wallet's address, and make its key when it is exported. EVM only. */
export async function expectKeyOf(host: Host, wallet: DeviceWallet, holders: readonly Holder[]): Promise<void> {
  const message = hashMessage('Welcome aboard')
  const body = { message, isFormatted: true }
  const signature = await sign(host, wallet.token, { wallet: { ...wallet, parties: holders }, body, message })
  const { address } = wallet
  const isSigned = await verifyMessage({
    address: address as Hex,
    message: 'Welcome aboard',
    signature: evmSignature(signature),
  })
  expect(isSigned).toBe(true)
  expect(addressOfExported.EVM(await exportKey(host, wallet, { holders }))).toBe(address)
}
