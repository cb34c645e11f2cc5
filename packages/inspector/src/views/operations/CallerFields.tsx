import { Choice } from '../../components/Choice.tsx'
import { Combobox } from '../../components/Combobox.tsx'
import { FieldFrame } from '../../components/FieldFrame.tsx'
import type { ControlOutput } from '../../live/control.ts'
import type { Caller } from './callers.ts'

export type Person = ControlOutput<'GET people'>['users'][number]

const kinds = [
  ['environment', 'The environment, by its API token'],
  ['admin', 'A member of the organization'],
  ['user', 'A person, signed in'],
  ['nobody', 'Nobody'],
  ['other', 'Another token'],
] as const

interface CallerFieldsProps {
  readonly caller: Caller
  readonly people: readonly Person[]
  onChange(caller: Caller): void
}

/** The choice of who makes a call. */
export function CallerFields({ caller, people, onChange }: CallerFieldsProps) {
  return (
    <fieldset class="operations-part">
      <legend>Caller</legend>
      <div class="fields">
        <Choice
          label="Who calls"
          name="caller"
          value={caller.kind}
          options={kinds}
          onChange={(kind) => onChange({ kind })}
        />
        {caller.kind === 'user' && (
          <Combobox
            label="Person (the latest, or a new one)"
            name="userId"
            value={caller.userId ?? ''}
            options={people.map((person) => ({ value: person.id, note: noteOf(person) }))}
            onInput={(userId) => onChange(userId === '' ? { kind: 'user' } : { kind: 'user', userId })}
          />
        )}
        {caller.kind === 'other' && (
          <FieldFrame label="Token" name="token">
            {(attributes) => (
              <input
                {...attributes}
                type="text"
                autocomplete="off"
                spellcheck={false}
                value={caller.token ?? ''}
                onInput={({ currentTarget }) => onChange({ kind: 'other', token: currentTarget.value })}
              />
            )}
          </FieldFrame>
        )}
      </div>
    </fieldset>
  )
}

/** Tells a person from the others. */
export const noteOf = ({ alias, email, username }: Person) =>
  [alias, email ?? username].filter(Boolean).join(', ') || 'without a name'
