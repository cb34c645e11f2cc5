import { dataOf, errorOf, expect, type Trial } from '../trial.ts'
import type { Case } from './case.ts'

const failing = (trial: Trial, scenario: string) => errorOf(() => trial.open().get(trial.environment(scenario)))

const fails = (scenario: string, when: string): Case => ({
  when,
  needs: 'an error, not data',
  run: async (trial) => void (await failing(trial, scenario)),
})

const hasStatus = (scenario: string, when: string, expected: number): Case => ({
  when,
  needs: `an error with its status, ${expected}`,
  async run(trial) {
    const { status } = await failing(trial, scenario)
    expect(status === expected, `Its status is ${status}.`)
  },
})

export const replies: readonly Case[] = [
  {
    when: '200 with JSON that is cut off',
    needs: "an error that says what was wrong with which reply, not the parser's bare SyntaxError",
    async run(trial) {
      const { error, text, status } = await failing(trial, 'cut-off-json')
      expect(!(error instanceof SyntaxError) && /json|pars|body|reply|response/i.test(text), `It is ${text}`)
      expect(status === 200, 'The error does not know the reply.')
    },
  },
  fails('html', '200 with an HTML page'),
  fails('wrong-type', '200 with `application/octet-stream`'),
  hasStatus('html-error', '403 with an HTML page', 403),
  hasStatus('empty-error', '404 without a body', 404),
  {
    when: 'fields and values that are new',
    needs: 'they are kept, at every depth',
    async run(trial) {
      const data = await dataOf(() => trial.open().get(trial.environment('future')))
      const { outcome, colour, limits } = data
      const expected = { outcome: 'quarantine', colour: 'red', limits: { daily: 3, zones: [{ name: 'a' }] } }
      expect(JSON.stringify({ outcome, colour, limits }) === JSON.stringify(expected), 'They were changed or left out.')
    },
  },
]
