import { readDeploymentNames } from '@latchkey/names'
import { expect, it } from 'vitest'
import { encodeEvent, heartbeat } from '../http/serverSentEvents.ts'
import { spellEvents } from './spellEvents.ts'

it('spells the data of each event: the reply that a stream stands for, and a refusal', async () => {
  const { spell } = readDeploymentNames({
    fields: { roomId: 'room', 'ErrorBody.error': 'reason' },
    values: { ErrorCode: { not_found: 'gone' } },
  })
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encodeEvent({ name: 'room_created', data: { roomId: 'r', note: 'roomId\nerror' } }))
      controller.enqueue(heartbeat())
      controller.enqueue(encodeEvent({ name: 'error', id: 2, data: { error: 'roomId', code: 'not_found' } }))
      controller.close()
    },
  })
  const spelled = spellEvents(spell.plansOf('waas.createAccount'), 200, stream)
  expect(await new Response(spelled).text()).toBe(
    'event: room_created\ndata: {"room":"r","note":"roomId\\nerror"}\n\n' +
      ':\n\n' +
      'id: 2\nevent: error\ndata: {"reason":"roomId","code":"gone"}\n\n',
  )
})
