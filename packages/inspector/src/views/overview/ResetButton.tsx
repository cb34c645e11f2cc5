import { useState } from 'preact/hooks'
import { Dialog } from '../../components/Dialog.tsx'
import { useAction, useInspector } from '../../inspectorContext.ts'

/** Takes the mock back to its first state, after a question. */
export function ResetButton() {
  const { live } = useInspector()
  const [isAsking, setAsking] = useState(false)
  const [run, isBusy] = useAction()
  const reset = () =>
    run(async () => {
      await live.call('POST reset')
      setAsking(false)
    }, 'The mock is in its first state again.')
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        Reset…
      </button>
      {isAsking && (
        <Dialog
          title="Reset the mock?"
          action="Reset"
          isDangerous
          isBusy={isBusy}
          onConfirm={() => void reset()}
          onClose={() => setAsking(false)}
        >
          <p>
            It goes back to its first state. People, wallets, messages, requests, faults and changed settings are gone.
          </p>
        </Dialog>
      )}
    </>
  )
}
