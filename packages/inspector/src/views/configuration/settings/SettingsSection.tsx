import { Card } from '../../../components/Card.tsx'
import { Reading } from '../../../components/Reading.tsx'
import { useService } from '../../../live/useService.ts'
import { useDocument } from '../../operations/useDocument.ts'
import { fieldsOfGroup, settingFieldsOf, type Settings } from './settingFields.ts'
import { settingGroups } from './settingGroups.ts'
import { SettingsRow } from './SettingsRow.tsx'

/** The tables that the settings of an environment are made of. */
const tables = ['environments', 'providers', 'exchanges', 'customFields', 'customNetworks']

/** The settings of an environment in groups, each with a form of the document's schema. */
export function SettingsSection({ environmentId }: { environmentId: string }) {
  const read = useService<{ settings: Settings }>(`/environments/${environmentId}`, tables)
  const documented = useDocument()
  return (
    <Card title="Settings" flush>
      <Reading of={documented}>
        {(documented) => {
          const fields = settingFieldsOf(documented)
          return (
            <Reading of={read}>
              {({ settings }) => (
                <ul class="list" aria-label="Settings">
                  {settingGroups.map((group) => (
                    <SettingsRow
                      key={group.title}
                      title={group.title}
                      environmentId={environmentId}
                      fields={fieldsOfGroup(fields, group)}
                      settings={settings}
                    />
                  ))}
                </ul>
              )}
            </Reading>
          )
        }}
      </Reading>
    </Card>
  )
}
