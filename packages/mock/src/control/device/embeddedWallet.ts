import type { components } from '@latchkey/types'
import type { BackupPassword } from './embeddedBackup.ts'
import type { EvmSigning, Hex } from './embeddedEvm.ts'
import type { RawSignature } from './embeddedKey.ts'
import type { EmbeddedProvider, ProviderOptions } from './embeddedProvider.ts'

type Schemas = components['schemas']

/** The options of a new embedded wallet. */
export interface EmbeddedOptions {
  readonly chain: Schemas['WaasChainEnum']
  /** BTC only. @default 'native_segwit' */
  readonly addressType?: 'native_segwit' | 'taproot' | undefined
  /** @default 'TWO_OF_TWO' */
  readonly scheme?: Schemas['ThresholdSignatureScheme'] | undefined
  /**
   * A private key that exists, as wallets of the chain write it: hex after `0x` on EVM, base58 of 64 bytes on SVM,
   * `suiprivkey…` on SUI, the wallet import format on BTC, hex of the seed on TON. The device imports it.
   *
   * @default a new key
   */
  readonly privateKey?: string | undefined
}

/** An account as viem's `toAccount` gives one. */
export interface ViemAccount extends EvmSigning {
  readonly address: Hex
  /** Hex of 33 bytes. */
  readonly publicKey: Hex
  readonly source: 'custom'
  readonly type: 'local'
}

/** A signer as `@solana/kit` takes one for transactions and messages. */
interface SolanaSigner {
  readonly address: string
  signMessages(
    messages: readonly { readonly content: Uint8Array }[],
    config?: SolanaSignerConfig,
  ): Promise<readonly Readonly<Record<string, Uint8Array>>[]>
  signTransactions(
    transactions: readonly { readonly messageBytes: Uint8Array }[],
    config?: SolanaSignerConfig,
  ): Promise<readonly Readonly<Record<string, Uint8Array>>[]>
}

interface SolanaSignerConfig {
  /** Signs no more messages of the call once it aborts. */
  readonly abortSignal?: AbortSignal
}

/** An embedded wallet and a device of its user, which holds the user's shares. */
export interface EmbeddedWallet {
  readonly walletId: string
  readonly chain: Schemas['WaasChainEnum']
  readonly address: string
  /** Hex: 33 bytes on EVM and BTC, 32 bytes for taproot and on the others. */
  readonly publicKey: string
  /** The shares that the device holds. They are secret: use them only in tests. */
  readonly shares: readonly DeviceShare[]
  /**
   * Signs bytes in hex: a digest of 32 bytes on EVM and BTC, a message of any length elsewhere. It is quick, because it
   * puts the shares together and signs with the whole key: no room opens, no policy and second factor is asked, and no
   * event fires. All else that signs here asks the service.
   *
   * @throws Error for shares that a refresh or reshare has replaced
   */
  sign(message: string): Promise<RawSignature>
  /** Signs the same bytes by the real operation, in a room, where policies and second factors apply. */
  signInRoom(message: string): Promise<RawSignature>
  /**
   * Signs a text as wallets of the chain do: EIP-191 on EVM, a personal message on SUI, its UTF-8 on SVM and TON.
   *
   * @returns Hex; on SUI the serialized signature in base64, as `verifyPersonalMessageSignature` of its SDK takes it
   */
  signMessage(text: string): Promise<string>
  /**
   * Signs every input of a PSBT (BIP-174, in base64) that spends from the wallet, each in a room of its own, over all
   * inputs and outputs. BTC only.
   *
   * @returns The PSBT in base64 with the signatures, not finalized
   * @throws TypeError for a text that is not a PSBT, and for a PSBT with nothing that the wallet can sign
   */
  signPsbt(psbt: string): Promise<string>
  /** Signs typed data (EIP-712). EVM only. */
  signTypedData(typedData: object): Promise<Hex>
  /** Signs a transaction in viem's form. EVM only. @returns The serialized signed transaction. */
  signTransaction(transaction: object): Promise<Hex>
  /** The wallet as an account of viem. EVM only. */
  viemAccount(): ViemAccount
  /**
   * The wallet as a provider of EIP-1193, as pages get one from a wallet: for viem's `custom`, ethers and wagmi. It
   * reaches the simulated chains. EVM only.
   *
   * Requests fail with 4001 when the person refuses, 4100 for an account that the page does not have, 4902 for a chain
   * that the service does not know, -32601 for a method that the wallet does not have, 5700 to 5760 as EIP-5792 defines
   * them for batches, or the node's own code.
   */
  provider(options?: ProviderOptions): EmbeddedProvider
  /** The wallet as a signer of `@solana/kit`. SVM only. */
  solanaSigner(): SolanaSigner
  /** Renews the shares. Those of other devices, and the backups, no longer count. */
  refresh(): Promise<void>
  /**
   * Shares the key among other parties of the user and the service. This device holds the shares of the user.
   *
   * @throws Error as `waas.reshare`, such as for a wallet with delegated access
   */
  reshare(options: { readonly scheme: Schemas['ThresholdSignatureScheme'] }): Promise<void>
  /**
   * Puts the private key together on the device, by the real operation.
   *
   * @returns The key as wallets of the chain write it, see {@link EmbeddedOptions.privateKey}
   * @throws Error as `waas.exportPrivateKey`, such as where the settings turn exports off
   */
  export(): Promise<string>
  /**
   * Lets the environment's own server sign: shares the key anew, and delivers a share for the server. The settings have
   * to enable delegated access, and the environment needs a key, as after `mock.delegation.backend()`.
   */
  delegate(): Promise<void>
  /** Ends the right of the server to sign: shares the key anew without it. */
  revokeDelegation(): Promise<void>
  /** Encrypts the shares with a password and backs them up with the service, as `@latchkey/client/wallets` does. */
  backUp(secret: BackupPassword): Promise<void>
  /**
   * The wallet on another device of the user, with a session of its own: it recovers the shares from their backup. If
   * there is no backup yet, this device makes one first.
   *
   * @throws Error for a wrong password, and when no device has made a backup in time
   */
  newDevice(secret: BackupPassword): Promise<EmbeddedWallet>
  /** Loses the device and its shares. */
  loseDevice(): void
}

/** A share, and the party that holds it. */
interface DeviceShare {
  readonly keygenId: string
  /** Hex. */
  readonly signingShare: string
}
