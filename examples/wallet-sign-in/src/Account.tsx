import type { SdkUser } from '@latchkey/client/operations'
import { useWallets } from '@latchkey/client/react'
import { formatEther } from 'viem'
import { useBalance, useConnection } from 'wagmi'
import { Action } from './Action.tsx'
import { Chains } from './Chains.tsx'
import { session } from './session.ts'
import { Tip } from './Tip.tsx'
import { Title } from './Title.tsx'

/** The session of a person, and what they do in it. */
export function Account({ user }: { user: SdkUser }) {
  const { address, chain, isConnected, connector } = useConnection()
  const { data: balance } = useBalance({ address, query: { enabled: chain !== undefined } })
  const wallets = useWallets()
  return (
    <>
      <Title>{user.newUser ? 'Welcome' : 'Welcome back'}</Title>
      <dl>
        <dt>User</dt>
        <dd>{user.id}</dd>
        <dt>Account</dt>
        <dd>{wallets.map((wallet) => wallet.address).join(', ')}</dd>
        {isConnected && (
          <>
            <dt>Wallet</dt>
            <dd>{connector?.name}</dd>
            <dt>Chain</dt>
            <dd>{chain?.name ?? 'a chain that this page does not use'}</dd>
          </>
        )}
        {chain && (
          <>
            <dt>Balance</dt>
            <dd>{balance ? `${formatEther(balance.value)} ${balance.symbol}` : '…'}</dd>
          </>
        )}
      </dl>
      {isConnected ? (
        <>
          <Chains />
          <Tip />
        </>
      ) : (
        <p>Your wallet is not connected. Connect it to leave a tip.</p>
      )}
      <Action act={() => session.signOut()}>Sign out</Action>
    </>
  )
}
