import { Badge, StatusBadge } from '../../components/Badge.tsx'
import { Table } from '../../components/Table.tsx'
import { Time } from '../../components/Time.tsx'
import type { Entry } from '../../live/control.ts'

/** The steps that the parties of an embedded wallet took in a room. */
export function RoomSteps({ room }: { room: NonNullable<Entry['room']> }) {
  return (
    <div class="stack">
      <p class="row">
        {room.kind && <Badge>{room.kind}</Badge>}
        {room.state && <Badge tone="info">{room.state}</Badge>}
      </p>
      <div class="scroll">
        <Table columns={['Time', 'Step', 'Parties', 'Posted', 'Received', 'Status']} numbers={['Posted', 'Received']}>
          {room.steps.map(({ at, step, parties, posted, received, status, code, times }, index) => (
            <tr key={index}>
              <td>
                <Time at={at} />
              </td>
              <td>
                {step}
                {times !== undefined && <small> × {times}</small>}
              </td>
              <td class="text">{parties?.join(', ')}</td>
              <td class="number">{posted}</td>
              <td class="number">{received}</td>
              <td>
                <StatusBadge status={status} /> {code}
              </td>
            </tr>
          ))}
        </Table>
      </div>
    </div>
  )
}
