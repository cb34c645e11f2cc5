import { useEffect, useState } from 'preact/hooks'
import { EmptyCard } from '../../components/Empty.tsx'
import { Reading } from '../../components/Reading.tsx'
import { hrefOf } from '../../createRouter.ts'
import type { Environment } from '../../environmentName.ts'
import { useInspector, useRead } from '../../inspectorContext.ts'
import type { ControlOutput } from '../../live/control.ts'
import { Access } from './Access.tsx'
import { Credentials } from './Credentials.tsx'
import { Events } from './Events.tsx'
import { Factors } from './Factors.tsx'
import { Fields } from './Fields.tsx'
import type { Person } from './person.ts'
import { PersonHead } from './PersonHead.tsx'
import { Profile } from './Profile.tsx'
import { Sessions } from './Sessions.tsx'
import { SignedIn } from './SignedIn.tsx'
import { Wallets } from './Wallets.tsx'

interface PersonPageProps {
  readonly userId: string | undefined
  readonly environments: readonly Environment[]
}

/** A person, with all that belongs to the person. */
export function PersonPage({ userId, environments }: PersonPageProps) {
  return (
    <div class="people-page">
      {userId === undefined ? (
        <EmptyCard icon="people" title="Choose a person">
          <p>All that belongs to the person appears here. The arrow keys go through the list.</p>
        </EmptyCard>
      ) : (
        <PersonOf userId={userId} environments={environments} />
      )}
    </div>
  )
}

function PersonOf({ userId, environments }: { userId: string; environments: readonly Environment[] }) {
  const details = useRead('GET people/details', { input: { userId } })
  const isGone = (details.error as (Error & { kind?: string }) | undefined)?.kind === 'use'
  if (isGone)
    return (
      <EmptyCard icon="people" title="This person does not exist">
        <p>The person was deleted or merged into another one, or the mock was reset. Choose somebody else.</p>
      </EmptyCard>
    )
  return <Reading of={details}>{(person) => <Shown person={person} environments={environments} />}</Reading>
}

function Shown({ person, environments }: { person: Person; environments: readonly Environment[] }) {
  const { router } = useInspector()
  const [signedIn, setSignedIn] = useState<ControlOutput<'POST signIn'>>()
  const { id, projectEnvironmentId: environmentId } = person.user
  useEffect(() => {
    // A link to a person need not name the environment, whose list is then shown beside the person.
    const { path, query } = router.route.value
    if (path[0] === id && query.environment === undefined && environmentId !== environments[0]?.id)
      router.go(hrefOf('people', path, { ...query, environment: environmentId }), { replace: true })
  }, [])
  return (
    <article class="people-person" aria-label="Person">
      <PersonHead person={person} environments={environments} onSignedIn={setSignedIn} />
      {signedIn && <SignedIn session={signedIn} environmentId={environmentId} onClose={() => setSignedIn(undefined)} />}
      <div class="people-cards">
        <div class="stack wide">
          <Profile person={person} />
          <Fields person={person} />
          <Access person={person} />
        </div>
        <div class="stack wide">
          <Credentials person={person} />
          <Wallets person={person} />
          <Factors person={person} />
          <Sessions person={person} />
          <Events person={person} />
        </div>
      </div>
    </article>
  )
}
