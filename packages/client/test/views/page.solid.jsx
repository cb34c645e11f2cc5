import { SessionProvider, useSession, useUser, useWallets } from '../../src/solid.ts'

function Probe(props) {
  const [view, user, wallets] = [useSession(), useUser(), useWallets()]
  const text = () => {
    props.onRead?.({ view: view(), email: user()?.email, wallets: wallets() })
    return `${view().state} ${user()?.email ?? 'nobody'} ${wallets().length}`
  }
  return <p>{text()}</p>
}

export const Page = (props) => (
  <SessionProvider session={props.session} initialSnapshot={props.initialSnapshot}>
    <main>
      <Probe onRead={props.onRead} />
    </main>
  </SessionProvider>
)

const hooks = { useSession, useUser, useWallets }

export const Alone = (props) => <p>{hooks[props.name]()().state}</p>
