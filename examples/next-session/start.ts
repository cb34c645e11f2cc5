import { startServer } from '@latchkey/mock/node'
import { createApp } from './app.ts'

const { url, mock } = await startServer()
createApp({ baseUrl: url, environmentId: mock.defaults.environments.sandbox.id }).listen(3000, '127.0.0.1', () => {
  console.log('Open http://localhost:3000. Codes are not sent; they are shown here.')
})
let shown = 0
setInterval(() => {
  const letters = mock.outbox.email.list()
  for (const { to, code } of letters.slice(shown)) console.log(`${to}: ${code}`)
  shown = letters.length
}, 250)
