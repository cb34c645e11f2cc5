import { isUnexpected } from '@latchkey/contract/sweepResults'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Card } from '../../components/Card.tsx'
import { EmptyCard } from '../../components/Empty.tsx'
import { Link } from '../../components/Link.tsx'
import { counted } from '../../counting.ts'
import { hrefOf } from '../../createRouter.ts'
import { useInspector } from '../../inspectorContext.ts'
import { Mark } from './Mark.tsx'
import type { Report, Result } from './shownMark.ts'
import { SweepCase } from './SweepCase.tsx'
import { SweepTable } from './SweepTable.tsx'

interface SweepRecordProps {
  readonly id: string
  readonly report: Report
  /** Buttons beside its name. */
  readonly actions?: ComponentChildren
}

/** A report: its table and its faults, or the case that the link names in their place. */
export function SweepRecord({ id, report, actions }: SweepRecordProps) {
  const { router } = useInspector()
  const [, caseName] = router.route.value.path
  const record = useRef<HTMLDivElement>(null)
  const former = useRef(caseName)
  const hrefOfCase = ({ name }: Pick<Result, 'name'>) => hrefOf('sweeps', [id, name])
  useEffect(() => {
    const formerName = former.current
    former.current = caseName
    if (formerName === caseName) return
    // The element with the focus is gone: the keyboard goes on at the case, or where the case was chosen.
    const href = formerName !== undefined && caseName === undefined ? hrefOfCase({ name: formerName }) : undefined
    const links = Array.from(record.current?.querySelectorAll('a') ?? [])
    const link = links.find((each) => href === undefined || each.getAttribute('href') === href)
    link?.focus()
    if (href === undefined) record.current?.scrollIntoView({ block: 'nearest' })
  }, [caseName])
  const result = report.results.find(({ name }) => name === caseName)
  return (
    <div ref={record} class="stack wide">
      {caseName === undefined && (
        <>
          <Card title={<span class="text">{report.name}</span>} actions={actions} flush>
            <Summary report={report} />
            <SweepTable results={report.results} hrefOfCase={hrefOfCase} />
          </Card>
          <Findings results={report.results} hrefOfCase={hrefOfCase} />
        </>
      )}
      {caseName !== undefined && (
        <>
          <Link class="button sweeps-back" href={hrefOf('sweeps', [id])}>
            ‹ All cases
          </Link>
          {result ? (
            <SweepCase result={result} report={report} />
          ) : (
            <EmptyCard icon="sweeps" title="The report has no such case" />
          )}
        </>
      )}
    </div>
  )
}

function Summary({ report: { file, calls, results } }: { report: Report }) {
  const excusedCount = results.filter((result) => result.fault !== undefined && !isUnexpected(result)).length
  const parts = [
    counted(results.length, ['case', 'cases']),
    `of ${counted(calls.length, ['call', 'calls'])}:`,
    counted(results.filter(isUnexpected).length, ['fault', 'faults']),
    excusedCount > 0 && `and ${excusedCount} known`,
  ]
  return (
    <p class="small muted sweeps-text">
      {parts.filter(Boolean).join(' ')}
      {file !== undefined && (
        <>
          {' '}
          · <code class="text">{file}</code>
        </>
      )}
    </p>
  )
}

interface FindingsProps {
  readonly results: readonly Result[]
  hrefOfCase(result: Result): string
}

/** The faults, those that are known last. */
function Findings({ results, hrefOfCase }: FindingsProps) {
  const unexpected = results.filter(isUnexpected)
  const excused = results.filter((result) => result.fault !== undefined && !isUnexpected(result))
  if (unexpected.length + excused.length === 0) return null
  return (
    <Card title="Faults" flush>
      <ul class="list" aria-label="Faults">
        {[...unexpected, ...excused].map((result) => (
          <li key={result.name}>
            <Link class="item sweeps-finding" href={hrefOfCase(result)}>
              <Finding result={result} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Finding({ result }: { result: Result }) {
  const { name, fault = 'Its known fault has gone.', knownFault, line } = result
  return (
    <>
      <Mark result={result} />
      <span class="sweeps-line">
        <b class="text">{name}</b>
        <span class="text">{fault}</span>
        {knownFault !== undefined && <small class="text">Known: {knownFault}</small>}
        {line !== undefined && <code class="clip">{line}</code>}
      </span>
    </>
  )
}
