import { useState } from 'preact/hooks'
import { Dialog } from '../../components/Dialog.tsx'
import { useInspector } from '../../inspectorContext.ts'
import type { ControlOutput } from '../../live/control.ts'

type Network = ControlOutput<'GET chain/networks'>['networks'][number]

/** The most that one call makes. */
const maximumBlocks = 1000

/** Makes blocks on a network, after a while of the mock's clock if asked to. */
export function MineButton({ network: { chain, networkId, name } }: { network: Network }) {
  const { live, notices } = useInspector()
  const [isOpen, setOpen] = useState(false)
  const [error, setError] = useState<string>()
  async function mine(fields: FormData): Promise<void> {
    const [blocks = 0, seconds = 0] = ['blocks', 'seconds'].map((field) => Number(fields.get(field)))
    try {
      if (!Number.isInteger(blocks) || blocks < 1 || blocks > maximumBlocks)
        throw new Error(`Write a whole number of blocks, from 1 to ${maximumBlocks}.`)
      if (!Number.isFinite(seconds) || seconds < 0) throw new Error('Write the seconds as a number, 0 or more.')
      if (seconds > 0) await live.call('POST clock/advance', { seconds })
      await live.call('POST chain/blocks', { chain, networkId, blocks })
      notices.done(blocks === 1 ? `${name} has a new block.` : `${name} has ${blocks} new blocks.`)
      setOpen(false)
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : String(cause))
    }
  }
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setError(undefined)
          setOpen(true)
        }}
      >
        Mine…<span class="hidden"> on {name}</span>
      </button>
      {isOpen && (
        <Dialog
          title={`Mine on ${name}`}
          action="Mine"
          onConfirm={(fields) => void mine(fields)}
          onClose={() => setOpen(false)}
        >
          <div class="fields">
            <label class="field">
              <span>Blocks</span>
              <input name="blocks" inputMode="numeric" defaultValue="1" autocomplete="off" />
            </label>
            <label class="field">
              <span>Seconds that pass before</span>
              <input name="seconds" inputMode="decimal" defaultValue="0" autocomplete="off" />
            </label>
          </div>
          <p class="muted small">
            Transactions that wait come into the blocks, one into each. Seconds pass on the mock&apos;s clock.
          </p>
          {error !== undefined && (
            <p class="remark bad" role="alert">
              {error}
            </p>
          )}
        </Dialog>
      )}
    </>
  )
}
