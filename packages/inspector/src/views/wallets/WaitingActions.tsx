import type { ComponentChildren } from 'preact'
import { useAction, useInspector } from '../../inspectorContext.ts'

interface WaitingActionsProps {
  readonly waiting: {
    readonly hash: string
    readonly chain: 'EVM' | 'SOL'
    readonly networkId: number
    readonly network: string
  }
  /** Says what the second button has done. */
  readonly dropped: string
  /** Words before the buttons. */
  readonly children: ComponentChildren
}

/** Mines what waits on a network, or forgets one transaction or user operation of it. */
export function WaitingActions({
  waiting: { hash, chain, networkId, network },
  dropped,
  children,
}: WaitingActionsProps) {
  const { live } = useInspector()
  const [run, isBusy] = useAction()
  return (
    <div class="row">
      {children}
      <button
        type="button"
        disabled={isBusy}
        onClick={() =>
          run(() => live.call('POST chain/blocks', { chain, networkId }), `What waited on ${network} is mined.`)
        }
      >
        Mine
      </button>
      <button
        type="button"
        class="danger"
        disabled={isBusy}
        onClick={() =>
          run(
            () => live.call('POST chain/drop', { hash, networkId: chain === 'SOL' ? String(networkId) : networkId }),
            dropped,
          )
        }
      >
        Drop
      </button>
    </div>
  )
}
