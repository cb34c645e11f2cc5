import { profile, type SdkUser } from '@latchkey/client/operations'
import { Field, Form } from './Form.tsx'
import { session } from './session.ts'

export type ProfileField = NonNullable<SdkUser['missingFields']>[number]

interface ProfileProps {
  user: SdkUser
  fields: readonly ProfileField[]
  label: string
}

/** The enabled fields of the environment, standard and custom. Addresses and numbers need a proof, so not those. */
export function Profile({ user, fields, label }: ProfileProps) {
  const shown = fields.filter(({ enabled, verify }) => enabled && !verify)
  const save = (values: Record<string, string>) => {
    const pick = (isCustom: boolean) =>
      Object.fromEntries(
        shown.filter(({ type }) => (type === 'custom') === isCustom).map(({ name }) => [name, values[name]]),
      )
    const body = { ...pick(false), metadata: { ...user.metadata, ...pick(true) } }
    return session.proceed((options) => profile.update(session.api, { body }, options))
  }
  return (
    <Form label={label} submit={save}>
      {shown.map(({ name, type, required }) => (
        <Field
          key={name}
          name={name}
          label={name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}
          required={required}
          defaultValue={String((type === 'custom' ? user.metadata : { ...user })?.[name as 'alias'] ?? '')}
        />
      ))}
    </Form>
  )
}
