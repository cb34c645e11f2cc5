import { readHex, toBase64, toHex, utf8 } from '@latchkey/base/bytes'
import { defined } from '@latchkey/base/defined'
import { suiMessageDigest } from '@latchkey/crypto/chains/suiMessage'
import { createSolanaSigner } from '@latchkey/device/solana'
import { signPsbt } from './embeddedBitcoin.ts'
import { playRoom } from './embeddedDevice.ts'
import { createEvmSigning, type Hex } from './embeddedEvm.ts'
import { createKeySigner, type RawSignature } from './embeddedKey.ts'
import { createProvider } from './embeddedProvider.ts'
import type { EmbeddedWallet } from './embeddedWallet.ts'
import type { WalletDevice } from './walletDevice.ts'

/** Every way in which a wallet signs. */
type SigningMethods = Pick<
  EmbeddedWallet,
  | 'sign'
  | 'signInRoom'
  | 'signMessage'
  | 'signPsbt'
  | 'signTypedData'
  | 'signTransaction'
  | 'viemAccount'
  | 'provider'
  | 'solanaSigner'
>

/** @param onLoss - Calls a function when the device is lost. */
export function createSigningMethods(device: WalletDevice, onLoss: (listener: () => void) => void): SigningMethods {
  const { service, facts } = device
  const { chain, address, publicKey } = facts
  const signWithKey = createKeySigner(service.world, facts.walletId)
  const signInRoom = async (signed: string, request: object) => signInRoomOf(device, signed, request)
  const signBytes = (bytes: string) => signInRoom(bytes, { message: `0x${bytes}`, isFormatted: true })
  const evm = createEvmSigning(signInRoom)

  function signingOf(family: 'EVM' | 'SVM', name: string): typeof evm {
    if (chain === family) return evm
    throw new TypeError(`Failed to call "${name}()": the wallet is one of ${chain}, not ${family}.`)
  }

  return {
    sign: async (message) => signWithKey(device.ownParty(), message),
    signInRoom: (message) => signBytes(message.replace(/^0x/, '')),
    async signMessage(text) {
      if (chain === 'EVM') return evm.signMessage({ message: text })
      if (chain === 'SUI') return signOnSui(device, text)
      if (chain === 'BTC')
        throw new TypeError(
          'Failed to call "signMessage()": sign the digest of BIP-322 on BTC, or a PSBT by "signPsbt()".',
        )
      return (await signBytes(toHex(utf8(text)))).signature
    },
    async signPsbt(psbt) {
      if (chain === 'BTC') return signPsbt(psbt, publicKey, signInRoom)
      throw new TypeError(`Failed to call "signPsbt()": the wallet is one of ${chain}, not BTC.`)
    },
    signTypedData: async (typedData) => signingOf('EVM', 'signTypedData').signTypedData(typedData),
    signTransaction: async (transaction) => signingOf('EVM', 'signTransaction').signTransaction(transaction),
    viemAccount() {
      const { signUserOperation: _, ...signing } = signingOf('EVM', 'viemAccount')
      return { address: address as Hex, publicKey: `0x${publicKey}`, source: 'custom', type: 'local', ...signing }
    },
    provider(options = {}) {
      const signing = signingOf('EVM', 'provider')
      const hasDevice = () => device.parties.length > 0
      return createProvider({ service, facts, signing, hasDevice, onLoss }, options)
    },
    solanaSigner() {
      signingOf('SVM', 'solanaSigner')
      return createSolanaSigner(address, signBytes)
    },
  }
}

/** Asks the service for a room, and signs in it with as many parties as leave a place for the service. */
async function signInRoomOf(device: WalletDevice, signed: string, request: object): Promise<RawSignature> {
  const party = device.ownParty()
  const { roomId } = await device.call('signMessage', request)
  const results = await playRoom(device.service, String(roomId), { parties: [party], more: { message: signed } })
  const result = results[party.identity.keygenId]
  if (result?.kind !== 'signature') throw new Error('The parties have not signed.')
  const { signature, recovery } = result
  return { signature, ...defined({ recovery }) }
}

/** A personal message of Sui: the digest of the text with its intent, and a signature with its scheme and key. */
async function signOnSui(device: WalletDevice, text: string): Promise<string> {
  const message = toHex(suiMessageDigest(text))
  const request = { message: `0x${message}`, isFormatted: true, context: { suiMessage: text } }
  const { signature } = await signInRoomOf(device, message, request)
  return toBase64(readHex(`00${signature}${device.facts.publicKey}`) ?? new Uint8Array())
}
