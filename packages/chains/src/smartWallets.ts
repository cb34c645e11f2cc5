/** The parameters of a contract wallet (ERC-4337). Its address follows from all of them. */
export interface SmartWalletPlan {
  /** Address of the account that signs for it. */
  readonly signer: string
  readonly entryPoint: '0.6' | '0.7'
  /** Version of its contract, such as `v3_1`. */
  readonly kernelVersion: string
  /** Tells smart wallets of one signer apart; below 2^256. */
  readonly salt: bigint
  /** Address of the contract that deploys it. @default the factory that every EVM chain has */
  readonly factory?: string
}

/** The smart wallets on the EVM chains, which a vendor of account abstraction manages. */
export interface SmartWallets {
  /**
   * Plans a wallet, so that its factory can deploy it. Nothing is deployed. A wallet that was planned before stays as it
   * is.
   *
   * @returns Its address on every EVM chain.
   */
  plan(plan: SmartWalletPlan): string
  /** Moves a wallet to another version of its contract. Its address stays. */
  upgrade(address: string, version: Pick<SmartWalletPlan, 'entryPoint' | 'kernelVersion'>): void
  /** Says which paymaster pays the user operations of an account; without one, the account pays. */
  sponsor(address: string, paymaster?: string): void
}
