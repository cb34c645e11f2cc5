import { isSameAddress } from '@latchkey/device/evm/appAccess'
import { providerCodes } from '@latchkey/device/provider'
import type { AskedPerson } from '../person.ts'
import { createWalletCore, type Site, type WalletControl, type WalletCore } from '../walletCore.ts'
import { fail } from '../walletError.ts'
import { withMembers } from '../withMembers.ts'
import { readChainId, type WatchedAsset } from './chainRequests.ts'
import type { EvmAccount } from './evmAccount.ts'
import type { EvmNodes, EvmWalletState, GrantsOf } from './evmWalletState.ts'
import { createSiteMethods } from './siteMethods.ts'

/** The chains of a wallet, and how it spells addresses. */
export interface EvmWalletChoice {
  /** The chain to begin with. @default 1 */
  readonly chainId?: number | undefined
  /** The chains that the wallet knows until a page adds one. @default each chain with a node */
  readonly chains?: readonly number[] | undefined
  /** How the wallet answers addresses. Most real wallets answer in lower case. @default 'lowercase' */
  readonly addresses?: 'checksum' | 'lowercase' | undefined
}

/** A browser wallet of EVM chains, as a test uses it. */
export interface EvmWalletControl extends WalletControl {
  readonly chainId: number
  /** Whether the network is away, or the ids of the chains whose nodes are. */
  readonly offline: boolean | readonly number[]
  /** The tokens that the person has agreed to keep in view. */
  readonly assets: readonly WatchedAsset[]
  /** Switches the chain, as the person does in the wallet. */
  switchChain(chainId: number): void
  /**
   * Disconnects the wallet from the network. With `true` each request fails with 4900; with ids of chains, requests to
   * their nodes fail with 4901. `false` connects it again.
   */
  setOffline(offline: boolean | readonly number[]): void
}

/** The wallet behind the providers in pages. */
export interface EvmWallet {
  readonly core: WalletCore
  readonly control: EvmWalletControl
  /** Opens the wallet for a page. @returns A function that answers its requests. */
  openSite(site: Site): (method: string, params: unknown) => Promise<unknown>
}

interface EvmWalletParts extends EvmWalletChoice {
  readonly id: string
  readonly name: string
  readonly accounts: readonly [EvmAccount, ...EvmAccount[]]
  readonly person: AskedPerson
  readonly nodes: EvmNodes
  readonly grantsOf: GrantsOf
}

export function createEvmWallet(parts: EvmWalletParts): EvmWallet {
  const { id, name, person, nodes, grantsOf, addresses = 'lowercase', chains } = parts
  const spell = (address: string) => (addresses === 'lowercase' ? address.toLowerCase() : address)
  const spelled = parts.accounts.map((account) => ({ ...account, address: spell(account.address) }))
  const accounts = spelled as [EvmAccount, ...EvmAccount[]]
  const core = createWalletCore({
    id,
    name,
    person,
    accounts: accounts.map(({ address }) => address),
    isSame: isSameAddress,
  })
  const knownChains = chains && new Set(chains)
  const assets: WatchedAsset[] = []
  let chainId = readChainId({ chainId: `0x${(parts.chainId ?? chains?.[0] ?? 1).toString(16)}` })
  let offline: boolean | readonly number[] = false

  const state: EvmWalletState = {
    core,
    accounts,
    nodes,
    grantsOf,
    chainId: () => chainId,
    knowsChain: async (id) => knownChains?.has(id) ?? nodes.hasChain(id),
    addChain: (id) => void knownChains?.add(id),
    switchChain(id) {
      if (id === chainId) return
      chainId = id
      core.announce('chain', id)
    },
    watch(asset) {
      assets.push(asset)
      core.reportChange()
    },
    sentBatches: new Map(),
    assertReached(id) {
      if (typeof offline !== 'boolean' && offline.includes(id))
        throw fail(providerCodes.chainDisconnected, `The wallet does not reach chain ${id}.`)
    },
  }
  const control: EvmWalletControl = withMembers(core.control, {
    get chainId() {
      return chainId
    },
    get offline() {
      return offline
    },
    get assets() {
      return [...assets]
    },
    switchChain(id: number) {
      state.switchChain(readChainId({ chainId: `0x${id.toString(16)}` }))
    },
    setOffline(next: boolean | readonly number[]) {
      const wasOnline = offline !== true
      offline = next
      core.reportChange()
      if (wasOnline !== (offline !== true)) core.announce('reach', { isOnline: !wasOnline, chainId })
    },
  })

  return {
    core,
    control,
    openSite(site) {
      const call = createSiteMethods(state, site)
      return async (method, params) => {
        if (offline === true) throw fail(providerCodes.disconnected, 'The wallet has no network.')
        return call(method, params)
      }
    },
  }
}
