import { readFile } from 'node:fs/promises'
import { parseEther, createPublicClient, createWalletClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { base } from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { createMock } from '../src/createMock.ts'

const names = { createMock, createPublicClient, createWalletClient, http, parseEther, privateKeyToAccount, base }

/** The code of the README's section about the chains, without imports, types and declarations of names. */
async function examples(): Promise<string> {
  const text = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  const section = text.split('\n## ').find((part) => part.startsWith('The pretended chains')) ?? ''
  const blocks = [...section.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code ?? '')
  return blocks
    .join('\n')
    .replace(/^import .*$/gm, '')
    .replaceAll(': bigint', '')
}

describe('the README', () => {
  it('shows a payment on a chain that works as it is written', async () => {
    const code = `return (async () => { ${await examples()}; return { mock, wallet, abi } })()`
    const run = new Function(...Object.keys(names), code) as (...values: unknown[]) => Promise<{
      mock: ReturnType<typeof createMock>
      wallet: { address: string }
    }>
    const { mock, wallet } = await run(...Object.values(names))
    expect(mock.chain.balance('0x00000000000000000000000000000000000B0b01', { networkId: 8453 })).toBe('0.5')
    expect(mock.chain.transactions({ address: wallet.address, networkId: 8453 })).toMatchObject([
      { status: 'success', transfers: [{ kind: 'native' }] },
    ])
    expect(mock.chain.balance(wallet.address, { token: 'USDC' })).toBe('50')
  })
})
