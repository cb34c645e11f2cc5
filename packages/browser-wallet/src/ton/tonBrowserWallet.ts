import { createTonKey } from '@latchkey/crypto/chains/ton'
import { createInjectedWallet, type InjectedWallet } from '../injected/injectedWallet.ts'
import { createPerson } from '../person.ts'
import { createWalletCore } from '../walletCore.ts'
import { type PersonChoice, readLook, type WalletLook } from '../walletLook.ts'
import { tonCard } from './tonCard.ts'
import { createTonMethods } from './tonMethods.ts'

/** A browser wallet of TON. */
export interface TonBrowserWalletOptions extends WalletLook, PersonChoice {
  /** The property of the window whose `tonconnect` is the bridge: `tonkeeper`… @default 'latchkey' */
  readonly windowKey?: string | undefined
  /** The network that it is on. @default 'mainnet' */
  readonly network?: keyof typeof networks | undefined
}

export type TonBrowserWallet = InjectedWallet

const networks = { mainnet: '-239', testnet: '-3' } as const

interface TonBrowserWalletParts {
  /** A UUID. */
  readonly id: string
  /** The keys of the accounts, 32 bytes each. */
  readonly secrets: readonly Uint8Array[]
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number
}

/** @throws TypeError for an option that cannot be */
export function createTonBrowserWallet(
  { id, secrets, now }: TonBrowserWalletParts,
  options: TonBrowserWalletOptions,
): TonBrowserWallet {
  const { name, icon } = readLook(options)
  const { approval, delay, windowKey = 'latchkey', network = 'mainnet' } = options
  if (!Object.hasOwn(networks, network))
    throw new TypeError(`Failed to call "browser()": "network" is one of ${Object.keys(networks).join(', ')}.`)
  const keys = new Map(secrets.map(createTonKey).map((key) => [key.address, key] as const))
  const leaving = new Set<string>()
  const core = createWalletCore({
    id,
    name,
    accounts: [...keys.keys()],
    person: createPerson({ approval, delay }),
  })
  let lastEventId = 0
  return createInjectedWallet({
    card: tonCard({ id, name, icon, windowKey }),
    core,
    control: core.control,
    methods: createTonMethods({ core, keys, network: networks[network], appName: windowKey, now, leaving }),
    changeTo: () => ({ facts: {}, signals: [] }),
    forgottenSignals(origin) {
      if (leaving.has(origin)) return []
      const event = { event: 'disconnect', id: ++lastEventId, payload: {} }
      return [{ to: 'listeners', name: 'event', data: [event] }]
    },
  })
}
