import type { StandardAccount, StandardWallet } from '../standard.ts'

type Listener = (change: { accounts: readonly StandardAccount[] }) => void

/** An account whose fields are getters, as those of `@wallet-standard/wallet` are: a copy of the object has none of them. */
export class TestAccount implements StandardAccount {
  readonly #address: string
  readonly #chains: readonly string[]

  constructor(address: string, ...chains: string[]) {
    this.#address = address
    this.#chains = chains
  }

  get address() {
    return this.#address
  }

  get chains() {
    return this.#chains
  }
}

/** A wallet of the Wallet Standard that gives the site its accounts when it connects, and reports changes. */
export function createStandardWallet(
  accounts: readonly StandardAccount[],
  features: StandardWallet['features'],
  name = 'Test Wallet',
) {
  const listeners = new Set<Listener>()
  let shared: readonly StandardAccount[] = []
  const share = (next: readonly StandardAccount[]) => {
    shared = next
    listeners.forEach((listener) => listener({ accounts: next }))
  }
  const wallet: StandardWallet = {
    name,
    get accounts() {
      return shared
    },
    features: {
      'standard:connect': {
        async connect() {
          share(accounts)
          return { accounts }
        },
      },
      'standard:events': {
        on(_: 'change', listener: Listener) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      ...features,
    },
  }
  return { wallet, share, listeners }
}
