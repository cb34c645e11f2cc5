import { useState } from 'preact/hooks'
import { Card } from '../../components/Card.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { FileButton } from '../../components/FileButton.tsx'
import { counted } from '../../counting.ts'
import { download, readJsonFile } from '../../files.ts'
import { useAction, useInspector } from '../../inspectorContext.ts'
import type { ControlInput } from '../../live/control.ts'

interface OpenedFile {
  readonly name: string
  readonly state: ControlInput<'POST state'>
  readonly users: number
}

/** The whole state as a file, which `--import` and `--export-on-exit` of the command have, too. */
export function StateFile() {
  const { live } = useInspector()
  const [run, isBusy] = useAction()
  const [opened, setOpened] = useState<OpenedFile>()
  const save = () =>
    run(async () => {
      const state = await (await live.open('GET state')).blob()
      // A person can be quicker than the first event.
      const { now } = live.clock.value ?? (await live.call('GET clock'))
      download(`latchkey-state-${now.slice(0, 19).replaceAll(':', '-')}.json`, state)
    }, 'The state is downloaded. It contains keys: do not publish it.')
  const open = (file: File) => run(async () => setOpened(await readState(file)))
  function load({ name, state }: OpenedFile): void {
    setOpened(undefined)
    void run(() => live.call('POST state', state), `The state of ${name} is loaded.`)
  }
  return (
    <Card title="State as a file">
      <p class="small muted">
        It is the format of <code>--import</code> and <code>--export-on-exit</code>. Loading a file replaces everything.
      </p>
      <div class="row">
        <button type="button" disabled={isBusy} onClick={() => void save()}>
          Download the state
        </button>
        <FileButton isBusy={isBusy} onChoose={(file) => void open(file)}>
          Load a state
        </FileButton>
      </div>
      {opened && (
        <Dialog
          title="Replace the state?"
          action="Replace"
          isDangerous
          onConfirm={() => load(opened)}
          onClose={() => setOpened(undefined)}
        >
          <p>
            The mock gets the state of <b class="text">{opened.name}</b>, with{' '}
            {counted(opened.users, ['person', 'people'])}. What it has now is gone.
          </p>
        </Dialog>
      )}
    </Card>
  )
}

/** Reads a state from a file. The mock checks the records. @throws Error with a sentence */
async function readState(file: File): Promise<OpenedFile> {
  const state = (await readJsonFile(file)) as Partial<ControlInput<'POST state'>> & { tables?: { users?: unknown } }
  if (typeof state?.tables !== 'object')
    throw new Error(`The file ${file.name} is not a state that was exported: it has no tables.`)
  const users = state.tables?.users
  return { name: file.name, state: state as OpenedFile['state'], users: Array.isArray(users) ? users.length : 0 }
}
