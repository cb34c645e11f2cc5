/** A body of `customNetworks.create`. */
export const customNetworkBody = {
  networkType: 'EVM',
  chainName: 'Harbour Testnet',
  chainId: '424242',
  rpcUrl: 'https://rpc.harbour.example.com',
  blockExplorerUrl: 'https://explorer.harbour.example.com',
  iconUrl: 'https://static.example.com/harbour.svg',
  nativeCurrencyName: 'Harbour Coin',
  nativeCurrencySymbol: 'HBR',
  nativeCurrencyIconUrl: 'https://static.example.com/hbr.svg',
  nativeCurrencyDecimals: 18,
}
