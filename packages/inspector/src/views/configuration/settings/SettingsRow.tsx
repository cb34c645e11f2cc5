import { useState } from 'preact/hooks'
import type { FormField } from '../../operations/bodyForm.ts'
import { type Settings, settingText } from './settingFields.ts'
import { SettingsDialog } from './SettingsDialog.tsx'

interface SettingsRowProps {
  readonly title: string
  readonly environmentId: string
  readonly fields: readonly FormField[]
  readonly settings: Settings
}

/** A group of settings with those of its values that are set. */
export function SettingsRow(props: SettingsRowProps) {
  const { title, fields, settings } = props
  const [isOpen, setOpen] = useState(false)
  const texts = fields.map((field) => settingText(settings, field)).filter(Boolean)
  return (
    <li class="item configuration-row">
      <b>{title}</b>
      <small class="about clip">{texts.join(' · ')}</small>
      <span class="end row">
        <button type="button" onClick={() => setOpen(true)}>
          <span class="hidden">{title}: </span>Edit…
        </button>
      </span>
      {isOpen && <SettingsDialog {...props} onClose={() => setOpen(false)} />}
    </li>
  )
}
