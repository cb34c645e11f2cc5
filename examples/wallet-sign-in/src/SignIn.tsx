import { fromEip1193 } from '@latchkey/client/browser-wallets'
import { signInWithWallet } from '@latchkey/client/session'
import { useChains, useConnection } from 'wagmi'
import { Action } from './Action.tsx'
import { Chains } from './Chains.tsx'
import { providerOf } from './providerOf.ts'
import { session } from './session.ts'
import { Title } from './Title.tsx'

export function SignIn() {
  const { address, chain, connector } = useConnection()
  const [firstChain] = useChains()
  const signIn = async () =>
    signInWithWallet(session, {
      wallet: fromEip1193(await providerOf(connector)),
      account: address,
      // On a chain that the page does not know, the sign-in fails as `wrong_chain` before the person signs.
      chainId: (chain ?? firstChain).id,
      walletName: connector?.name ?? 'unknown',
      statement: 'Sign in to the tip jar.',
    })
  return (
    <>
      <Title>Sign in</Title>
      <p>Your wallet signs a message to show that this account is yours. That costs nothing.</p>
      <p className="address">{address}</p>
      {!chain && <Chains />}
      <Action act={signIn} isPrimary>
        Sign in with {connector?.name}
      </Action>
    </>
  )
}
