import { Field } from '../../components/Field.tsx'
import { FormDialog } from '../../components/FormDialog.tsx'
import { useInspector } from '../../inspectorContext.ts'
import { CustomFieldInput } from './CustomFieldInput.tsx'
import { changesOf, fieldOfCode, profileTexts } from './editedFields.ts'
import { otherMetadata } from './metadata.ts'
import { nameOf, type Person } from './person.ts'

/** A form of the profile, the custom fields and the metadata. What the service refuses stands beside its field. */
export function EditDialog({ person, onClose }: { person: Person; onClose(): void }) {
  const { user, customFields } = person
  const { live } = useInspector()
  const names = [...profileTexts.map(([name]) => name), ...customFields.map(({ key = '' }) => key), 'metadata']
  async function save(values: FormData): Promise<string> {
    const fields = changesOf(person, values)
    if (Object.keys(fields).length > 0) await live.call('POST people/update', { userId: user.id, fields })
    return 'The person was changed.'
  }
  return (
    <FormDialog
      title={`Edit ${nameOf(user)}`}
      action="Save"
      names={names}
      byCode={fieldOfCode}
      save={save}
      onClose={onClose}
    >
      <div class="fields people-form">
        {profileTexts.map(([name, label]) => (
          <Field
            key={name}
            name={name}
            label={label}
            value={user[name] ?? ''}
            hint={name === 'email' ? 'Counts as proved.' : undefined}
          />
        ))}
        {customFields.map((field) => (
          <CustomFieldInput key={field.key} field={field} value={user.metadata?.[field.key ?? '']} />
        ))}
        <Field
          name="metadata"
          label={customFields.length > 0 ? 'Other metadata, as JSON' : 'Metadata, as JSON'}
          value={JSON.stringify(otherMetadata(person), null, 2)}
          isLong
        />
      </div>
    </FormDialog>
  )
}
