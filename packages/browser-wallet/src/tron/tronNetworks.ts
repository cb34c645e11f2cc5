/** The networks of Tron: the id of the first block, whose last four bytes are the id of the chain. */
export const tronNetworks = {
  mainnet: '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc',
  shasta: '0000000000000000de1aa88295e1fcf982742f773e0419c5a9c134c994a9059e',
  nile: '0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc',
} as const

export type TronNetwork = keyof typeof tronNetworks

/** `0x` and hex. */
export const tronChainId = (network: TronNetwork): string => `0x${tronNetworks[network].slice(-8)}`

/** The network with the id of a chain. */
export const tronNetworkOf = (chainId: unknown): TronNetwork | undefined =>
  (Object.keys(tronNetworks) as TronNetwork[]).find((network) => tronChainId(network) === chainId)
