import type { DurableObjectNamespace, DurableObjectState, FixedLengthStream, Rpc } from '@cloudflare/workers-types'
import { describe, expectTypeOf, it } from 'vitest'
import type { ObjectContext, ObjectNamespace } from './cloudflarePlatform.ts'
import { createWorldObject, type WorldObject } from './worldObject.ts'

describe('the types of the platform', () => {
  it('fit those that are declared here', () => {
    expectTypeOf<DurableObjectState['storage']['sql']['exec']>().toBeCallableWith('SELECT 1', 'text')
    expectTypeOf<
      Pick<DurableObjectState['storage'], 'transactionSync' | 'setAlarm' | 'deleteAlarm' | 'deleteAll'>
    >().toExtend<Pick<ObjectContext['storage'], 'transactionSync' | 'setAlarm' | 'deleteAlarm' | 'deleteAll'>>()
    expectTypeOf<DurableObjectState>().toExtend<ObjectContext>()
    expectTypeOf<typeof FixedLengthStream>().toBeConstructibleWith(1)
    expectTypeOf<Pick<DurableObjectNamespace, 'idFromName'>>().toExtend<Pick<ObjectNamespace, 'idFromName'>>()
  })

  it('take a world as a Durable Object', () => {
    expectTypeOf<WorldObject>().toExtend<Rpc.DurableObjectBranded>()
    class LatchkeyWorld extends createWorldObject({ providers: ['google'] }) {}
    expectTypeOf<DurableObjectNamespace<LatchkeyWorld>>().not.toBeNever()
    // @ts-expect-error -- the platform's randomness takes no seed
    createWorldObject({ seed: 'mine' })
  })
})
