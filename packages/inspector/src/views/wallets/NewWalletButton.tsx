import { useState } from 'preact/hooks'
import { useEnvironmentId } from '../../components/EnvironmentSelect.tsx'
import { hrefOf } from '../../createRouter.ts'
import { useInspector } from '../../inspectorContext.ts'
import { WalletDialog } from './WalletDialog.tsx'

/** Creates a wallet, in the environment of the filter or the sandbox, and shows it. */
export function NewWalletButton() {
  const { router } = useInspector()
  const environmentId = useEnvironmentId()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" disabled={environmentId === ''} onClick={() => setOpen(true)}>
        New wallet…
      </button>
      {isOpen && (
        <WalletDialog
          environmentId={environmentId}
          onCreated={(walletId) => router.go(hrefOf('wallets', [walletId]))}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
