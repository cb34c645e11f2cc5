import type { CurrencyPrice } from '../effects/outside.ts'

/** Name, sign, and US dollars for one unit, by code. */
const fiat: Readonly<Record<string, readonly [name: string, symbol: string, usd: number]>> = {
  AUD: ['Australian dollar', 'A$', 0.625],
  BRL: ['Brazilian real', 'R$', 0.2],
  CAD: ['Canadian dollar', 'C$', 0.8],
  CHF: ['Swiss franc', 'CHF', 1.25],
  EUR: ['Euro', '€', 1.25],
  GBP: ['Pound sterling', '£', 1.28],
  INR: ['Indian rupee', '₹', 0.0125],
  JPY: ['Japanese yen', '¥', 0.008],
  MXN: ['Mexican peso', 'MX$', 0.05],
  SGD: ['Singapore dollar', 'S$', 0.8],
  USD: ['US dollar', '$', 1],
}

/** Name, and US dollars for one unit, by symbol. */
const crypto: Readonly<Record<string, readonly [name: string, usd: number]>> = {
  ALGO: ['Algorand', 0.2],
  APT: ['Aptos', 5],
  ATOM: ['Cosmos Hub', 5],
  AVAX: ['Avalanche', 25],
  BNB: ['BNB', 600],
  BTC: ['Bitcoin', 100_000],
  DAI: ['Dai Stablecoin', 1],
  ETH: ['Ether', 4_000],
  FLOW: ['Flow', 0.5],
  POL: ['POL', 0.25],
  SOL: ['Solana', 200],
  STRK: ['Starknet Token', 0.2],
  SUI: ['Sui', 4],
  TON: ['Toncoin', 4],
  TRX: ['Tron', 0.25],
  USDC: ['USD Coin', 1],
  USDT: ['Tether USD', 1],
  WAVAX: ['Wrapped AVAX', 25],
  WBNB: ['Wrapped BNB', 600],
  WBTC: ['Wrapped BTC', 100_000],
  WETH: ['Wrapped Ether', 4_000],
  WPOL: ['Wrapped POL', 0.25],
}

/** The prices that every mock begins with. They are round numbers, so that tests have stable sums. */
export const priceTable: readonly CurrencyPrice[] = [
  ...Object.entries(fiat).map(([code, [name, symbol, usd]]) => ({ code, name, symbol, type: 'fiat' as const, usd })),
  ...Object.entries(crypto).map(([code, [name, usd]]) => ({ code, name, symbol: code, type: 'crypto' as const, usd })),
]
