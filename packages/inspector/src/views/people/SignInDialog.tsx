import { defined } from '@latchkey/base/defined'
import { Field } from '../../components/Field.tsx'
import { FormDialog } from '../../components/FormDialog.tsx'
import { useInspector } from '../../inspectorContext.ts'
import type { ControlOutput } from '../../live/control.ts'
import { nameOf, type Person } from './person.ts'

interface SignInDialogProps {
  readonly person: Person
  onSignedIn(session: ControlOutput<'POST signIn'>): void
  onClose(): void
}

/** Asks for the site to sign in at, and begins a session of the person. */
export function SignInDialog({ person: { user }, onSignedIn, onClose }: SignInDialogProps) {
  const { live } = useInspector()
  async function signIn(form: FormData): Promise<string> {
    const origin = String(form.get('origin') ?? '').trim()
    onSignedIn(await live.call('POST signIn', { userId: user.id, ...defined({ origin: origin || undefined }) }))
    return 'A session has begun.'
  }
  return (
    <FormDialog
      title={`Sign in as ${nameOf(user)}`}
      action="Sign in"
      names={['origin']}
      save={signIn}
      onClose={onClose}
    >
      <p>
        A session begins, as by one of the person’s credentials, without its steps. Gates, lists and screening apply.
      </p>
      <Field
        label="Origin of your app"
        name="origin"
        inputMode="url"
        placeholder="http://localhost:5173"
        hint="Becomes the audience of the token. Empty for that of the mock."
      />
    </FormDialog>
  )
}
