/** A network of Algorand, as its transactions name it. */
export interface AlgorandNetwork {
  /** `mainnet-v1.0`… */
  readonly genesisId: string
  /** 32 bytes in base64. */
  readonly genesisHash: string
}

/** The public networks. */
export const algorandNetworks = {
  mainnet: { genesisId: 'mainnet-v1.0', genesisHash: 'wGHE2Pwdvd7S12BL5FaOP20EGYesN73ktiC1qzkkit8=' },
  testnet: { genesisId: 'testnet-v1.0', genesisHash: 'SGO1GKSzyE7IEPItTxCByw9x8FmnrCDexi9/cOUJOiI=' },
} as const satisfies Readonly<Record<string, AlgorandNetwork>>

export type AlgorandNetworkName = keyof typeof algorandNetworks
