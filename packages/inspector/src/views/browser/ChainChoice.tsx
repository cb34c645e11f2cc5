import { Select } from '../../components/Select.tsx'
import { useAction, useInspector, useRead } from '../../inspectorContext.ts'

interface ChainChoiceProps {
  readonly walletId: string
  readonly chainId: number
}

/** The EVM chain that a wallet is on, which its person can change. */
export function ChainChoice({ walletId, chainId }: ChainChoiceProps) {
  const { live } = useInspector()
  const [run] = useAction()
  const { data } = useRead('GET chain/networks', { tables: ['customNetworks'] })
  const names = new Map([[String(chainId), `Chain ${chainId}`]])
  for (const { chain, networkId, name } of data?.networks ?? []) if (chain === 'EVM') names.set(String(networkId), name)
  const select = (next: string) =>
    run(() => live.call('POST wallets/browser/switch', { walletId, chainId: Number(next) }))
  return (
    <Select
      label="Selected chain"
      value={String(chainId)}
      options={[...names].map(([id, name]) => [id, `${name} (${id})`] as const)}
      onChange={(next) => void select(next)}
    />
  )
}
