import { failureKinds } from '@latchkey/contract/sweepResults'
import { useRef, useState } from 'preact/hooks'
import { Link } from '../../components/Link.tsx'
import { classOfMark, Letter, Mark } from './Mark.tsx'
import { type Result, shownMark } from './shownMark.ts'

interface SweepTableProps {
  readonly results: readonly Result[]
  hrefOfCase(result: Result): string
}

/**
 * The cases as a table: calls across, failures down, a mark each, as in the ARIA pattern of a data grid: the arrow keys
 * go from case to case, and Tab leaves it.
 */
export function SweepTable({ results, hrefOfCase }: SweepTableProps) {
  const [active, setActive] = useState(0)
  const grid = useRef<HTMLTableElement>(null)
  const calls = [...new Set(results.map(({ call }) => call))]
  if (results.length === 0) return <p class="small muted sweeps-text">No case has run.</p>

  const cellOf = (result: Result | undefined) =>
    result && (
      <MarkLink
        result={result}
        href={hrefOfCase(result)}
        isActive={results.indexOf(result) === active}
        onFocus={() => setActive(results.indexOf(result))}
      />
    )

  function onKeyDown(event: KeyboardEvent): void {
    const next = nextOf(event)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return (
    <>
      <div class="scroll sweeps-scroll">
        <table ref={grid} role="grid" class="sweeps-grid" aria-label="Cases" onKeyDown={onKeyDown}>
          <thead>
            <tr>
              <td />
              {calls.map((call) => (
                <th key={call} scope="col">
                  <span class="text">{call}</span>
                </th>
              ))}
            </tr>
          </thead>
          {failureKinds.map(([kind, name]) => {
            const ofKind = results.filter((result) => result.kind === kind)
            const failures = [...new Set(ofKind.map(({ failure }) => failure))]
            if (failures.length === 0) return null
            return (
              <tbody key={kind}>
                <tr>
                  <th scope="rowgroup">{name}</th>
                  <td colSpan={calls.length} />
                </tr>
                {failures.map((failure) => (
                  <tr key={failure}>
                    <th scope="row">
                      <span class="text">{failure}</span>
                    </th>
                    {calls.map((call) => (
                      <td key={call}>
                        {cellOf(ofKind.find((each) => each.call === call && each.failure === failure))}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            )
          })}
        </table>
      </div>
      <ul class="row small sweeps-text" aria-label="Marks">
        {[...new Map(results.map((result) => [shownMark(result).words, result]))].map(([words, result]) => (
          <li key={words}>
            <Mark result={result} /> {words}
          </li>
        ))}
      </ul>
    </>
  )
}

interface MarkLinkProps {
  readonly result: Result
  readonly href: string
  /** Whether Tab leads to it. */
  readonly isActive: boolean
  onFocus(): void
}

function MarkLink({ result, href, isActive, onFocus }: MarkLinkProps) {
  const { words } = shownMark(result)
  return (
    <Link
      class={classOfMark(result)}
      href={href}
      title={`${result.name}: ${words}`}
      aria-label={words}
      tabIndex={isActive ? 0 : -1}
      onFocus={onFocus}
    >
      <Letter result={result} />
    </Link>
  )
}

const steps: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
}

/** The next case in the direction of an arrow key. */
function nextOf({ key, target }: KeyboardEvent): HTMLElement | undefined {
  const cell = (target as HTMLElement).closest('td')
  const row = cell?.closest('tr')
  const rows = cell?.closest('table')?.rows
  const [down, right] = steps[key] ?? [0, 0]
  if (!cell || !row || !rows || (down === 0 && right === 0)) return undefined
  let [at, column] = [row.rowIndex + down, cell.cellIndex + right]
  while (rows[at] && column >= 0 && column < row.cells.length) {
    const link = rows[at]?.cells[column]?.querySelector('a')
    if (link) return link
    at += down
    column += right
  }
  return undefined
}
