import { type Eip1193Provider, followWallet, fromEip1193 } from '@latchkey/client/browser-wallets'
import { useEffect, useState } from 'react'
import { useConnection } from 'wagmi'
import { announce } from './news.ts'
import { providerOf } from './providerOf.ts'
import { session } from './session.ts'

/** Signs the person out when the wallet no longer shows the account that has signed in. */
export function useFollowedWallet(): void {
  const { connector, status } = useConnection()
  // It stays when wagmi lets the wallet go, which may say so only then.
  const [provider, setProvider] = useState<Eip1193Provider>()
  useEffect(() => {
    if (status === 'connected') void providerOf(connector).then(setProvider)
  }, [connector, status])
  useEffect(() => provider && followWallet(session, fromEip1193(provider), { onSwitch }), [provider])
}

async function onSwitch(address: string | undefined): Promise<void> {
  // Before the page shows that nobody is signed in, so that a person never wonders why.
  announce(
    address
      ? 'You have selected another account. Sign in with it to go on.'
      : 'Your wallet is locked or disconnected, so you are signed out.',
  )
  await session.signOut()
}
