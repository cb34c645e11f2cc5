import { Badge } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { JsonBlock } from '../../components/CodeBlock.tsx'
import { Fact, Facts } from '../../components/Facts.tsx'
import { otherMetadata } from './metadata.ts'
import type { Person } from './person.ts'

/** The values of the environment's custom fields, and the rest of the metadata. */
export function Fields({ person }: { person: Person }) {
  const { user, customFields } = person
  const rest = otherMetadata(person)
  const isEmpty = customFields.length === 0 && Object.keys(rest).length === 0
  return (
    <Card title="Custom fields">
      {isEmpty && (
        <p class="muted small">
          No custom field and no metadata. Add a field by <code>customFields.create</code> or{' '}
          <code>mock.create.customField()</code>, or write metadata under Edit.
        </p>
      )}
      {customFields.length > 0 && (
        <Facts>
          {customFields.map(({ key = '', name, enabled, required }) => (
            <Fact key={key} name={name ?? key}>
              <Value value={user.metadata?.[key]} />
              {required && <Badge tone="info">required</Badge>}
              {!enabled && <Badge>off</Badge>}
            </Fact>
          ))}
        </Facts>
      )}
      {Object.keys(rest).length > 0 && (
        <div class="stack tight">
          <small>Metadata</small>
          <JsonBlock value={rest} label="metadata" />
        </div>
      )}
    </Card>
  )
}

function Value({ value }: { value: unknown }) {
  if (value === undefined || value === null || value === '') return <span class="muted">Empty</span>
  if (typeof value === 'boolean') return <span>{value ? 'Yes' : 'No'}</span>
  return <span class="text">{typeof value === 'string' ? value : JSON.stringify(value)}</span>
}
