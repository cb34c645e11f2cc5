import { useState } from 'preact/hooks'
import { FormDialog } from '../../../components/FormDialog.tsx'
import { useInspector } from '../../../inspectorContext.ts'
import { BodyField } from '../../operations/BodyField.tsx'
import { type FormField, valueAt } from '../../operations/bodyForm.ts'
import { changeSettings } from './changeSettings.ts'
import { changedSettings, type Settings, withSetting } from './settingFields.ts'

interface SettingsDialogProps {
  readonly title: string
  readonly environmentId: string
  readonly fields: readonly FormField[]
  readonly settings: Settings
  onClose(): void
}

const byCode = { invalid_external_auth: 'security.externalAuth.iss' }

/** Changes the settings of a group, by a form of the document's schema. Only what was changed is sent. */
export function SettingsDialog({ title, environmentId, fields, settings, onClose }: SettingsDialogProps) {
  const { live } = useInspector()
  const [entered, setEntered] = useState(settings)
  const names = fields.map(({ path }) => path.join('.'))
  async function save(): Promise<string> {
    await changeSettings(live, environmentId, () => changedSettings(fields, settings, entered))
    return `${title}: the settings were changed.`
  }
  return (
    <FormDialog title={title} action="Save" names={names} byCode={byCode} save={save} onClose={onClose}>
      <div class="fields configuration-settings">
        {fields.map((field) => {
          const name = field.path.join('.')
          const isSet = valueAt(settings, field.path) !== undefined
          return (
            <BodyField
              key={name}
              label={name}
              field={field}
              body={entered}
              emptyWords={isSet ? 'as it is' : 'not set'}
              onInput={(value) => setEntered((former) => withSetting(former, field, value))}
            />
          )
        })}
      </div>
    </FormDialog>
  )
}
