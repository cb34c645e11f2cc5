import { Field } from '../../components/Field.tsx'
import { FormDialog } from '../../components/FormDialog.tsx'
import { useInspector } from '../../inspectorContext.ts'
import type { ControlInput } from '../../live/control.ts'

type Chain = NonNullable<ControlInput<'POST wallets/browser'>['chain']>

/** Words for the chains of wallets in pages. One that is left out does not compile. */
const chains = Object.entries({
  EVM: 'EVM',
  SOL: 'Solana',
  ECLIPSE: 'Eclipse',
  BTC: 'Bitcoin',
  SUI: 'Sui',
  APTOS: 'Aptos',
  COSMOS: 'Cosmos',
  TRON: 'Tron',
  TON: 'TON',
  STARK: 'Starknet',
  ALGO: 'Algorand',
  FLOW: 'Flow',
  SPARK: 'Spark',
} satisfies Record<Exclude<Chain, 'ETH'>, string>)

const approvals = [
  ['manual', 'Each request waits for your answer'],
  ['automatic', 'Each request is approved at once'],
] as const

interface BrowserWalletDialogProps {
  onCreated(walletId: string): void
  onClose(): void
}

/** Creates a wallet that stands in pages. */
export function BrowserWalletDialog({ onCreated, onClose }: BrowserWalletDialogProps) {
  const { live } = useInspector()
  async function create(fields: FormData): Promise<string> {
    const textOf = (name: string) => String(fields.get(name) ?? '').trim()
    const { walletId } = await live.call('POST wallets/browser', {
      chain: textOf('chain') as Chain,
      name: textOf('name') || undefined,
      accounts: Number(textOf('accounts')),
      approval: textOf('approval') as 'automatic' | 'manual',
    })
    onCreated(walletId)
    return 'Pages have the wallet when they are loaded again.'
  }
  return (
    <FormDialog
      title="New browser wallet"
      action="Create"
      names={['chain', 'name', 'accounts', 'approval']}
      byWords={[[/"accounts"/, 'accounts']]}
      save={create}
      onClose={onClose}
    >
      <Field label="Chain" name="chain" options={chains} />
      <Field label="Name" name="name" placeholder="Test wallet" hint="As apps show it." />
      <Field label="Number of accounts" name="accounts" value="1" inputMode="numeric" />
      <Field label="Person" name="approval" options={approvals} />
    </FormDialog>
  )
}
