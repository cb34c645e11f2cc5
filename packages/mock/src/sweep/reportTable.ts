import { type Markup, markup } from '@latchkey/base/html'
import { failureKinds, isUnexpected, markOf } from '@latchkey/contract/sweepResults'
import type { ReportedResult } from './sweepReport.ts'

/** Which colour a result has. */
function classOf(result: ReportedResult): string {
  if (isUnexpected(result)) return 'fault'
  if (result.fault !== undefined) return 'excused'
  return result.outcome === 'passes' ? 'passes' : 'author'
}

/** Not every font has a character for it. */
const tick = markup`<svg viewBox="0 0 16 16" width="14" height="14" fill="none" stroke="currentColor" stroke-width="2.5" aria-hidden="true"><path d="M3 8.5l3.5 3.5L13 4.5"/></svg>`

function drawn(result: ReportedResult): Markup | string {
  const [mark] = markOf(result)
  return mark === '✓' ? tick : mark
}

/** The mark of a result, which a screen reader reads as words. */
export const resultMark = (result: ReportedResult): Markup =>
  markup`<span class="mark ${classOf(result)}" role="img" aria-label="${markOf(result)[1]}">${drawn(result)}</span>`

/** The address of a case in the page. */
export const idOf = (index: number): string => `case-${index + 1}`

/** The results as a table: calls across, failures down, and a mark each that leads to its case. */
export function reportTable(results: readonly ReportedResult[]): Markup {
  const calls = [...new Set(results.map(({ call }) => call))]
  const bodies = failureKinds.flatMap(([kind, name]) => {
    const failures = [...new Set(results.filter((result) => result.kind === kind).map(({ failure }) => failure))]
    if (failures.length === 0) return []
    const rows = failures.map((failure) => {
      const cells = calls.map((call) => cellOf(results, { call, failure, kind }))
      return markup`<tr><th scope="row">${failure}</th>${cells}</tr>`
    })
    return markup`<tbody>
<tr><th scope="rowgroup">${name}</th><td colspan="${calls.length}"></td></tr>
${rows}
</tbody>`
  })
  const head = calls.map((call) => markup`<th scope="col"><span>${call}</span></th>`)
  return markup`<div class="box scroll" role="region" aria-label="The results: calls across, failures down" tabindex="0">
<table>
<thead><tr><td></td>${head}</tr></thead>
${bodies}
</table>
</div>
<ul class="legend">${legendOf(results)}</ul>`
}

function cellOf(
  results: readonly ReportedResult[],
  { call, failure, kind }: Pick<ReportedResult, 'call' | 'failure' | 'kind'>,
): Markup {
  const index = results.findIndex((each) => each.call === call && each.failure === failure && each.kind === kind)
  const result = results[index]
  if (!result) return markup`<td></td>`
  const label = `${markOf(result)[1]}: ${result.name}`
  return markup`<td><a class="mark ${classOf(result)}" href="#${idOf(index)}" aria-label="${label}">${drawn(result)}</a></td>`
}

/** Each mark of the table once, with its words. */
function legendOf(results: readonly ReportedResult[]): Markup[] {
  const sentences = new Map(results.map((result) => [markOf(result)[1], result]))
  return [...sentences].map(
    ([sentence, result]) =>
      markup`<li><span class="mark ${classOf(result)}" aria-hidden="true">${drawn(result)}</span> ${sentence}</li>`,
  )
}
