import { toBase64 } from '@latchkey/base/bytes'
import type { AptosKey } from '@latchkey/crypto/chains/aptos'
import { type BrowserWallet, createBrowserWallet } from '../browserWallet.ts'
import { createPerson } from '../person.ts'
import { createWalletCore, type WalletControl } from '../walletCore.ts'
import { type PersonChoice, readStandardLook, type WalletLook } from '../walletLook.ts'
import type { AptosCard, AptosNetwork } from '../wire.ts'
import { withMembers } from '../withMembers.ts'
import { createAptosSite } from './aptosSite.ts'

/** A browser wallet of Aptos. */
export interface AptosBrowserWalletOptions extends WalletLook, PersonChoice {
  /** The network that the person has selected. @default the main network */
  readonly network?: AptosNetwork | undefined
}

/** How a person and a test use a wallet of Aptos. */
export interface AptosWalletControl extends WalletControl {
  /** The network that the person has selected. */
  readonly network: AptosNetwork
  /** Selects another network, of which all pages hear. */
  switchNetwork(network: AptosNetwork): void
}

export type AptosBrowserWallet = BrowserWallet & AptosWalletControl

interface AptosBrowserWalletParts {
  /** A UUID. */
  readonly id: string
  readonly accounts: readonly AptosKey[]
}

const mainNetwork: AptosNetwork = { name: 'mainnet', chainId: 1 }
const chains = ['aptos:mainnet', 'aptos:testnet', 'aptos:devnet', 'aptos:localnet']

/** @throws TypeError */
function assertNetwork(network: AptosNetwork, call: string): AptosNetwork {
  const { name, chainId } = network
  // The chain of a transaction is one byte.
  if (typeof name === 'string' && Number.isInteger(chainId) && chainId > 0 && chainId < 256) return network
  throw new TypeError(`Failed to call "${call}()": "network" has a "name", and a "chainId" from 1 to 255.`)
}

/** @throws TypeError for an option that cannot be */
export function createAptosBrowserWallet(
  { id, accounts }: AptosBrowserWalletParts,
  options: AptosBrowserWalletOptions,
): AptosBrowserWallet {
  const { name, icon } = readStandardLook(options)
  const { approval, delay } = options
  let network = assertNetwork(options.network ?? mainNetwork, 'browser')
  const core = createWalletCore({
    id,
    name,
    accounts: accounts.map(({ address }) => address),
    person: createPerson({ approval, delay }),
    showsOne: true,
  })
  const card: AptosCard = {
    id,
    family: 'aptos',
    name,
    icon,
    chains,
    accounts: accounts.map(({ address, publicKey, isSingleKey }) => ({
      address,
      publicKey: toBase64(publicKey),
      isSingleKey,
    })),
  }
  const control: AptosWalletControl = withMembers(core.control, {
    get network() {
      return network
    },
    switchNetwork(next: AptosNetwork) {
      network = assertNetwork(next, 'switchNetwork')
      core.announce('network', network)
    },
  })
  return createBrowserWallet(card, {
    core,
    control,
    openSite: (site) => createAptosSite({ core, accounts, network: () => network }, site),
  })
}
