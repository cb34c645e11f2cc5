import { useState } from 'preact/hooks'
import { Choice } from '../../../components/Choice.tsx'
import { Field } from '../../../components/Field.tsx'
import { FormDialog } from '../../../components/FormDialog.tsx'
import { useInspector } from '../../../inspectorContext.ts'
import { callService } from '../../../live/callService.ts'
import { nameOf, type Provider, type ProviderName, providerNames, settingsOf } from './providerForms.ts'
import { changedSettings, inputs, textOf } from './providerSettings.ts'

interface ProviderDialogProps {
  /** Where it is created, or changed. */
  readonly path: string
  /** Absent for a new one. */
  readonly provider?: Provider
  /** Those that the environment has already: each can be set up once. */
  readonly others?: readonly Provider[]
  onClose(): void
}

/** Sets up a provider, or changes what it is set up with, by the operations of the service. */
export function ProviderDialog({ path, provider, others = [], onClose }: ProviderDialogProps) {
  const { live } = useInspector()
  const free = providerNames.filter((name) => others.every((other) => other.provider !== name))
  const [chosen, setChosen] = useState<ProviderName>(provider?.provider ?? free[0] ?? 'google')
  const settings = settingsOf(chosen)
  const name = nameOf(chosen)
  async function save(fields: FormData): Promise<string> {
    const body = changedSettings(fields, settings, provider)
    if (provider) await callService(live, { method: 'PUT', path, body }).catch(nameMissing)
    else await callService(live, { method: 'POST', path, body: { provider: chosen, ...body } })
    return provider ? `${name} was changed.` : `${name} was set up, and is off.`
  }
  return (
    <FormDialog
      title={provider ? `Edit ${name}` : 'New provider'}
      action={provider ? 'Save' : 'Create'}
      names={['provider', ...settings]}
      byCode={{ invalid_key_export_url: 'keyExportUrl' }}
      save={save}
      onClose={onClose}
    >
      {!provider && (
        <Choice<ProviderName>
          label="Provider"
          name="provider"
          value={chosen}
          options={free.map((name) => [name, nameOf(name)])}
          onChange={(provider) => setChosen(provider)}
        />
      )}
      {settings.length === 0 && <p class="muted">It needs no settings.</p>}
      {settings.map((setting) => (
        <Field
          key={`${chosen} ${setting}`}
          name={setting}
          {...inputs[setting]}
          value={textOf(setting, provider)}
          hint={provider && setting === 'clientSecret' ? 'It is not shown. Leave it empty to keep it.' : undefined}
        />
      ))}
    </FormDialog>
  )
}

/** Puts the name of a setting that an enabled provider cannot lose first, so that the form can show it there. */
function nameMissing(error: Error & { code?: string }): never {
  const [, setting] = /^This provider needs (\w+)/.exec(error.message) ?? []
  if (setting !== undefined) error.message = `${setting}: ${error.message}`
  throw error
}
