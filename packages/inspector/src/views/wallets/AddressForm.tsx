import { Field } from '../../components/Field.tsx'
import { Form } from '../../components/Form.tsx'
import { hrefOf } from '../../createRouter.ts'
import { useInspector } from '../../inspectorContext.ts'

interface AddressFormProps {
  /** The address that is shown, or that cannot be. */
  readonly address?: string
  /** Why it cannot be shown. */
  readonly refusal?: string
}

/** Leads to what an address holds. One that is not valid is refused here, and the view stays. */
export function AddressForm({ address = '', refusal }: AddressFormProps) {
  const { live, router } = useInspector()
  async function look(fields: FormData): Promise<undefined> {
    const entered = String(fields.get('address')).trim()
    if (entered === '') throw new Error('address: enter an address of an EVM chain or of Solana.')
    await live.call('GET chain/address', { address: entered })
    router.go(hrefOf('wallets', ['address', entered]))
  }
  return (
    <Form
      label="Look up an address"
      action="Look up"
      names={['address']}
      byWords={[[/./, 'address']]}
      first={refusal === undefined ? undefined : { fields: { address: refusal } }}
      save={look}
    >
      <Field
        label="Address"
        name="address"
        value={address}
        placeholder="0x… or an address of Solana"
        hint="You see what it holds and has sent, and can fund it."
      />
    </Form>
  )
}
