import { Field } from '../../components/Field.tsx'
import { outcomeOptions, type Ruling } from './outcomes.ts'

interface OutcomeFieldsProps {
  /** The gate or the allowlist that is changed; absent for a new one. */
  readonly of: ({ readonly name: string } & Ruling) | undefined
}

/** The name of a gate or an allowlist, and what follows at sign-in. */
export function OutcomeFields({ of }: OutcomeFieldsProps) {
  return (
    <>
      <Field label="Name" name="name" value={of?.name} />
      <div class="fields">
        <Field label="Outcome" name="outcome" value={of?.outcome} options={outcomeOptions} />
        <Field
          label="Scope that it adds"
          name="scope"
          value={of?.scope ?? ''}
          hint="For those who fit and are not refused."
        />
      </div>
    </>
  )
}
