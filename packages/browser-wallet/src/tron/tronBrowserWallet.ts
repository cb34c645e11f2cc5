import { toHex } from '@latchkey/base/bytes'
import { createTronKey } from '@latchkey/crypto/chains/tron'
import { createInjectedWallet, type InjectedWallet } from '../injected/injectedWallet.ts'
import { createPerson } from '../person.ts'
import { createWalletCore } from '../walletCore.ts'
import { walletGone } from '../walletError.ts'
import { type PersonChoice, readLook, type WalletLook } from '../walletLook.ts'
import type { InjectedChange } from '../wire.ts'
import { tronCard } from './tronCard.ts'
import { createTronMethods } from './tronMethods.ts'
import { type TronNetwork, tronNetworks } from './tronNetworks.ts'

/** A browser wallet of Tron. */
export interface TronBrowserWalletOptions extends WalletLook, PersonChoice {
  /** Reverse domain name (TIP-6963). @default 'dev.latchkey.test' */
  readonly rdns?: string | undefined
  /** The network that it is on at first. @default 'mainnet' */
  readonly network?: TronNetwork | undefined
}

export type TronBrowserWallet = InjectedWallet

interface TronBrowserWalletParts {
  /** A UUID. */
  readonly id: string
  /** The keys of the accounts, 32 bytes each. */
  readonly secrets: readonly Uint8Array[]
}

/** @throws TypeError for an option that cannot be */
export function createTronBrowserWallet(
  { id, secrets }: TronBrowserWalletParts,
  options: TronBrowserWalletOptions,
): TronBrowserWallet {
  const { name, icon } = readLook(options)
  const { approval, delay, rdns = 'dev.latchkey.test', network = 'mainnet' } = options
  if (!Object.hasOwn(tronNetworks, network))
    throw new TypeError(`Failed to call "browser()": "network" is one of ${Object.keys(tronNetworks).join(', ')}.`)
  const keys = new Map(secrets.map(createTronKey).map((key) => [key.address, key] as const))
  const gone = walletGone()
  const core = createWalletCore({
    id,
    name,
    accounts: [...keys.keys()],
    person: createPerson({ approval, delay }),
    showsOne: true,
  })

  function changeTo(accounts: readonly string[]): InjectedChange {
    const key = keys.get(accounts[0] ?? '')
    const account = key ? { base58: key.address, hex: toHex(key.addressBytes), name } : false
    const message = { action: 'accountsChanged', data: { address: key?.address ?? false } }
    return {
      facts: { account, isReady: key !== undefined },
      signals: [
        { to: 'listeners', name: 'accountsChanged', data: [accounts] },
        { to: 'messages', data: { message, isTronLink: true } },
      ],
    }
  }

  return createInjectedWallet({
    card: tronCard({ id, name, icon, rdns }),
    core,
    control: core.control,
    methods: createTronMethods({ core, keys, network }),
    changeTo,
    removedSignals: [{ to: 'listeners', name: 'disconnect', data: [{ code: gone.code, message: gone.message }] }],
  })
}
