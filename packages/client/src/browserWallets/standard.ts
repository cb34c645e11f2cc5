import type { ProofRequest } from '../session/walletSource.ts'

/** The part of an account of the Wallet Standard that this package uses. */
export interface StandardAccount {
  readonly address: string
  /** The networks of the account, such as `solana:mainnet`. */
  readonly chains: readonly string[]
}

/**
 * The part of a wallet of the Wallet Standard that this package uses. `getWallets()` of `@wallet-standard/app` lists
 * the wallets.
 */
export interface StandardWallet {
  readonly name: string
  /** The accounts that the site may use. */
  readonly accounts: readonly StandardAccount[]
  /** The features of the wallet by name, such as `solana:signIn`. */
  readonly features: Readonly<Record<`${string}:${string}`, unknown>>
}

/** The features that are used, by their names. Each is an object with a method of its name after the colon. */
interface Features {
  'standard:connect': { connect(): Promise<{ accounts: readonly StandardAccount[] }> }
  'standard:events': {
    on(event: 'change', listener: (change: { accounts?: readonly StandardAccount[] }) => void): () => void
  }
  'solana:signIn': { signIn(input: object): Promise<readonly SolanaOutput[]> }
  'solana:signMessage': {
    signMessage(input: { account: StandardAccount; message: Uint8Array }): Promise<readonly SolanaOutput[]>
  }
  'sui:signPersonalMessage': {
    signPersonalMessage(input: { account: StandardAccount; message: Uint8Array }): Promise<{ signature: string }>
  }
  'bitcoin:connect': {
    connect(input: { purposes: readonly string[] }): Promise<{ accounts: readonly StandardAccount[] }>
  }
  'bitcoin:signMessage': {
    signMessage(input: { account: StandardAccount; message: Uint8Array }): Promise<readonly { signature: Uint8Array }[]>
  }
  'aptos:connect': { connect(): Promise<AptosReply<AptosAccount>> }
  'aptos:signMessage': {
    signMessage(input: {
      message: string
      nonce: string
    }): Promise<AptosReply<{ fullMessage: string; signature: object }>>
  }
  'aptos:onAccountChange': { onAccountChange(listener: (account: AptosAccount | undefined) => void): Promise<void> }
}

/** Keys, signatures and addresses of Aptos are objects of its library. Their text is hex. */
interface AptosAccount {
  address: object
  publicKey: object
}

export interface AptosReply<Args> {
  status: string
  args?: Args
}

/** A reply of Solana's features. Only `solana:signIn` names the account. */
export interface SolanaOutput {
  account?: StandardAccount
  /** The bytes that the wallet signed, which may be more than those of the message. */
  signedMessage: Uint8Array
  signature: Uint8Array
}

export function featuresOf({ features }: StandardWallet): Partial<Features> {
  return features
}

/** Connects, and selects an account of a chain. */
export async function connect(
  wallet: StandardWallet,
  namespace: string,
  { select }: Pick<ProofRequest, 'select'>,
): Promise<StandardAccount> {
  const connecting = await featuresOf(wallet)['standard:connect']?.connect()
  return select(accountsOf(connecting?.accounts ?? wallet.accounts, namespace))
}

/** Follows the first account of a chain. */
export function follow(
  wallet: StandardWallet,
  namespace: string,
  listener: (address: string | undefined) => void,
): (() => void) | undefined {
  const tell = ({ accounts }: { accounts?: readonly StandardAccount[] }) =>
    accounts && listener(accountsOf(accounts, namespace)[0]?.address)
  if (wallet.accounts.length) tell(wallet)
  return featuresOf(wallet)['standard:events']?.on('change', tell)
}

/** The accounts of a chain: one wallet may have accounts of several. */
const accountsOf = (accounts: readonly StandardAccount[], namespace: string) =>
  accounts.filter(({ chains }) => `${chains}`.includes(namespace))
