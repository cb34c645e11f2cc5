import type { Mock } from '@latchkey/mock'
import type { EthereumProvider } from '../ways/wallet.ts'

const sepolia = 11_155_111

/** The same key after every reload. */
const secret = '42'.repeat(32)

/** A wallet like that of a browser extension (EIP-1193), which signs without asking. */
export async function pretendWallet(mock: Mock): Promise<EthereumProvider> {
  const wallet = await mock.wallets.evm({ secret })
  const methods: Record<string, (params: readonly unknown[]) => unknown> = {
    eth_requestAccounts: () => [wallet.address],
    eth_chainId: () => `0x${sepolia.toString(16)}`,
    personal_sign: ([message]) => wallet.sign(textOf(String(message))),
  }
  return {
    async request({ method, params = [] }) {
      const answer = methods[method]
      if (!answer) throw new Error(`This wallet does not know ${method}.`)
      return answer(params)
    },
  }
}

function textOf(hex: string): string {
  return new TextDecoder().decode(Uint8Array.from(hex.slice(2).match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)))
}
