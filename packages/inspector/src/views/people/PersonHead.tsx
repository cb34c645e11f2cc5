import { useState } from 'preact/hooks'
import { Badge } from '../../components/Badge.tsx'
import { DeleteDialog } from '../../components/DeleteDialog.tsx'
import { Link } from '../../components/Link.tsx'
import { hrefOf } from '../../createRouter.ts'
import { type Environment, environmentName } from '../../environmentName.ts'
import { useInspector } from '../../inspectorContext.ts'
import type { ControlOutput } from '../../live/control.ts'
import { Avatar } from './Avatar.tsx'
import { EditDialog } from './EditDialog.tsx'
import { contactOf, nameOf, type Person } from './person.ts'
import { SignInDialog } from './SignInDialog.tsx'

interface PersonHeadProps {
  readonly person: Person
  readonly environments: readonly Environment[]
  onSignedIn(session: ControlOutput<'POST signIn'>): void
}

/** Who the person is, and what can be done with the person. */
export function PersonHead({ person, environments, onSignedIn }: PersonHeadProps) {
  const { user, access } = person
  const environment = environments.find(({ id }) => id === user.projectEnvironmentId)
  const [open, setOpen] = useState<'signIn' | 'edit' | 'delete'>()
  const close = () => setOpen(undefined)
  return (
    <section class="card people-head">
      <Avatar user={user} isLarge />
      <div class="people-name">
        <h2 class="text">{nameOf(user)}</h2>
        <p class="row">
          <span class="muted small text">{contactOf(user)}</span>
          {environment && <Badge>{environmentName(environment, environments)}</Badge>}
          {user.mfaDevices?.some(({ verified }) => verified) && <Badge tone="good">Second factor</Badge>}
          {access.refusal && <Badge tone="bad">Cannot sign in</Badge>}
        </p>
      </div>
      <div class="row people-actions">
        <button type="button" class="main" onClick={() => setOpen('signIn')}>
          Sign in as…
        </button>
        <button type="button" onClick={() => setOpen('edit')}>
          Edit…
        </button>
        <button type="button" class="danger" onClick={() => setOpen('delete')}>
          Delete…
        </button>
      </div>
      <Elsewhere person={person} />
      {open === 'signIn' && <SignInDialog person={person} onSignedIn={onSignedIn} onClose={close} />}
      {open === 'edit' && <EditDialog person={person} onClose={close} />}
      {open === 'delete' && <DeletePerson person={person} onClose={close} />}
    </section>
  )
}

/** Links to what other views have of the person. */
function Elsewhere({ person: { user } }: { person: Person }) {
  const { id, email, phoneNumber } = user
  const to = email || phoneNumber
  const links = [
    ['Requests', hrefOf('requests', [], { user: id })],
    ...(to ? [['Messages', hrefOf('inbox', [], { to })] as const] : []),
    ['Wallets', hrefOf('wallets', [], { user: id })],
  ] as const
  return (
    <ul class="row people-elsewhere" aria-label="More about this person">
      {links.map(([words, href]) => (
        <li key={words}>
          <Link href={href}>{words}</Link>
        </li>
      ))}
    </ul>
  )
}

function DeletePerson({ person: { user }, onClose }: { person: Person; onClose(): void }) {
  const { live, router } = useInspector()
  const remove = async () => {
    await live.call('POST people/delete', { userId: user.id })
    router.go(hrefOf('people', [], router.route.value.query), { replace: true })
  }
  return (
    <DeleteDialog title="Delete this person?" done="The person was deleted." remove={remove} onClose={onClose}>
      <p>
        <b class="text">{nameOf(user)}</b> is deleted with all credentials, wallets, sessions and second factors.
        Earlier events stay. This cannot be undone.
      </p>
    </DeleteDialog>
  )
}
