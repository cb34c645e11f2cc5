import { defined } from '@latchkey/base/defined'
import { Field } from '../../components/Field.tsx'
import { FormDialog } from '../../components/FormDialog.tsx'
import { useInspector } from '../../inspectorContext.ts'

interface NewWorldProps {
  /** The world that is copied; empty for the server's own mock. */
  readonly from: string
  readonly names: readonly string[]
  onClose(): void
}

/** Asks for the name of a new world, and for what it is a copy of. */
export function NewWorld({ from, names, onClose }: NewWorldProps) {
  const { live } = useInspector()
  async function create(fields: FormData): Promise<string> {
    const [name, from] = [String(fields.get('name')).trim(), String(fields.get('from'))]
    await live.call('POST worlds', { name, ...defined({ from: from || undefined }) })
    return `The world ${name} is created.`
  }
  return (
    <FormDialog
      title="New world"
      action="Create"
      names={['name', 'from']}
      byWords={[
        [/to copy/, 'from'],
        [/./, 'name'],
      ]}
      save={create}
      onClose={onClose}
    >
      <Field label="Name" name="name" hint={'Letters, digits, "-" and "_".'} />
      <Field
        label="It begins as a copy of"
        name="from"
        value={from}
        options={[['', "the server's own mock"], ...names.map((name) => [name, name] as const)]}
      />
    </FormDialog>
  )
}
