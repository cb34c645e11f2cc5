import { readSession } from '@/lib/serverSession'
import { signOut } from './actions'
import { SignIn } from './SignIn'

/** Shows who is signed in. It believes the cookies and asks nobody, so it shows nothing that is not in them. */
export default async function HomePage() {
  const { state, user } = await readSession()
  if (state !== 'signedIn') return <SignIn />
  return (
    <main>
      <h1>Welcome, {user?.email}</h1>
      <form action={signOut}>
        <button>Sign out on the server</button>
      </form>
    </main>
  )
}
