import { useState } from 'preact/hooks'
import { Choice } from '../../components/Choice.tsx'
import { Field } from '../../components/Field.tsx'
import { FormDialog } from '../../components/FormDialog.tsx'
import { useInspector, useRead } from '../../inspectorContext.ts'
import { nameOf, type User } from '../people/person.ts'
import { createPersonsWallet, externalChains, embeddedChains, type WalletKind } from './newWallet.ts'

interface WalletDialogProps {
  readonly environmentId: string
  /** Whose wallet it is. Without it, the dialog asks. */
  readonly owner?: User
  onCreated?(walletId: string): void
  onClose(): void
}

const kinds = [
  ['embedded', 'Embedded: its key is in shares, one of them with the service'],
  ['external', 'External: the person brings it along'],
] as const

const byCode = {
  email_already_exists: 'email',
  invalid_email: 'email',
  invalid_chain_address_match: 'publicWalletAddress',
}

/** Creates a wallet of a person, who can be new. */
export function WalletDialog({ environmentId, owner, onCreated, onClose }: WalletDialogProps) {
  const { live } = useInspector()
  const people = useRead('GET people', { input: { environmentId, limit: 100 }, tables: ['users'] })
  const [kind, setKind] = useState<WalletKind>('embedded')
  const [chosen, setChosen] = useState<string>()
  const users = owner ? [] : (people.data?.users ?? [])
  const userId = owner?.id ?? chosen ?? users[0]?.id ?? ''
  async function create(fields: FormData): Promise<string> {
    const textOf = (name: string) => String(fields.get(name) ?? '').trim()
    const walletId = await createPersonsWallet(live, {
      environmentId,
      owner: userId === '' ? { email: textOf('email') } : { userId },
      wallet: { kind, chain: textOf('chain'), address: textOf('publicWalletAddress') },
    })
    onCreated?.(walletId)
    return 'The wallet was created.'
  }
  return (
    <FormDialog
      title={owner ? `New wallet of ${nameOf(owner)}` : 'New wallet'}
      action="Create"
      names={['userId', 'email', 'chain', 'publicWalletAddress']}
      byCode={byCode}
      save={create}
      onClose={onClose}
    >
      {!owner && (
        <Choice
          label="Person"
          name="userId"
          value={userId}
          options={[...users.map((user) => [user.id, nameOf(user)] as const), ['', 'A new person']]}
          onChange={setChosen}
        />
      )}
      {userId === '' && <Field label="E-mail of the new person" name="email" inputMode="email" />}
      <Choice label="Kind" name="kind" value={kind} options={kinds} onChange={(chosen) => setKind(chosen)} />
      {kind === 'embedded' ? (
        <Field
          key="embedded"
          label="Chain"
          name="chain"
          options={embeddedChains}
          hint="The provider of embedded wallets is turned on, if the environment has it off."
        />
      ) : (
        <>
          <Field key="external" label="Chain" name="chain" options={externalChains} />
          <Field
            label="Address"
            name="publicWalletAddress"
            placeholder="0x…"
            hint="Empty for an address that is made up."
          />
        </>
      )}
    </FormDialog>
  )
}
