import { inspect } from 'node:util'
import { runCases } from '../runCases.ts'
import { careless } from '../subjects/careless.ts'
import { subjects } from '../subjects/subjects.ts'

// A child process: it gets the two origins and a client's name, and sends the verdicts to its parent.
const [baseUrl = '', otherUrl = '', name] = process.argv.slice(2)
const unhandled: string[] = []
process.on('unhandledRejection', (reason) => void unhandled.push(String(reason)))

const subject = [...subjects, careless].find((candidate) => candidate.name === name)
if (!subject) throw new Error(`There is no client "${name}".`)
const verdicts = await runCases({ baseUrl, otherUrl, inspect: (value) => inspect(value, { depth: 6 }) }, subject, {
  unhandled,
  atOnce: 8,
})
// Some clients leave requests behind that would keep the process for minutes.
process.send?.(verdicts, () => process.exit(0))
