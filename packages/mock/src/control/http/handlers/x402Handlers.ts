import type { x402Routes } from '@latchkey/contract/routes/x402Routes'
import type { HandlersOf } from './handlersOf.ts'

/** Answers the routes of `x402Routes`. */
export const x402Handlers: HandlersOf<typeof x402Routes> = {
  'GET x402/facilitator': (mock) => ({ url: mock.x402.facilitatorUrl() }),
  'GET x402/resources': (mock) => ({ resources: mock.x402.resources() }),
  'POST x402/resources': (mock, input) => mock.x402.sell(input),
  'POST x402/withdraw': (mock, { path }) => mock.x402.withdraw(path),
  'GET x402/payments': (mock) => ({ payments: mock.x402.payments() }),
}
