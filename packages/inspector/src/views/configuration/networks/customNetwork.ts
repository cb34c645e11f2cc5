import type { components } from '@latchkey/types'

type Schemas = components['schemas']
type Request = Schemas['CustomNetworkRequest']

export type CustomNetwork = Schemas['CustomNetwork']

interface Input {
  readonly label: string
  readonly placeholder?: string
  readonly inputMode?: 'url' | 'numeric'
}

/** How a form asks for each part of a description. One that is left out does not compile. */
const inputs: Readonly<Record<keyof Request, Input>> = {
  networkType: { label: 'Chain family', placeholder: 'EVM' },
  chainName: { label: 'Name', placeholder: 'Example Chain' },
  chainId: { label: 'Chain id', placeholder: '424242', inputMode: 'numeric' },
  rpcUrl: { label: 'RPC endpoint', placeholder: 'https://rpc.example.com', inputMode: 'url' },
  blockExplorerUrl: { label: 'Block explorer', placeholder: 'https://explorer.example.com', inputMode: 'url' },
  iconUrl: { label: 'Icon', placeholder: 'https://example.com/icon.svg', inputMode: 'url' },
  nativeCurrencyName: { label: 'Name of the currency', placeholder: 'Ether' },
  nativeCurrencySymbol: { label: 'Symbol of the currency', placeholder: 'ETH' },
  nativeCurrencyIconUrl: {
    label: 'Icon of the currency',
    placeholder: 'https://example.com/coin.svg',
    inputMode: 'url',
  },
  nativeCurrencyDecimals: { label: 'Decimals of the currency', placeholder: '18', inputMode: 'numeric' },
}

export const descriptionInputs = Object.entries(inputs) as [keyof Request, Input][]

/** The description that was entered. What is no number stays text, so that the service refuses it. */
export function readDescription(fields: FormData): Record<string, unknown> {
  const texts = descriptionInputs.map(([name]) => [name, String(fields.get(name) ?? '').trim()] as const)
  const { nativeCurrencyDecimals: decimals = '', ...others } = Object.fromEntries(texts)
  return { ...others, nativeCurrencyDecimals: /^-?\d{1,15}$/.test(decimals) ? Number(decimals) : decimals }
}
