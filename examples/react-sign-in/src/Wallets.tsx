import { walletSignIn } from '@latchkey/client/operations'
import { useWallets } from '@latchkey/client/react'
import { linkWallet } from '@latchkey/client/session'
import { browserWallet } from './browserWallet.ts'
import { Form } from './Form.tsx'
import { api, session } from './session.ts'

export function Wallets() {
  const wallets = useWallets()
  const remove = (walletId: string) =>
    session.proceed((options) => walletSignIn.unlink(session.api, { body: { walletId } }, options))
  return (
    <>
      <ul aria-label="Your wallets">
        {wallets.map(({ id, address, wallet_provider }) => (
          <li key={id}>
            <code>{address}</code>
            {wallet_provider === 'embeddedWallet' ? (
              <p>created here</p>
            ) : (
              <Form label={`Remove ${address.slice(0, 6)}…`} submit={() => remove(id)} />
            )}
          </li>
        ))}
      </ul>
      <Form label="Add a wallet" submit={async () => linkWallet(session, browserWallet())} />
      <Form label="Create a wallet" submit={createWallet} />
    </>
  )
}

/** Makes an embedded wallet, whose key is in shares. Their code is loaded by the first who needs it. */
async function createWallet() {
  const { createWalletParty, indexedDbShares, relayEngine } = await import('@latchkey/client/wallets')
  const party = createWalletParty({ client: api, engine: relayEngine(), storage: indexedDbShares() })
  await party.create({ chain: 'EVM' })
  await session.refresh()
}
