import { defined } from '@latchkey/base/defined'
import { rows } from '../http/router.ts'
import { createBesideMock } from './besideMock.ts'
import type { ComparisonReport, FieldNote, OperationReport, ReportedDifference } from './comparisonReport.ts'
import { type Contract, loadContract } from './contract.ts'
import { type Difference, fieldOf } from './difference.ts'
import { type FieldsSeen, noteFields } from './fieldsSeen.ts'
import type { IsIgnored } from './ignored.ts'
import { judge, type Judgement } from './judge.ts'
import type { ObservedExchange } from './observedExchange.ts'
import { createLabels } from './placeholders.ts'
import { shapeOf, type ShapeTools } from './shapes.ts'
import { shownName } from './shownNames.ts'

/** Compares the exchanges of a target with the document and with a mock. */
export interface Comparison {
  /** Compares an exchange. They are compared one after another, in this order. */
  observe(exchange: ObservedExchange): void
  /** Counts a request that the target did not answer. */
  noteUnanswered(reason: string): void
  /** The report on all exchanges until now. */
  report(): Promise<ComparisonReport>
  /** The names that the report has placeholders for, for whoever may see them: `['<field 1>', 'color']`. */
  hiddenNames(): ReadonlyArray<readonly [placeholder: string, name: string]>
}

/** How many differences of an operation, and how many operations, are listed: a target may have endless names. */
const maximumDifferences = 200
const maximumOperations = 1_000

/** The differences of one operation until now. */
interface Tally {
  requests: number
  omitted: number
  readonly statuses: Map<number, number>
  readonly differences: Map<string, ReportedDifference>
  readonly notes: Map<string, number>
  readonly fields: { readonly target: FieldsSeen; readonly mock: FieldsSeen }
}

/** Whether a path is one of the interface, or could be. */
export type IsInterfacePath = (path: string) => boolean

/**
 * Begins a comparison.
 *
 * @param isInterfacePath - Of paths that are none of the document. Exchanges of others are not compared.
 */
export async function createComparison(
  isIgnored: IsIgnored,
  isInterfacePath: IsInterfacePath = (path) => path.startsWith('/api/'),
): Promise<Comparison> {
  const contract = await loadContract()
  const labels = createLabels()
  const tools = { contract, words: contract.words, labels, askMock: createBesideMock(), isInterfacePath }
  const tallies = new Map<string, Tally>()
  const unanswered = new Map<string, number>()
  let requests = 0
  let compared = 0
  let pending: Promise<unknown> = Promise.resolve()

  async function compare(exchange: ObservedExchange): Promise<void> {
    const judgement = await judge(tools, exchange)
    if (!judgement) return
    compared++
    const { shownOperation, differences } = judgement
    if (!tallies.has(shownOperation) && tallies.size >= maximumOperations) return
    const tally = tallies.get(shownOperation) ?? createTally()
    tallies.set(shownOperation, tally)
    const counted = differences.filter((difference) => !isIgnored(judgement, fieldOf(difference)))
    count(tools, tally, { exchange, judgement: { ...judgement, differences: counted } })
    noteRead(contract, tally, judgement)
  }

  return {
    observe(exchange) {
      requests++
      pending = pending.then(() => compare(exchange))
      // Whoever asks for the report gets the error.
      pending.catch(() => undefined)
    },
    noteUnanswered(reason) {
      requests++
      add(unanswered, reason)
    },
    async report() {
      await pending
      const operations = [...tallies]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, tally]) => [name, reportOf(tally)] as const)
      return {
        version: 1,
        requests,
        compared,
        differences: operations.reduce((sum, [, { differences, omitted }]) => sum + differences.length + omitted, 0),
        unanswered: Object.fromEntries(unanswered),
        operations: Object.fromEntries(operations),
      }
    },
    hiddenNames: labels.names,
  }
}

function createTally(): Tally {
  return {
    requests: 0,
    omitted: 0,
    statuses: new Map(),
    differences: new Map(),
    notes: new Map(),
    fields: { target: new Map(), mock: new Map() },
  }
}

function add<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

interface Judged {
  readonly exchange: ObservedExchange
  readonly judgement: Judgement
}

function count(tools: ShapeTools, tally: Tally, { exchange, judgement }: Judged): void {
  const { shownOperation, differences, notes } = judgement
  const { status, method } = exchange
  tally.requests++
  add(tally.statuses, status)
  for (const note of notes) if (tally.notes.has(note) || tally.notes.size < maximumDifferences) add(tally.notes, note)
  const row = Object.hasOwn(rows, shownOperation) ? rows[shownOperation as keyof typeof rows] : undefined
  const request = row ? `${method} ${row.path}` : shownOperation
  // The items of a list often have the same difference. It counts once for each exchange.
  const byKey = new Map(differences.map((difference) => [keyOf(difference), difference]))
  for (const [key, difference] of byKey) {
    const earlier = tally.differences.get(key)
    if (earlier) tally.differences.set(key, { ...earlier, count: earlier.count + 1 })
    else if (tally.differences.size >= maximumDifferences) tally.omitted++
    else tally.differences.set(key, shownDifference(tools, difference, { request, status }))
  }
}

/** A difference without data. Only those that are listed are shown, since a reply can have thousands of others. */
function shownDifference(
  tools: ShapeTools,
  difference: Difference,
  example: Pick<ReportedDifference['example'], 'request' | 'status'>,
): ReportedDifference {
  const { kind, side, expected, found, holder } = difference
  return {
    kind,
    side,
    field: fieldOf(difference, (unknown) => shownName(tools, unknown.kind, unknown.name)),
    expected,
    found,
    count: 1,
    example: { ...example, ...defined({ shape: holder && shapeOf(tools, holder) }) },
  }
}

const keyOf = (difference: Difference) =>
  JSON.stringify([difference.kind, difference.side, fieldOf(difference), difference.expected, difference.found])

function noteRead(contract: Contract, { fields }: Tally, { read }: Judgement): void {
  const schema = read && contract.operation(read.id).replies.get(read.status)?.content.get('application/json')
  if (!schema) return
  noteFields(contract, fields.target, { value: read.target, schema })
  noteFields(contract, fields.mock, { value: read.mock, schema })
}

function reportOf({ requests, omitted, statuses, differences, notes, fields }: Tally): OperationReport {
  return {
    requests,
    statuses: Object.fromEntries(statuses),
    differences: [...differences.values()],
    omitted,
    notes: [...notes].map(([text, count]) => ({ text, count })),
    fields: fieldNotes(fields),
  }
}

/** The fields of objects that both have shown, where they differ. */
function fieldNotes({ target, mock }: Tally['fields']): FieldNote[] {
  return [...target].flatMap(([field, presences]) => {
    const ofMock = mock.get(field)
    const isSame = ofMock && phraseOf(presences) === phraseOf(ofMock)
    return !ofMock || isSame ? [] : [{ field, target: [...presences], mock: [...ofMock] }]
  })
}

const phraseOf = (presences: ReadonlySet<string>) => [...presences].sort().join(' or ')
