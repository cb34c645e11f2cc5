// The library's own types make each property of every `window` unknown, in all files of the program.

/** A wallet that the library has found. */
interface FoundWallet {
  readonly id: string
  readonly name: string
  request(call: { readonly type: string }): Promise<unknown>
}

export declare function getStarknet(options: { readonly windowObject: object }): {
  getAvailableWallets(): Promise<FoundWallet[]>
  getAuthorizedWallets(): Promise<FoundWallet[]>
  getLastConnectedWallet(): Promise<FoundWallet | null | undefined>
  enable(wallet: FoundWallet): Promise<FoundWallet>
  disconnect(options?: { readonly clearLastWallet?: boolean }): Promise<void>
}
