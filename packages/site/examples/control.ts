import { createMock } from '@latchkey/mock'

// In the same process or page, the control object does what the routes below do over HTTP.
const mock = createMock({ now: '2026-01-15T09:30:00Z' })

await mock.clock.advance({ minutes: 10 }) // POST /__mock/v1/clock/advance {"minutes":10}
console.log(new Date(mock.clock.now()).toISOString())
// → 2026-01-15T09:40:00.000Z

const ada = await mock.create.user({ email: 'ada@example.com' }) // POST /__mock/v1/create/user
console.log(ada.email)
// → ada@example.com
