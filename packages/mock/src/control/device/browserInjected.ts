import type {
  AlgorandBrowserWallet,
  AlgorandBrowserWalletOptions,
} from '@latchkey/browser-wallet/algorand/algorandBrowserWallet'
import type {
  CosmosBrowserWallet,
  CosmosBrowserWalletOptions,
} from '@latchkey/browser-wallet/cosmos/cosmosBrowserWallet'
import type { FlowBrowserWallet, FlowBrowserWalletOptions } from '@latchkey/browser-wallet/flow/flowBrowserWallet'
import type { SparkBrowserWallet, SparkBrowserWalletOptions } from '@latchkey/browser-wallet/spark/sparkBrowserWallet'
import type {
  StarknetBrowserWallet,
  StarknetBrowserWalletOptions,
} from '@latchkey/browser-wallet/starknet/starknetBrowserWallet'
import type { TonBrowserWallet, TonBrowserWalletOptions } from '@latchkey/browser-wallet/ton/tonBrowserWallet'
import type { TronBrowserWallet, TronBrowserWalletOptions } from '@latchkey/browser-wallet/tron/tronBrowserWallet'
import { hexToBytes } from '@noble/hashes/utils.js'
import { transact } from '../../world/world.ts'
import type { Accounts } from './browserAccounts.ts'
import type { Service } from './embeddedDevice.ts'

/** Creators of the wallets that stand in pages as objects. The code of each chain is loaded with its first wallet. */

const secretsOf = (accounts: Accounts) => accounts.map(({ secret }) => hexToBytes(secret))

export async function createCosmos(
  { world }: Service,
  accounts: Accounts,
  options: CosmosBrowserWalletOptions,
): Promise<CosmosBrowserWallet> {
  const { createCosmosBrowserWallet } = await import('@latchkey/browser-wallet/cosmos/cosmosBrowserWallet')
  return transact(world, ({ newId }) =>
    createCosmosBrowserWallet({ id: newId(), secrets: secretsOf(accounts) }, options),
  )
}

export async function createTron(
  { world }: Service,
  accounts: Accounts,
  options: TronBrowserWalletOptions,
): Promise<TronBrowserWallet> {
  const { createTronBrowserWallet } = await import('@latchkey/browser-wallet/tron/tronBrowserWallet')
  return transact(world, ({ newId }) => createTronBrowserWallet({ id: newId(), secrets: secretsOf(accounts) }, options))
}

export async function createTon(
  { world }: Service,
  accounts: Accounts,
  options: TonBrowserWalletOptions,
): Promise<TonBrowserWallet> {
  const { createTonBrowserWallet } = await import('@latchkey/browser-wallet/ton/tonBrowserWallet')
  const now = () => world.clock.now()
  return transact(world, ({ newId }) =>
    createTonBrowserWallet({ id: newId(), secrets: secretsOf(accounts), now }, options),
  )
}

export async function createStarknet(
  { world }: Service,
  accounts: Accounts,
  options: StarknetBrowserWalletOptions,
): Promise<StarknetBrowserWallet> {
  const { createStarknetBrowserWallet } = await import('@latchkey/browser-wallet/starknet/starknetBrowserWallet')
  return transact(world, ({ newId }) =>
    createStarknetBrowserWallet({ id: newId(), secrets: secretsOf(accounts) }, options),
  )
}

export async function createAlgorand(
  { world }: Service,
  accounts: Accounts,
  options: AlgorandBrowserWalletOptions,
): Promise<AlgorandBrowserWallet> {
  const { createAlgorandBrowserWallet } = await import('@latchkey/browser-wallet/algorand/algorandBrowserWallet')
  return transact(world, ({ newId }) =>
    createAlgorandBrowserWallet({ id: newId(), secrets: secretsOf(accounts) }, options),
  )
}

export async function createFlow(
  { world }: Service,
  accounts: Accounts,
  options: FlowBrowserWalletOptions,
): Promise<FlowBrowserWallet> {
  const { createFlowBrowserWallet } = await import('@latchkey/browser-wallet/flow/flowBrowserWallet')
  const keys = accounts.map(({ address, secret }) => ({ address, secret: hexToBytes(secret) }))
  return transact(world, ({ newId }) => createFlowBrowserWallet({ id: newId(), accounts: keys }, options))
}

export async function createSpark(
  { world }: Service,
  accounts: Accounts,
  options: SparkBrowserWalletOptions,
): Promise<SparkBrowserWallet> {
  const { createSparkBrowserWallet } = await import('@latchkey/browser-wallet/spark/sparkBrowserWallet')
  return transact(world, ({ newId }) =>
    createSparkBrowserWallet({ id: newId(), secrets: secretsOf(accounts) }, options),
  )
}
