import { keccak256, toHex, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { SigningWallet, SignRequest } from '../wallet.ts'

/** A wallet with a plain key, which computes digests as the service does, and remembers what it was asked. */
export function createKeyWallet(privateKey: Hex = `0x${'7c'.repeat(32)}`) {
  const owner = privateKeyToAccount(privateKey)
  const requests: SignRequest[] = []
  const wallet: SigningWallet = {
    chain: 'EVM',
    address: owner.address,
    publicKey: owner.publicKey.slice(2),
    async sign(request) {
      requests.push(request)
      const { message, isFormatted } = request
      const bytes: Hex = message.startsWith('0x') ? (message as Hex) : toHex(message)
      const signature = await owner.sign({ hash: isFormatted ? `0x${message}` : keccak256(bytes) })
      const recovery = Number.parseInt(signature.slice(130), 16) - 27
      return { signature: signature.slice(2, 130), recovery, publicKey: owner.publicKey.slice(2) }
    },
  }
  return { wallet, owner, requests }
}
