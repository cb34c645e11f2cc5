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
    await live.call('POST worlds', { name, ...(from !== '' && { from }) })
    return `The world ${name} is created.`
  }
  return (
    <FormDialog title="New world" action="Create" save={create} onClose={onClose}>
      <label class="field">
        <span>Name: letters, digits, "-" and "_"</span>
        <input type="text" name="name" autocomplete="off" spellcheck={false} autofocus />
      </label>
      <label class="field">
        <span>It begins as a copy of</span>
        <select name="from">
          <option value="">the server's own mock</option>
          {names.map((name) => (
            <option key={name} value={name} selected={name === from}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </FormDialog>
  )
}
