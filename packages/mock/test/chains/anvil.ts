import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { createTestClient, createWalletClient, defineChain, http, publicActions } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'

const require = createRequire(import.meta.url)

/** A real node of an EVM chain. */
export interface Anvil {
  readonly url: string
  stop(): void
}

/** Starts Anvil on a free port. @param flags - Further flags of the command. */
export async function startAnvil(chainId: number, ...flags: readonly string[]): Promise<Anvil> {
  const command = require.resolve('@foundry-rs/anvil/bin.mjs')
  const node = spawn(process.execPath, [command, '--port', '0', '--chain-id', String(chainId), ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface(node.stdout)) {
    const [, host] = /Listening on (\S+)/.exec(line) ?? []
    // The rest of its output is not read, but has to go somewhere.
    node.stdout.resume()
    if (host !== undefined) return { url: `http://${host}`, stop: () => node.kill() }
  }
  throw new Error('Anvil has ended before it listened.')
}

/** Clients of a node, with the first of the accounts that Anvil and Hardhat fill. */
export function anvilClients(url: string, id: number, mode: 'anvil' | 'hardhat' = 'anvil') {
  const chain = defineChain({
    id,
    name: mode,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })
  const account = mnemonicToAccount('test test test test test test test test test test test junk')
  const test = createTestClient({ mode, chain, transport: http(), pollingInterval: 20 }).extend(publicActions)
  return { test, wallet: createWalletClient({ account, chain, transport: http() }) }
}

export type AnvilClients = ReturnType<typeof anvilClients>
