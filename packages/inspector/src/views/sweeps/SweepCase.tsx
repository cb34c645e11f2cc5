import { type ComparedCall, compareCalls } from '@latchkey/contract/sweepResults'
import { Badge, StatusBadge } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { Copyable } from '../../components/Copyable.tsx'
import { Fact, Facts } from '../../components/Facts.tsx'
import { Table } from '../../components/Table.tsx'
import { Mark } from './Mark.tsx'
import { shownMark, type Report, type ReportedCall, type Result } from './shownMark.ts'

const kindWords: Readonly<Record<Result['kind'], string>> = {
  state: 'by a change of the state',
  person: 'by the person at the wallet',
  refusal: 'by a documented refusal',
  network: 'on the way',
}

const differences: Readonly<Record<NonNullable<ComparedCall['difference']>, string>> = {
  reply: 'other reply',
  address: 'other address',
  more: 'further call',
  missing: 'not made',
}

/** A case: its end, what was thrown and where, how to run it again, its picture, and its calls. */
export function SweepCase({ result, report }: { result: Result; report: Report }) {
  const { name, call, failure, kind, fault, knownFault, message, line, replay } = result
  const { words, tone } = shownMark(result)
  const picture = report.pictures[result.picture ?? -1]
  return (
    <>
      <Card title={<span class="text">{name}</span>}>
        {fault !== undefined && <p class={`remark text ${tone}`}>{fault}</p>}
        {knownFault !== undefined && <p class="remark text">This fault is known: {knownFault}</p>}
        <Facts>
          <Fact name="The test">
            <Mark result={result} /> {words}
          </Fact>
          <Fact name="Call">
            <code class="text">{call}</code>
          </Fact>
          <Fact name="Failure">
            <span class="text">{failure}</span>
          </Fact>
          <Fact name="Is made">{kindWords[kind]}</Fact>
          {line !== undefined && (
            <Fact name="Line of the app">
              <Copyable value={line} label="line of the app" />
            </Fact>
          )}
        </Facts>
        {message !== undefined && (
          <div class="stack tight">
            <small>What was thrown</small>
            <CodeBlock wrap text={message} label="message" />
          </div>
        )}
        {replay !== undefined && (
          <div class="stack tight">
            <small>Run the case again</small>
            <CodeBlock wrap text={replay} label="command" />
          </div>
        )}
      </Card>
      <Card title="Calls" flush>
        <div class="scroll" tabIndex={0} role="group" aria-label="Calls">
          <Table columns={['Call', 'Without failures', 'In this case', 'Difference']} numbers={[]}>
            {compareCalls(report.calls, result.calls).map(({ name, clean, played, difference }, index) => (
              <tr key={index} class={difference === undefined ? undefined : 'sweeps-differs'}>
                <td>
                  <CallName name={name} call={played ?? clean} />
                  {name === call && <small class="text">Here: {failure}</small>}
                </td>
                <td>
                  <Reply call={clean} />
                </td>
                <td>
                  <Reply call={played} />
                </td>
                <td>{difference !== undefined && <Badge tone="warn">{differences[difference]}</Badge>}</td>
              </tr>
            ))}
          </Table>
        </div>
      </Card>
      {picture !== undefined && (
        <Card title="The page at the end">
          <img class="sweeps-picture" src={picture} alt={`The page at the end of the case ${name}`} />
        </Card>
      )}
    </>
  )
}

function CallName({ name, call }: { name: string; call: ReportedCall | undefined }) {
  return (
    <span class="sweeps-line">
      <b class="text">{name}</b>
      {call && (
        <code class="text">
          {call.method} {call.path}
        </code>
      )}
    </span>
  )
}

function Reply({ call }: { call: ReportedCall | undefined }) {
  if (!call) return null
  return (
    <span class="row">
      {typeof call.status === 'number' ? (
        <StatusBadge status={call.status} />
      ) : (
        <Badge>{call.status ?? 'no reply'}</Badge>
      )}
      {call.code !== undefined && <code class="text">{call.code}</code>}
    </span>
  )
}
