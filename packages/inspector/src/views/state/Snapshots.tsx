import { useState } from 'preact/hooks'
import { Card } from '../../components/Card.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Field } from '../../components/Field.tsx'
import { Form } from '../../components/Form.tsx'
import { Reading } from '../../components/Reading.tsx'
import { Time } from '../../components/Time.tsx'
import { countsInWords } from '../../counting.ts'
import { useAction, useInspector, useRead } from '../../inspectorContext.ts'
import type { ControlOutput } from '../../live/control.ts'

type Snapshot = ControlOutput<'GET snapshots'>['snapshots'][number]

const nameOf = ({ name, snapshotId }: Snapshot) => name ?? snapshotId

/** States to go back to. */
export function Snapshots() {
  const snapshots = useRead('GET snapshots', { tables: ['snapshots'] })
  return (
    <Card title="Snapshots" flush>
      <TakeSnapshot />
      <Reading of={snapshots}>
        {({ snapshots: all }) =>
          all.length === 0 ? (
            <Empty icon="state" title="No snapshot yet">
              <p>Take one before you try something out. It lasts as long as the mock's process.</p>
            </Empty>
          ) : (
            <ol class="list" aria-label="Snapshots">
              {all.toReversed().map((snapshot) => (
                <li key={snapshot.snapshotId}>
                  <SnapshotItem snapshot={snapshot} />
                </li>
              ))}
            </ol>
          )
        }
      </Reading>
    </Card>
  )
}

function TakeSnapshot() {
  const { live } = useInspector()
  // After each one, the field is empty again.
  const [taken, setTaken] = useState(0)
  async function take(fields: FormData): Promise<string> {
    const name = String(fields.get('name')).trim()
    await live.call('POST snapshots', name === '' ? {} : { name })
    setTaken(taken + 1)
    return 'The snapshot is taken.'
  }
  return (
    <div class="state-line">
      <Form label="Take a snapshot" action="Take a snapshot" names={['name']} save={take}>
        <Field key={taken} label="Name of the snapshot" name="name" placeholder="none" />
      </Form>
    </div>
  )
}

function SnapshotItem({ snapshot }: { snapshot: Snapshot }) {
  const { live } = useInspector()
  const [run, isBusy] = useAction()
  const [isAsking, setAsking] = useState(false)
  const { snapshotId, takenAt, counts } = snapshot
  const name = nameOf(snapshot)
  function restore(): void {
    setAsking(false)
    void run(() => live.call('POST snapshots/restore', { snapshotId }), `The mock is as it was at "${name}".`)
  }
  return (
    <div class="item state-item">
      <div class="state-what">
        <b class="text">{name}</b>
        <small>
          <Time at={takenAt} withDate />
        </small>
        <small>{countsInWords(counts)}</small>
      </div>
      <span class="row end">
        <button type="button" disabled={isBusy} aria-label={`Restore ${name}…`} onClick={() => setAsking(true)}>
          Restore…
        </button>
        <button
          type="button"
          class="quiet"
          disabled={isBusy}
          aria-label={`Drop ${name}`}
          onClick={() => run(() => live.call('POST snapshots/drop', { snapshotId }), 'The snapshot is dropped.')}
        >
          Drop
        </button>
      </span>
      {isAsking && (
        <Dialog
          title="Restore the snapshot?"
          action="Restore"
          isDangerous
          isBusy={isBusy}
          onConfirm={restore}
          onClose={() => setAsking(false)}
        >
          <p>
            The mock goes back to <b class="text">{name}</b>, with its clock. What has happened since is gone.
          </p>
        </Dialog>
      )}
    </div>
  )
}
