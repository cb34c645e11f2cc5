interface KnownToken {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** Contracts by the number of their network. */
  readonly contracts: Readonly<Record<number, string>>
  /** Names that contracts answer themselves, by the number of their network, where they differ. */
  readonly namesOnChain?: Readonly<Record<number, string>>
}

/**
 * Public facts: the contracts of a few major tokens on the built-in networks, as their issuers name them. By the family
 * of chains.
 */
export const knownTokens: Readonly<Record<string, readonly KnownToken[]>> = {
  eip155: [
    {
      name: 'USD Coin',
      symbol: 'USDC',
      decimals: 6,
      contracts: {
        1: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
        8453: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        137: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
        42161: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
        10: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
        43114: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
        11155111: '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238',
        84532: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
        80002: '0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582',
        421614: '0x75faf114eafb1BDbe2F0316DF893fd58CE46AA4d',
        11155420: '0x5fd84259d66Cd46123540766Be93DFE6D43130D7',
        43113: '0x5425890298aed601595a70AB815c96711a31Bc65',
      },
      namesOnChain: { 11155111: 'USDC', 84532: 'USDC', 80002: 'USDC', 11155420: 'USDC' },
    },
    {
      name: 'USD Coin',
      symbol: 'USDC',
      decimals: 18,
      contracts: { 56: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d' },
    },
    {
      name: 'Tether USD',
      symbol: 'USDT',
      decimals: 6,
      contracts: {
        1: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
        137: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
        42161: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
        10: '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58',
        43114: '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7',
      },
    },
    {
      name: 'Tether USD',
      symbol: 'USDT',
      decimals: 18,
      contracts: { 56: '0x55d398326f99059fF775485246999027B3197955' },
    },
    {
      name: 'Wrapped Ether',
      symbol: 'WETH',
      decimals: 18,
      contracts: {
        1: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
        8453: '0x4200000000000000000000000000000000000006',
        137: '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619',
        42161: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
        10: '0x4200000000000000000000000000000000000006',
        11155111: '0xfFf9976782d46CC05630D1f6eBAb18b2324d6B14',
        84532: '0x4200000000000000000000000000000000000006',
        421614: '0x980B62Da83eFf3D4576C647993b0c1D7faf17c73',
        11155420: '0x4200000000000000000000000000000000000006',
      },
    },
    {
      name: 'Dai Stablecoin',
      symbol: 'DAI',
      decimals: 18,
      contracts: {
        1: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
        8453: '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb',
        137: '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063',
        42161: '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1',
        10: '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1',
      },
    },
    {
      name: 'Wrapped BTC',
      symbol: 'WBTC',
      decimals: 8,
      contracts: {
        1: '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599',
        137: '0x1BFD67037B42Cf73acF2047067bd4F2C47D9BfD6',
        42161: '0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f',
        10: '0x68f180fcCe6836688e9084f035309E29Bf0A2095',
      },
    },
    {
      name: 'Wrapped POL',
      symbol: 'WPOL',
      decimals: 18,
      contracts: {
        137: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
        80002: '0x360ad4f9a9A8EFe9A8DCB5f461c4Cc1047E1Dcf9',
      },
    },
    {
      name: 'Wrapped BNB',
      symbol: 'WBNB',
      decimals: 18,
      contracts: {
        56: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
        97: '0xae13d989daC2f0dEbFf460aC112a837C89BAa7cd',
      },
    },
    {
      name: 'Wrapped AVAX',
      symbol: 'WAVAX',
      decimals: 18,
      contracts: {
        43114: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
        43113: '0xd00ae08403B9bbb9124bB305C09058E32C39A48c',
      },
    },
  ],
  solana: [
    {
      name: 'USD Coin',
      symbol: 'USDC',
      decimals: 6,
      contracts: {
        101: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
        103: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
      },
    },
    {
      name: 'Tether USD',
      symbol: 'USDT',
      decimals: 6,
      contracts: { 101: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB' },
    },
    {
      name: 'Wrapped SOL',
      symbol: 'SOL',
      decimals: 9,
      contracts: {
        101: 'So11111111111111111111111111111111111111112',
        103: 'So11111111111111111111111111111111111111112',
      },
    },
  ],
}
