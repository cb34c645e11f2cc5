import { profile } from '@latchkey/client/operations'
import { api } from '@/lib/api'
import { readSession } from '@/lib/serverSession'
import { SessionEnded } from '../SessionEnded'
import { SignIn } from '../SignIn'
import { AskService } from './AskService'

/** Calls the service as the person, on the server and in the page. */
export default async function ProfilePage() {
  const session = await readSession()
  if (session.state !== 'signedIn') return <SignIn />
  const answer = await profile.get(api.with({ auth: session.auth })).result()
  if (!answer.ok && answer.error.status === 401) return <SessionEnded />
  if (!answer.ok) throw answer.error
  const { id, email } = answer.data
  return (
    <main>
      <h1>The profile of {email}</h1>
      {/* Next keeps the state of pages that are not shown. The key keeps it from the next person. */}
      <AskService key={id} />
    </main>
  )
}
