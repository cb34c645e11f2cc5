import { Card } from '../../components/Card.tsx'
import { Copyable } from '../../components/Copyable.tsx'
import { Fact, Facts } from '../../components/Facts.tsx'
import { Time } from '../../components/Time.tsx'
import { profileTexts } from './editedFields.ts'
import type { Person } from './person.ts'

/** The profile: what is filled in. */
export function Profile({ person: { user, mergedUserIds } }: { person: Person }) {
  const { id, email, createdAt, firstVisit, lastVisit, missingFields = [] } = user
  return (
    <Card title="Profile">
      {missingFields.length > 0 && (
        <p class="remark warn text">
          Required and empty: {missingFields.map(({ label, name }) => label || name).join(', ')}. Until they are filled
          in, tokens lack the scope <code>user:basic</code>.
        </p>
      )}
      <Facts>
        <Fact name="Id">
          <Copyable value={id} label="user id" />
        </Fact>
        {email && (
          <Fact name="E-mail">
            <Copyable value={email} label="e-mail address" />
          </Fact>
        )}
        {profileTexts
          .filter(([name]) => name !== 'email' && user[name])
          .map(([name, label]) => (
            <Fact key={name} name={label}>
              <span class="text">{user[name]}</span>
            </Fact>
          ))}
        {createdAt && (
          <Fact name="Created">
            <Time at={createdAt} withDate />
          </Fact>
        )}
        <Fact name="First visit">{firstVisit ? <Time at={firstVisit} withDate /> : 'Not signed in yet'}</Fact>
        {lastVisit && (
          <Fact name="Last visit">
            <Time at={lastVisit} withDate />
          </Fact>
        )}
        {mergedUserIds.length > 0 && (
          <Fact name="Merged users">
            <ul class="people-merged">
              {mergedUserIds.map((merged) => (
                <li key={merged}>
                  <Copyable value={merged} label="id of the merged user" />
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </Facts>
    </Card>
  )
}
