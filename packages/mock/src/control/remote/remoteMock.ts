import type { EvmBrowserWallet } from '@latchkey/browser-wallet/evm/evmBrowserWallet'
import type { WalletRequest } from '@latchkey/browser-wallet/person'
import type { Defaults } from '../../world/seedDefaults.ts'
import type { Control } from '../control.ts'
import type { BrowserChain, BrowserWalletKinds, BrowserWalletOptions } from '../device/browserWalletOptions.ts'
import type { DelegationBackend } from '../device/delegationControl.ts'
import type { EmbeddedWallet } from '../device/embeddedWallet.ts'
import type { TestWallet } from '../device/walletControl.ts'
import type { ControlledWorldOptions, WorldSummary } from '../http/worlds.ts'
import type { AuthenticatorApp } from '../objects/create/userFactories.ts'
import type { ExchangeAccountControl } from '../objects/exchangesControl.ts'
import type { IssuerHandle } from '../objects/issuerControl.ts'
import type { LocalFunction } from './localFunctions.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- Arguments of any function.
type AnyFunction = (...args: any) => unknown

/** The objects with functions that functions of the control object return. */
interface Handles {
  readonly AuthenticatorApp: AuthenticatorApp
  readonly BrowserWallet: EvmBrowserWallet
  readonly DelegationBackend: DelegationBackend
  readonly EmbeddedWallet: EmbeddedWallet
  readonly ExchangeAccount: ExchangeAccountControl
  readonly IssuerHandle: IssuerHandle
  readonly TestWallet: TestWallet
  readonly WalletRequest: WalletRequest
}

/** Handles without data, which are created without a request to the server. */
type EmptyHandle = 'ExchangeAccount'
/** Data of handles that changes. */
type ChangingData =
  | 'EmbeddedWallet.shares'
  | 'WalletRequest.status'
  | `BrowserWallet.${'accounts' | 'approval' | 'assets' | 'chainId' | 'connections' | 'isLocked' | 'isRemoved' | 'network' | 'offline' | 'requests'}`

/** Data of a handle, in which other handles are remote as well. */
type RemoteData<T> = T extends readonly (infer Item)[]
  ? [HandleName<Item>] extends [never]
    ? T
    : readonly RemoteHandle<HandleName<Item>>[]
  : T

type HandleName<T> = {
  [N in keyof Handles]: [T, Handles[N]] extends [Handles[N], T] ? N : never
}[keyof Handles]

/** Whether a value has functions of its own. */
type HasFunctions<T> = T extends object
  ? true extends { [K in keyof T]: T[K] extends AnyFunction ? true : false }[keyof T]
    ? true
    : false
  : false

/** `never` for a value with functions that is not one of the handles: it cannot cross. */
type RemoteResult<T> = [HandleName<T>] extends [never]
  ? HasFunctions<T> extends false
    ? Promise<T>
    : [T] extends [readonly unknown[]]
      ? Promise<T>
      : never
  : HandleName<T> extends EmptyHandle
    ? RemoteHandle<HandleName<T>>
    : Promise<RemoteHandle<HandleName<T>>>

type RemoteFunction<F extends AnyFunction> = (...args: Parameters<F>) => RemoteResult<Awaited<ReturnType<F>>>

/** An object of which `N` is the name, with calls as functions. */
type RemoteObject<T, N extends string> = {
  readonly [K in keyof T & string as `${N}.${K}` extends LocalFunction ? never : K]: T[K] extends AnyFunction
    ? RemoteFunction<T[K]>
    : `${N}.${K}` extends ChangingData
      ? Promise<RemoteData<T[K]>>
      : T[K]
}

/** A handle whose functions are calls. */
export type RemoteHandle<N extends keyof Handles> = RemoteObject<Handles[N], N>

/** A browser wallet of a server, with the functions and the data of wallets of its chain. */
export type RemoteBrowserWallet<C extends BrowserChain> = RemoteObject<BrowserWalletKinds[C]['wallet'], 'BrowserWallet'>

/** A part of the control object whose functions are calls, and whose data is asked for whenever it is read. */
type RemotePart<T, Path extends string> = {
  readonly [K in keyof T & string as `${Path}${K}` extends LocalFunction ? never : K]: T[K] extends AnyFunction
    ? RemoteFunction<T[K]>
    : T[K] extends object
      ? RemotePart<T[K], `${Path}${K}.`>
      : Promise<T[K]>
}

/** A state that the server keeps, and `restore` goes back to. */
export interface RemoteSnapshot {
  readonly snapshotId: string
}

/** The functions of the control object, as calls. */
export interface RemoteControl extends Omit<
  RemotePart<Control, ''>,
  'exportStream' | 'restore' | 'snapshot' | 'wallets'
> {
  readonly wallets: Omit<RemotePart<Control['wallets'], 'wallets.'>, 'browser'> & {
    /** Creates a browser wallet at the server. */
    browser<C extends BrowserChain = 'EVM'>(options?: BrowserWalletOptions<C>): Promise<RemoteBrowserWallet<C>>
  }
  /** The text of `export()` in UTF-8, of any length. If the connection breaks, the stream fails. */
  exportStream(): Promise<ReadableStream<Uint8Array>>
  /** Keeps the present state at the server, for as long as the server runs. */
  snapshot(): Promise<RemoteSnapshot>
  /** Goes back to a snapshot of the same mock. */
  restore(snapshot: RemoteSnapshot): Promise<void>
}

/** The worlds of a server. */
interface RemoteWorlds {
  /** All worlds, by name. */
  list(): Promise<WorldSummary[]>
  /**
   * Creates a world: a copy of the server's own mock as it is now, or of another world.
   *
   * @throws TypeError for an invalid name, one that a world has, and an unknown `from`
   * @example await mock.worlds.create('ada', { wallets: ['EVM', 'SOL'] })
   */
  create(name: string, options?: ControlledWorldOptions): Promise<RemoteMock>
  /** Deletes a world. @throws TypeError for an unknown name */
  drop(name: string): Promise<void>
}

/**
 * A mock in another process, with the functions of its control object. All of them return promises, and so do the
 * properties that change, such as `clock.isRunning`. Those that cannot cross HTTP are missing.
 */
export interface RemoteMock extends RemoteControl {
  /** The base URL of the mock, as its tokens have it. */
  readonly baseUrl: string
  /** The organization, project, environments, admin and tokens that every mock begins with. */
  readonly defaults: Defaults
  /**
   * Connects to the world of this name, which is created if there is none.
   *
   * @example
   * const ada = await mock.world('ada')
   * await ada.create.user({ email: 'ada@example.com' })
   */
  world(name: string): Promise<RemoteMock>
  /** The worlds of the server. */
  readonly worlds: RemoteWorlds
}
