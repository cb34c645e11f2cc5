import { stripVTControlCharacters } from 'node:util'
import { counted } from '@latchkey/base/counted'
import { type Markup, markup } from '@latchkey/base/html'
import { type ComparedCall, compareCalls, isUnexpected } from '@latchkey/contract/sweepResults'
import { goneText } from './findingText.ts'
import type { ReportedCall } from './reportedCall.ts'
import { reportPolicy, reportStyle } from './reportStyles.ts'
import { idOf, reportTable, resultMark } from './reportTable.ts'
import type { ReportedResult, SweepReport } from './sweepReport.ts'

/** A result, and what the page shows of it. */
interface ShownResult {
  readonly result: ReportedResult
  readonly id: string
  readonly content: Markup
}

/**
 * The report as one page that needs no other file: a table, and each case with its calls. It has no script, and can be
 * attached to a run of CI.
 */
export function htmlReport(written: SweepReport): string {
  const report = withoutColours(written)
  const { name, file, calls, results } = report
  const shown = results.map((result, index) => ({ result, id: idOf(index), content: contentOf(report, index) }))
  const faults = shown.filter(({ result }) => isUnexpected(result))
  const excused = shown.filter(({ result }) => result.fault !== undefined && !isUnexpected(result))
  const others = shown.filter(({ result }) => result.fault === undefined && !isUnexpected(result))
  const summary = `${counted(results.length, 'case')}, ${counted(faults.length, 'fault')}`
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${reportPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}: ${counted(faults.length, 'fault')}</title>
${reportStyle}
</head>
<body>
<main>
<h1>${name}</h1>
${file === undefined ? '' : markup`<p class="muted"><code>${file}</code></p>`}
<p>This test ran once for each way in which a call of its app can fail: \
<b class="${faults.length > 0 ? 'bad' : 'good'}">${summary}</b>\
${excused.length > 0 ? `, and ${counted(excused.length, 'known fault')}` : ''}.</p>
${results.length > 0 ? reportTable(results) : ''}
${sectionOf('Faults', faults.map(articleOf))}
${sectionOf('Known faults', excused.map(articleOf))}
${sectionOf('Other cases', others.map(detailsOf))}
<h2>The calls without a failure</h2>
<div class="box case">${callList(compareCalls(calls, calls))}</div>
</main>
</body>
</html>
`.toString()
}

/** Messages of assertions have the colours of a terminal. */
const withoutColours = (report: SweepReport): SweepReport =>
  JSON.parse(JSON.stringify(report), (_, value: unknown) =>
    typeof value === 'string' ? stripVTControlCharacters(value) : value,
  )

const sectionOf = (title: string, items: readonly Markup[]): Markup | '' =>
  items.length > 0 ? markup`<h2>${title}</h2>\n${items}` : ''

const articleOf = ({ result, id, content }: ShownResult): Markup =>
  markup`<article class="box case${isUnexpected(result) ? ' fault' : ''}" id="${id}">
<h3>${resultMark(result)} ${result.name}</h3>
${content}
</article>`

/** The address is that of what is inside, since browsers open the box for that. */
const detailsOf = ({ result, id, content }: ShownResult): Markup =>
  markup`<details class="box case"><summary>${resultMark(result)} ${result.name}</summary><div id="${id}">
${content}
</div></details>`

function contentOf({ calls, results, pictures }: SweepReport, index: number): Markup {
  const result = results[index] as ReportedResult
  const { fault, knownFault, message, line, replay, picture } = result
  const first = results.findIndex((each) => each.picture === picture)
  const paragraphs = [
    fault,
    knownFault !== undefined && (fault === undefined ? upperFirst(goneText(knownFault)) : `Known fault: ${knownFault}`),
  ]
  return markup`${paragraphs.filter((text) => typeof text === 'string').map((text) => markup`<p class="text">${text}</p>`)}
${message === undefined ? '' : markup`<pre class="text" tabindex="0">${message}</pre>`}
${line === undefined ? '' : markup`<p>at <code class="text">${line}</code></p>`}
<p class="label">Calls</p>
${callList(compareCalls(calls, result.calls), result)}
${picture === undefined ? '' : pictureOf({ url: pictures[picture] ?? '', name: result.name, first, index })}
${replay === undefined ? '' : markup`<p class="label">Run it again</p>\n<pre class="text" tabindex="0">${replay}</pre>`}`
}

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

interface ShownPicture {
  readonly url: string
  readonly name: string
  /** The first result that has the picture. */
  readonly first: number
  readonly index: number
}

/** A picture is in the page once, since each has a hundred kilobytes and more. */
function pictureOf({ url, name, first, index }: ShownPicture): Markup {
  const shown =
    first === index
      ? markup`<img src="${url}" alt="The page at the end of: ${name}">`
      : markup`<p>It is the same as <a href="#${idOf(first)}">that of an earlier case</a>.</p>`
  return markup`<p class="label">The page at the end</p>\n${shown}`
}

/** An app that repeats its calls makes more than anybody reads. */
const mostCalls = 20

function callList(calls: readonly ComparedCall<ReportedCall>[], failing?: ReportedResult): Markup {
  if (calls.length === 0) return markup`<p class="muted">None.</p>`
  const items = calls.map((call) => itemOf(call, failing))
  const further = items.slice(mostCalls)
  const more = markup`<details><summary>${counted(further.length, 'further call')}</summary>
<ol class="calls" start="${mostCalls + 1}">
${further}
</ol></details>`
  return markup`<ol class="calls">
${items.slice(0, mostCalls)}
</ol>${further.length > 0 ? more : ''}`
}

function itemOf(
  { name, clean, played, difference }: ComparedCall<ReportedCall>,
  failing: ReportedResult | undefined,
): Markup {
  const { method, path } = (played ?? clean) as ReportedCall
  const reply = played ? markup` <b>${replyOf(played)}</b>` : ''
  const notes = {
    reply: clean ? markup` <em>(instead of ${replyOf(clean)})</em>` : '',
    address: markup` <em>(at another address)</em>`,
    more: markup` <em>(an additional call)</em>`,
    missing: markup` <em>(not called)</em>`,
  }
  const note = difference === undefined ? '' : notes[difference]
  const here = failing?.call === name ? markup` <em class="here">Here ${failing.failure}.</em>` : ''
  const request = markup`<code class="muted">${method} ${path}</code>`
  return markup`<li class="${difference ?? 'none'}">${name}${reply}${note}${here} ${request}</li>`
}

const replyOf = ({ status, code }: ReportedCall): string => {
  if (status === undefined) return 'no reply'
  if (status === 0) return 'no connection'
  return code === undefined ? `${status}` : `${status} ${code}`
}
