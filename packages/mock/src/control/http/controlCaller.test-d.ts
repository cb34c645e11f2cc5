import type { ControlCaller, ControlInput, ControlKey, ControlOutput } from '@latchkey/contract/controlCaller'
import type { ControlRoutes } from '@latchkey/contract/routes/controlRoute'
import { expectTypeOf, it } from 'vitest'
import * as z from 'zod'
import type { ControlHandler, HandlersOf } from './handlers/handlersOf.ts'

declare const control: ControlCaller

it('types what a route reads and answers', async () => {
  expectTypeOf<'POST clock/advance'>().toExtend<ControlKey>()
  // @ts-expect-error There is no such route.
  expectTypeOf<'POST clock/advanc'>().toExtend<ControlKey>()
  expectTypeOf<ControlInput<'POST clock/advance'>['minutes']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<ControlInput<'GET clock'>>().toEqualTypeOf<undefined>()
  expectTypeOf<ControlInput<'GET chain/balance'>['networkId']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<ControlInput<'POST create/wallet'>['userId']>().toEqualTypeOf<string>()
  expectTypeOf<ControlOutput<'GET clock'>>().toEqualTypeOf<{ now: string; isRunning: boolean }>()
  expectTypeOf<ControlOutput<'POST create/user'>['email']>().toEqualTypeOf<string | null | undefined>()
  expectTypeOf<ControlOutput<'POST reset'>>().toEqualTypeOf<undefined>()
})

it('wants the input of a route that needs one', async () => {
  await control.call('GET clock')
  await control.call('POST clock/advance', { minutes: 1 })
  await control.call('GET outbox/email')
  // @ts-expect-error A sign-in is that of a user.
  await control.call('POST signIn')
  // @ts-expect-error There is no such unit.
  await control.call('POST clock/advance', { weeks: 1 })
  // @ts-expect-error This route reads nothing.
  await control.call('POST reset', {})
})

it('refuses a route without an output, and a handler that answers something else', () => {
  // @ts-expect-error A route says what it answers.
  const silent = { 'GET a': { summary: 'A' } } satisfies ControlRoutes
  const number = { summary: 'B', output: z.object({ a: z.number() }) }
  const nothing = { summary: 'C', output: undefined }
  const wrong = {
    // @ts-expect-error The answer is a number.
    text: (() => ({ a: 'b' })) satisfies ControlHandler<typeof number>,
    // @ts-expect-error It has to answer something.
    none: (() => undefined) satisfies ControlHandler<typeof number>,
    // @ts-expect-error It answers nothing.
    some: (async () => ({ a: 1 })) satisfies ControlHandler<typeof nothing>,
  }
  // @ts-expect-error Each route has a handler.
  const missing: HandlersOf<{ 'GET number': typeof number }> = {}
  return [silent, wrong, missing]
})
