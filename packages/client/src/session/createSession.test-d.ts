import { expectTypeOf, it } from 'vitest'
import { createTransport, type Caller, type Transport } from '../calls/createTransport.ts'
import { createSession } from './createSession.ts'
import type { Session } from './session.ts'

it('a session keeps the type of its client, so that copies of it can be made', () => {
  const session = createSession({ api: createTransport({ baseUrl: 'https://api.example.com', environmentId: 'x' }) })
  expectTypeOf(session.api).toEqualTypeOf<Transport>()
  expectTypeOf<Session<Transport>>().toExtend<Session>()
  expectTypeOf<Session['api']>().toEqualTypeOf<Caller>()
})
