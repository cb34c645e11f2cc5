import type { ChainEnum, VerifyRequest } from '../generated/operations/schemas.ts'
import { abortable } from '../shared/abortable.ts'
import { assertArgument } from '../shared/assertArgument.ts'
import { toWalletError, walletError } from '../shared/walletError.ts'
import { checksumAddress } from './checksumAddress.ts'
import { getNonce } from './nonce.ts'
import { isSameAccount } from './sameAccount.ts'
import type { Abortable, Session } from './session.ts'
import { createSignInMessage, siteOf, type SignInMessageInput } from './signInMessage.ts'

/** A wallet that proves an account with a signature. The functions of `/browser-wallets` create one. */
export interface WalletSource {
  readonly chain: ChainEnum
  /** Name of the wallet application, such as `MetaMask`. It is sent in small letters. @default 'unknown' */
  readonly walletName?: string | undefined
  /**
   * Asks the person for an account and for a signature.
   *
   * @throws whatever the wallet throws. {@link signInWithWallet} throws a {@link SignInError} with it as the `cause`.
   */
  prove(request: ProofRequest): Promise<WalletProof>
  /**
   * Calls the listener with the address of the wallet's account: now, if the site may see it, and each time the person
   * selects another account. Calls it without an address when the wallet is disconnected from the site.
   *
   * @returns A function that removes the listener, if the wallet reports changes.
   */
  follow?(listener: (address: string | undefined) => void): (() => unknown) | undefined
  /**
   * Writes an address as the text that all of its spellings have in common, on a chain with several.
   *
   * @default the address. Hex may be in either case.
   */
  accountOf?(address: string): string
}

/** The fields of a sign-in message that do not depend on the account. */
export interface ProofFields {
  readonly nonce: string
  /** Host that requests the signature. */
  readonly domain: string
  readonly uri: string
  /** When the message was written, as RFC 3339 in UTC. */
  readonly issuedAt: string
  readonly statement?: string | undefined
  readonly resources?: readonly string[] | undefined
}

/** The request to a wallet: the fields of the message, the account that has to sign it, and how to write it. */
export interface ProofRequest {
  readonly fields: ProofFields
  /** The network that the caller asks for. @default the chain's main network; undefined for EVM, TON and Starknet */
  readonly chainId?: number | string | undefined
  /** The address that the caller asks for. */
  readonly account?: string | undefined
  /**
   * Selects the account that has to sign: the one that the caller asks for, or else the first.
   *
   * @throws {@link SignInError} `locked` when there are no accounts, `other_account` when the requested one is missing.
   */
  select<Account extends string | { readonly address: string }>(accounts: readonly Account[] | undefined): Account
  /**
   * Writes the sign-in message of an account, with the name of the chain: the text of EIP-4361 or CAIP-122.
   *
   * @param chainId - The network that the wallet is on. @default that of the request
   * @throws {@link SyntaxError} as `createSignInMessage`.
   */
  message(address: string, chainId?: number | string): string
}

/** A signed message. If a wallet leaves a part out, it is `undefined`, and the sign-in fails with `no_signature`. */
export interface WalletProof {
  readonly address: string | undefined
  /** The message that was signed, unchanged: a text, or its bytes in UTF-8. */
  readonly message: string | Uint8Array | undefined
  /** The signature in the format that the service accepts for the chain. Bytes are sent in base64. */
  readonly signature: string | Uint8Array | undefined
}

/** The options of a sign-in with the object of a wallet. */
export interface WalletSourceOptions
  extends
    Abortable,
    Omit<SignInMessageInput, 'address' | 'nonce' | 'chainName'>,
    Partial<Omit<VerifyRequest, 'signedMessage' | 'messageToSign' | 'publicWalletAddress' | 'chain'>> {
  /** The wallet that proves its account, such as `fromEip1193(window.ethereum)`. */
  wallet: WalletSource
  /** Address of the account that has to sign. @default the account that is selected in the wallet */
  account?: string | undefined
  /** The wallet knows its address and its chain, and signs. */
  address?: never
  chain?: never
  sign?: never
}

/** The chain as the first line of its messages calls it, and the name of its main network in them. */
const namesOf: Partial<Record<ChainEnum, readonly [chainName: string, mainNetwork: string]>> = {
  SOL: ['Solana', 'mainnet'],
  ECLIPSE: ['Eclipse', 'mainnet'],
  BTC: ['Bitcoin', 'mainnet'],
  COSMOS: ['Cosmos', 'cosmoshub-4'],
  FLOW: ['Flow', 'mainnet'],
  ALGO: ['Algorand', 'mainnet'],
  SUI: ['Sui', 'mainnet'],
  APTOS: ['Aptos', 'mainnet'],
  TRON: ['Tron', 'mainnet'],
  SPARK: ['Spark', 'mainnet'],
}

/** @throws {@link SignInError} why the wallet gave no proof. */
export async function proveSource(session: Session, options: WalletSourceOptions): Promise<VerifyRequest> {
  const { wallet, signal, account, domain, uri, statement, resources, ...others } = options
  assertArgument(typeof wallet?.prove === 'function', 'wallet', 'a wallet, such as fromEip1193(window.ethereum)')
  const [chainName, mainNetwork] = namesOf[wallet.chain] ?? []
  const { chainId = mainNetwork, issuedAt = new Date().toISOString(), ...rest } = others
  const site = siteOf({ domain, uri })
  const nonce = await getNonce(session, { signal })
  // Without those that are undefined: some wallets take every field that is there.
  const fields: ProofFields = JSON.parse(JSON.stringify({ ...site, nonce, statement, resources, issuedAt }))
  const request: ProofRequest = {
    fields,
    chainId,
    account,
    select: (accounts) => select(accounts, account),
    message: (address, network = chainId) => createSignInMessage({ ...fields, address, chainName, chainId: network }),
  }
  const { address, message, signature } = await prove(wallet, request, signal)
  return {
    chain: wallet.chain,
    walletName: (wallet.walletName ?? 'unknown').toLowerCase(),
    walletProvider: 'browserExtension',
    ...rest,
    messageToSign: message,
    signedMessage: signature,
    publicWalletAddress: checksumAddress(address),
  }
}

async function prove(wallet: WalletSource, request: ProofRequest, signal: AbortSignal | undefined) {
  try {
    const { address, message, signature } = await abortable(signal, async () => wallet.prove(request))
    const texts = {
      address,
      message: isBytes(message) ? new TextDecoder().decode(message) : message,
      signature: isBytes(signature) ? btoa(String.fromCharCode(...signature)) : signature,
    }
    if (!isWhole(texts)) throw walletError('no_signature')
    const accountOf = (spelled: string) => wallet.accountOf?.(spelled) ?? spelled
    if (request.account && !isSameAccount(accountOf(texts.address), accountOf(request.account)))
      throw walletError('other_account')
    return texts
  } catch (error) {
    signal?.throwIfAborted()
    throw toWalletError(error)
  }
}

/** Also for bytes of another realm, such as that of an extension, which are no instance of this `Uint8Array`. */
const isBytes = (value: string | Uint8Array | undefined): value is Uint8Array => ArrayBuffer.isView(value)

const isWhole = <Name extends string>(texts: Record<Name, unknown>): texts is Record<Name, string> =>
  Object.values(texts).every((text) => typeof text === 'string' && text)

function select<Account extends string | { readonly address: string }>(
  accounts: readonly Account[] | undefined,
  requested: string | undefined,
): Account {
  if (!accounts?.length) throw walletError('locked')
  const addressOf = (account: Account) => (typeof account === 'string' ? account : account.address)
  const account = requested ? accounts.find((each) => isSameAccount(addressOf(each), requested)) : accounts[0]
  if (!account) throw walletError('other_account')
  return account
}
