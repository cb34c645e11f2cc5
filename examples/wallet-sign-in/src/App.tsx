import { useSession } from '@latchkey/client/react'
import { ConnectButton } from '@rainbow-me/rainbowkit'
import { useConnection } from 'wagmi'
import { Account } from './Account.tsx'
import { Connect } from './Connect.tsx'
import { useNews } from './news.ts'
import { SignIn } from './SignIn.tsx'
import { useFollowedWallet } from './useFollowedWallet.ts'

export function App() {
  const { text, isProblem } = useNews()
  const { chain } = useConnection()
  useFollowedWallet()
  return (
    <>
      <header>
        <span className="brand">Tip jar</span>
        {/* On another chain, RainbowKit's button is hard to read, so the page has a choice of its own. */}
        <ConnectButton showBalance={false} accountStatus="address" chainStatus={chain ? 'icon' : 'none'} />
      </header>
      <main>
        <Step />
        <p role="alert">{isProblem && text}</p>
        <p role="status">{!isProblem && text}</p>
      </main>
    </>
  )
}

/** Wallet and session decide what is shown, so it is right after a reload, too. */
function Step() {
  const { state, user } = useSession()
  const { status } = useConnection()
  if (state === 'loading' || status === 'reconnecting') return <p>Loading …</p>
  if (state === 'signedIn') return <Account user={user} />
  return status === 'connected' ? <SignIn /> : <Connect />
}
