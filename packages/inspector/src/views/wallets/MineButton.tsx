import { useState } from 'preact/hooks'
import { Field } from '../../components/Field.tsx'
import { FormDialog } from '../../components/FormDialog.tsx'
import { useInspector } from '../../inspectorContext.ts'
import type { ControlOutput } from '../../live/control.ts'

type Network = ControlOutput<'GET chain/networks'>['networks'][number]

/** The most that one call makes. */
const maximumBlocks = 1000

/** Makes blocks on a network, after a while of the mock's clock if asked to. */
export function MineButton({ network }: { network: Network }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Mine…<span class="hidden"> on {network.name}</span>
      </button>
      {isOpen && <MineDialog network={network} onClose={() => setOpen(false)} />}
    </>
  )
}

interface MineDialogProps {
  readonly network: Network
  onClose(): void
}

function MineDialog({ network: { chain, networkId, name }, onClose }: MineDialogProps) {
  const { live } = useInspector()
  async function mine(fields: FormData): Promise<string> {
    const [blocks = 0, seconds = 0] = ['blocks', 'seconds'].map((field) => Number(fields.get(field)))
    if (!Number.isInteger(blocks) || blocks < 1 || blocks > maximumBlocks)
      throw new Error(`blocks: write a whole number, from 1 to ${maximumBlocks}.`)
    if (!Number.isFinite(seconds) || seconds < 0) throw new Error('seconds: write a number, 0 or more.')
    if (seconds > 0) await live.call('POST clock/advance', { seconds })
    await live.call('POST chain/blocks', { chain, networkId, blocks })
    return blocks === 1 ? `${name} has a new block.` : `${name} has ${blocks} new blocks.`
  }
  return (
    <FormDialog title={`Mine on ${name}`} action="Mine" names={['blocks', 'seconds']} save={mine} onClose={onClose}>
      <div class="fields">
        <Field label="Blocks" name="blocks" inputMode="numeric" value="1" />
        <Field label="Seconds that pass before" name="seconds" inputMode="decimal" value="0" />
      </div>
      <p class="muted small">
        Transactions that wait come into the blocks, one into each. Seconds pass on the mock&apos;s clock.
      </p>
    </FormDialog>
  )
}
