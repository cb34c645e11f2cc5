import { Badge } from '../../components/Badge.tsx'
import { Table } from '../../components/Table.tsx'
import { Time } from '../../components/Time.tsx'
import { counted } from '../../counting.ts'
import type { Entry } from '../../live/control.ts'

type Socket = NonNullable<Entry['socket']>
type Step = Socket['steps'][number]

/** The calls that came over a WebSocket, and how it ended. */
export function SocketSteps({ socket: { isOpen, calls, steps } }: { socket: Socket }) {
  return (
    <div class="stack">
      <p class="row">
        <Badge tone={isOpen ? 'good' : undefined}>{isOpen ? 'open' : 'closed'}</Badge>
        <small>{counted(calls, ['call', 'calls'])}</small>
      </p>
      <div class="scroll">
        <Table columns={['Time', 'Step', 'Parameters', 'Outcome', 'ms']} numbers={['ms']}>
          {steps.map((step, index) => (
            <tr key={index}>
              <td>
                <Time at={step.at} />
              </td>
              <td class="text">{nameOf(step)}</td>
              <td class="text">{step.params ?? step.origin}</td>
              <td class="text">{outcomeOf(step)}</td>
              <td class="number">{step.durationMs}</td>
            </tr>
          ))}
        </Table>
      </div>
    </div>
  )
}

function nameOf({ step, method, by }: Step): string {
  if (step === 'called') return method ?? 'not a call'
  return step === 'closed' ? `closed by the ${by}` : step
}

function outcomeOf({ result, error, code, reason }: Step): string {
  if (error) return `${error.code} ${error.message}`
  if (code !== undefined) return `${code} ${reason ?? ''}`.trim()
  return result ?? ''
}
