import { Badge } from '../../components/Badge.tsx'
import { Copyable } from '../../components/Copyable.tsx'
import { Fact, Facts } from '../../components/Facts.tsx'
import { Link } from '../../components/Link.tsx'
import { hrefOf } from '../../createRouter.ts'
import type { ControlOutput } from '../../live/control.ts'
import { shortText } from '../../shortText.ts'

type Details = ControlOutput<'GET wallets/details'>

/** A smart wallet: who signs for it, its versions, and where it is deployed. */
export function SmartWalletCard({ smartWallet }: { smartWallet: NonNullable<Details['smartWallet']> }) {
  const { signerWalletId, signerAddress, isDelegated, deployedOn, factory, paymaster } = smartWallet
  return (
    <section class="card" aria-label="Smart wallet">
      <header>
        <h2>Smart wallet</h2>
        <Badge tone="info">{isDelegated ? 'EIP-7702' : 'ERC-4337'}</Badge>
      </header>
      <div class="body">
        <Facts>
          <Fact name="Signer">
            {signerAddress === null ? (
              'The user no longer has the wallet that signs.'
            ) : (
              <Link class="clip mono" href={hrefOf('wallets', [signerWalletId])}>
                {shortText(signerAddress)}
              </Link>
            )}
          </Fact>
          <Fact name="Contract">{smartWallet.kernelVersion ?? 'unknown'}</Fact>
          <Fact name="Entry point">{smartWallet.entryPointVersion ?? 'unknown'}</Fact>
          <Fact name={isDelegated ? 'Delegated on' : 'Deployed on'}>
            {deployedOn.length === 0
              ? 'no chain yet: its first user operation does it'
              : `the chains ${deployedOn.join(', ')}`}
          </Fact>
          {factory !== null && (
            <Fact name="Factory">
              <Copyable value={factory} label="factory" />
            </Fact>
          )}
          {paymaster !== null && (
            <Fact name="Paymaster">
              <Copyable value={paymaster} label="paymaster" />
            </Fact>
          )}
        </Facts>
      </div>
    </section>
  )
}

/** The smart wallets for which a wallet signs. */
export function SignedWallets({ wallets }: { wallets: Details['signsFor'] }) {
  return (
    <p class="remark">
      Signs for the smart wallet{' '}
      {wallets.map(({ id, address }) => (
        <Link class="clip mono" key={id} href={hrefOf('wallets', [id])}>
          {shortText(address)}
        </Link>
      ))}
      .
    </p>
  )
}
