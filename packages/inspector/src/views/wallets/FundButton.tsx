import { useId, useState } from 'preact/hooks'
import { Choice } from '../../components/Choice.tsx'
import { Field } from '../../components/Field.tsx'
import { FieldFrame } from '../../components/FieldFrame.tsx'
import { FormDialog } from '../../components/FormDialog.tsx'
import { useInspector, useRead } from '../../inspectorContext.ts'
import type { ControlOutput } from '../../live/control.ts'
import { shortText } from '../../shortText.ts'
import { fundInputOf } from './fundInput.ts'

type Network = ControlOutput<'GET chain/networks'>['networks'][number]

/** Tokens that every mock knows. */
const knownTokens = ['USDC', 'USDT', 'WETH', 'DAI']

/** Gives an address money out of nothing, as a faucet does. */
export function FundButton({ address }: { address: string }) {
  const [isOpen, setOpen] = useState(false)
  const { data } = useRead('GET chain/networks', { tables: ['customNetworks'] })
  const chain = address.startsWith('0x') ? 'EVM' : 'SOL'
  const networks = data?.networks.filter((network) => network.chain === chain) ?? []
  return (
    <>
      <button type="button" class="main" disabled={networks.length === 0} onClick={() => setOpen(true)}>
        Fund…
      </button>
      {isOpen && <FundDialog address={address} networks={networks} onClose={() => setOpen(false)} />}
    </>
  )
}

interface FundDialogProps {
  readonly address: string
  /** Those of the address's chain, the main one first. */
  readonly networks: readonly Network[]
  onClose(): void
}

/** The fields that sentences of the mock concern. */
const byWords = [
  [/read an amount/, 'amount'],
  [/find a token/, 'asset'],
  [/network|chain|node/, 'network'],
] as const

function FundDialog({ address, networks, onClose }: FundDialogProps) {
  const { live } = useInspector()
  const id = useId()
  const [main] = networks
  const currencyOf = (network: string) =>
    (networks.find(({ networkId }) => String(networkId) === network) ?? main)?.symbol ?? ''
  const [network, setNetwork] = useState(String(main?.networkId ?? ''))
  const [asset, setAsset] = useState(currencyOf(network))
  const currency = currencyOf(network)
  function choose(next: string): void {
    // The asset follows the network as long as nobody has named a token.
    if (asset === currency) setAsset(currencyOf(next))
    setNetwork(next)
  }
  async function fund(fields: FormData): Promise<string> {
    const amount = String(fields.get('amount'))
    await live.call('POST chain/funds', fundInputOf({ address, asset, amount, network, currency }))
    return `${amount.trim()} ${asset.trim()} for ${shortText(address)}.`
  }
  return (
    <FormDialog
      title="Fund the address"
      action="Fund"
      names={['amount', 'asset', 'network']}
      byWords={byWords}
      save={fund}
      onClose={onClose}
    >
      <code class="text">{address}</code>
      <div class="fields wallets-fund">
        <Field label="Amount" name="amount" inputMode="decimal" placeholder="1.5" />
        <FieldFrame label="Currency or token" name="asset">
          {(attributes) => (
            <>
              <input
                {...attributes}
                list={id}
                value={asset}
                autocomplete="off"
                spellcheck={false}
                onInput={({ currentTarget }) => setAsset(currentTarget.value)}
              />
              <datalist id={id}>
                {[currency, ...knownTokens].map((symbol) => (
                  <option key={symbol} value={symbol} />
                ))}
              </datalist>
            </>
          )}
        </FieldFrame>
        <Choice
          label="Network"
          name="network"
          value={network}
          options={[
            ...networks.map(({ networkId, name }) => [String(networkId), name] as const),
            ['', 'All networks that know it'],
          ]}
          onChange={choose}
        />
      </div>
      <p class="muted small">
        A token is named by its symbol, such as USDC, or by the address of its contract. The amount is in whole units.
      </p>
    </FormDialog>
  )
}
