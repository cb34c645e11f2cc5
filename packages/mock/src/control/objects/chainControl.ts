import { type ChainTokenInput, putChainToken } from '@latchkey/chains/ledger/chainTokens'
import type { ChainToken, ContractWalletRecord } from '@latchkey/chains/records'
import { addressKey, isAddressOf } from '@latchkey/crypto/chainAddresses'
import { toChecksumAddress } from '@latchkey/crypto/ethereumAddress'
import type { AccountKey } from '@latchkey/crypto/walletSignature'
import type { components } from '@latchkey/types'
import { bytesToHex } from '@noble/hashes/utils.js'
import { type Holding, type HoldingInput, holdingsOf, putHolding, takeHoldings } from '../../outside/holdings.ts'
import { pardon, sanction } from '../../outside/sanctions.ts'
import { putAccountKeys, putContractWallet, putFarcasterId } from '../../outside/simulatedChains.ts'
import type { FarcasterId } from '../../store/outsideRecords.ts'
import { transact, type World } from '../../world/world.ts'
import { assertSimulated } from './assertSimulated.ts'

type Schemas = components['schemas']

/** Holdings of addresses, token contracts, contract wallets, account keys, Farcaster ids and the sanctions list. */
export interface ChainControl {
  /** Sets how many pieces of an NFT an address holds. @param input.amount - @default 1 */
  grantNft(
    input: HoldingInput & { readonly tokenId?: string | undefined; readonly amount?: number | undefined },
  ): Promise<Holding>
  /** Sets how many whole tokens of a contract an address holds. */
  setTokenBalance(input: HoldingInput & { readonly amount: number }): Promise<Holding>
  /** Removes all that an address holds of a contract. */
  take(input: HoldingInput): Promise<void>
  /** Registers a token contract for `chains.listTokens`. @throws TypeError when the address is not one of the chain */
  addToken(input: ChainTokenInput): Promise<ChainToken>
  /** The tokens and NFTs that an address holds. */
  holdings(owner: string, chain?: Schemas['ChainEnum']): Holding[]
  /** Puts an address on the sanctions list that screening uses. */
  sanction(address: string, chain?: Schemas['ChainEnum']): Promise<void>
  /** Removes an address from the sanctions list. */
  pardon(address: string, chain?: Schemas['ChainEnum']): Promise<void>
  /**
   * Deploys a contract wallet on the EVM chains. It accepts signatures of its owners (ERC-1271).
   *
   * @returns The wallet. Its address has the checksum (EIP-55) that sign-in messages require (EIP-4361).
   * @throws TypeError when an address is invalid
   */
  deployWallet(input: ContractWalletInput): Promise<ContractWalletRecord>
  /**
   * Sets the keys that sign for a Flow or Starknet account.
   *
   * @throws TypeError when the address is not one of the chain
   */
  registerKeys(chain: 'FLOW' | 'STARK', address: string, keys: readonly AccountKey[]): Promise<void>
  /** Registers a Farcaster id, or moves it to another custody address. @throws TypeError when the address is invalid */
  registerFarcaster(input: FarcasterInput): Promise<FarcasterId>
}

interface ContractWalletInput {
  /** @default a new random address */
  readonly address?: string | undefined
  readonly owners: readonly string[]
}

interface FarcasterInput {
  readonly fid: number
  /** Custody address, which signs for the account. */
  readonly address: string
  readonly username?: string | undefined
  readonly displayName?: string | undefined
  /** URL of a picture. */
  readonly photo?: string | undefined
}

export function createChainControl(world: World): ChainControl {
  return {
    async grantNft({ tokenId, amount = 1, ...input }) {
      assertSimulatedFor(world, input, 'chain.grantNft()')
      return transact(world, (backend) => putHolding(backend, input, { kind: 'nft', tokenId, amount }))
    },
    async setTokenBalance({ amount, ...input }) {
      assertSimulatedFor(world, input, 'chain.setTokenBalance()')
      return transact(world, (backend) => putHolding(backend, input, { kind: 'token', amount }))
    },
    async take(input) {
      assertSimulatedFor(world, input, 'chain.take()')
      await transact(world, (backend) => takeHoldings(backend, input))
    },
    async addToken(input) {
      assertAddress(input.chain ?? 'EVM', input.contractAddress)
      return transact(world, (backend) => putChainToken(backend, input))
    },
    holdings: (owner, chain) => holdingsOf({ store: world.store.reader }, { owner, chain }),
    sanction: async (address, chain = 'EVM') =>
      void (await transact(world, (backend) => sanction(backend, addressKey(chain, address)))),
    pardon: async (address, chain = 'EVM') =>
      void (await transact(world, (backend) => pardon(backend, addressKey(chain, address)))),
    deployWallet: async (input) => deployWallet(world, input),
    async registerKeys(chain, address, keys) {
      assertAddress(chain, address)
      await transact(world, (backend) => putAccountKeys(backend, { chain, address, keys }))
    },
    async registerFarcaster(input) {
      assertAddress('EVM', input.address)
      return transact(world, (backend) => putFarcasterId(backend, input))
    },
  }
}

function assertSimulatedFor(world: World, { chain = 'EVM', networkId }: HoldingInput, call: string): void {
  assertSimulated(world, { chain, networkId }, call)
}

async function deployWallet(world: World, { address, owners }: ContractWalletInput): Promise<ContractWalletRecord> {
  for (const each of address === undefined ? owners : [address, ...owners]) assertAddress('EVM', each)
  const wallet = await transact(world, (backend) =>
    putContractWallet(backend, {
      address: address ?? `0x${bytesToHex(backend.random.bytes(20))}`,
      owners,
      isDeployed: true,
    }),
  )
  return { ...wallet, address: toChecksumAddress(wallet.address) }
}

function assertAddress(chain: Schemas['ChainEnum'], address: string): void {
  if (!isAddressOf(chain, address))
    throw new TypeError(`Failed to change the simulated chain: this is not an address of ${chain}.`)
}
