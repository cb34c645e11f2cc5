import { startServer } from '@latchkey/mock/node'
import { startApp } from './startApp.ts'

const [framework = 'express'] = process.argv.slice(2)
const service = await startServer()
const { mock } = service
const { url } = await startApp(framework, service, 3000)
const { token } = await mock.signIn('ada@example.com')

console.log(`The app of ${framework} is at ${url}. Ada has signed in:

  curl -i ${url}/account -H 'authorization: Bearer ${token}'
  curl -i -X POST ${url}/gold -H 'authorization: Bearer ${token}'

The second call is refused, since Ada is not a gold member. Press Ctrl-C to end.`)
