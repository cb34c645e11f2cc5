import { isUnexpected } from '@latchkey/contract/sweepResults'
import { useState } from 'preact/hooks'
import { Badge } from '../../components/Badge.tsx'
import { EmptyCard } from '../../components/Empty.tsx'
import { FileButton } from '../../components/FileButton.tsx'
import { LinkList } from '../../components/LinkList.tsx'
import { Reading } from '../../components/Reading.tsx'
import { Split } from '../../components/Split.tsx'
import { Time } from '../../components/Time.tsx'
import { ViewHead } from '../../components/ViewHead.tsx'
import { counted } from '../../counting.ts'
import { hrefOf } from '../../createRouter.ts'
import { useAction, useInspector, useRead } from '../../inspectorContext.ts'
import type { ControlOutput } from '../../live/control.ts'
import type { Report } from './shownMark.ts'
import { readReport } from './sweepFile.ts'
import { SweepRecord } from './SweepRecord.tsx'

/** A report in the list: one of the mock, or the file that was opened last, which no mock has. */
type Listed = Omit<ControlOutput<'GET sweeps'>['sweeps'][number], 'addedAt'> & { readonly addedAt?: string }

const fileId = 'file'

/** Reports of sweeps, and one of them. A report can also be opened as a file. The choice is in the link. */
export function Sweeps() {
  const { router } = useInspector()
  const [run] = useAction()
  const [opened, setOpened] = useState<Report>()
  const sweeps = useRead('GET sweeps', { tables: ['sweeps'] })
  const open = (file: File) =>
    void run(async () => {
      setOpened(await readReport(file))
      router.go(hrefOf('sweeps', [fileId]))
    })
  return (
    <div
      class="view full"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        const file = event.dataTransfer?.files[0]
        if (file) open(file)
      }}
    >
      <ViewHead title="Sweeps">
        <FileButton onChoose={open}>Open a report</FileButton>
      </ViewHead>
      <Reading of={sweeps}>
        {({ sweeps: added }) => <Reports listed={[...listedFile(opened), ...added]} opened={opened} />}
      </Reading>
    </div>
  )
}

function listedFile(report: Report | undefined): Listed[] {
  if (!report) return []
  const { name, results } = report
  return [{ id: fileId, name, cases: results.length, faults: results.filter(isUnexpected).length }]
}

function Reports({ listed, opened }: { listed: readonly Listed[]; opened: Report | undefined }) {
  const { router } = useInspector()
  const [selectedId] = router.route.value.path
  if (listed.length === 0)
    return (
      <EmptyCard icon="sweeps" title="No report yet">
        <p>
          A sweep runs a test once for each way in which its calls can fail. Post its report to{' '}
          <code>/__mock/v1/sweeps</code>, add it by <code>mock.sweeps.add()</code>, or drop its file here.
        </p>
      </EmptyCard>
    )
  return (
    <Split
      nouns={['report', 'reports']}
      selectedId={selectedId}
      listHref={hrefOf('sweeps')}
      list={
        <LinkList view="sweeps" label="Reports" items={listed} selectedId={selectedId} idOf={({ id }) => id}>
          {(report) => <Line report={report} />}
        </LinkList>
      }
    >
      <Chosen isListed={listed.some(({ id }) => id === selectedId)} id={selectedId} opened={opened} />
    </Split>
  )
}

function Line({ report: { name, addedAt, cases, faults } }: { report: Listed }) {
  return (
    <>
      <span class="sweeps-line">
        <b class="text">{name}</b>
        <small>
          {counted(cases, ['case', 'cases'])}, {addedAt === undefined ? 'of a file' : <Time at={addedAt} />}
        </small>
      </span>
      <span class="end">
        <Badge tone={faults > 0 ? 'bad' : 'good'}>{counted(faults, ['fault', 'faults'])}</Badge>
      </span>
    </>
  )
}

interface ChosenProps {
  readonly id: string | undefined
  readonly isListed: boolean
  readonly opened: Report | undefined
}

function Chosen({ id, isListed, opened }: ChosenProps) {
  if (id === undefined)
    return (
      <EmptyCard icon="sweeps" title="Choose a report">
        <p>Its table and its faults appear here. The arrow keys go through the list.</p>
      </EmptyCard>
    )
  if (!isListed)
    return (
      <EmptyCard icon="sweeps" title="This report is not here">
        <p>The mock keeps the latest 20. Open a file again.</p>
      </EmptyCard>
    )
  return id === fileId && opened ? <SweepRecord id={id} report={opened} /> : <AddedReport key={id} id={id} />
}

/** A report that the mock has. */
function AddedReport({ id }: { id: string }) {
  const { live, router } = useInspector()
  const [run, isBusy] = useAction()
  const report = useRead('GET sweeps/report', { input: { id }, tables: [] })
  const drop = () =>
    void run(async () => {
      await live.call('POST sweeps/drop', { id })
      router.go(hrefOf('sweeps'), { replace: true })
    }, 'The report is dropped.')
  return (
    <Reading of={report}>
      {(data) => (
        <SweepRecord
          id={id}
          report={data}
          actions={
            <button type="button" disabled={isBusy} onClick={drop}>
              Drop
            </button>
          }
        />
      )}
    </Reading>
  )
}
