import { didYouMean } from '@latchkey/base/nearest'
import { assertOperationId } from '@latchkey/contract/operationIds'
import { type OperationId, operationTable, type OperationRow } from '@latchkey/types'
import type { Fault } from '../http/fault.ts'
import type { Mock } from '../mock/createMock.ts'
import { documentedRefusals, nameOfRefusal } from '../sweep/documentedRefusals.ts'
import { networkFailuresOf } from '../sweep/networkFailures.ts'
import { stateFailures } from '../sweep/stateFailures.ts'

/** The calls of a story that a failure happens to: those of an operation, or all. */
export type FailingCalls = OperationId | '*'

/** The failure of a story. */
export interface ChosenFailure {
  readonly of: FailingCalls
  /** One of `failuresOf`, or the status of one. */
  readonly name: string
}

interface StoryFailure {
  readonly name: string
  /** Makes it for a story that has not begun. */
  make(mock: Mock, story: FailingStory): void
}

/** The story that a failure is made for. */
interface FailingStory extends Pick<ChosenFailure, 'of'> {
  readonly userId: string | undefined
}

/** The failures of the state that each call of a person meets. Whether others change a reply depends on its request. */
const ofPerson = ['the session has ended', 'the token has expired', 'the user was deleted']

/** The limit stays reached, as a story does not go on after a minute. */
const rateLimit = { name: 'the rate limit is reached', fault: { status: 429, retryAfterSeconds: 60 } }

/** The statuses that the toolbar has. Each operation answers them with its own code. */
const usualStatuses = [400, 403, 404, 500]

/**
 * The names of all ways in which a call can fail in a story: for `parameters.latchkey.failure`, and for the global
 * `latchkeyFailure` of Storybook. First come those that the state brings, then the documented refusals with their codes
 * (`403 forbidden`), then the network.
 *
 * @param operation - `*` stands for every call. @default '*'
 * @throws TypeError for an operation that does not exist
 * @example
 * for (const failure of failuresOf('profile.get'))
 *   test(failure, async () => SignedIn.run({ globals: { latchkeyFailure: failure } }))
 */
export function failuresOf(operation: FailingCalls = '*'): string[] {
  if (operation !== '*') assertOperationId('failuresOf()', operation)
  return listFailures(operation).map(({ name }) => name)
}

/** A global of Storybook that somebody chooses in its toolbar. */
export interface FailureToolbar {
  readonly description: string
  readonly toolbar: {
    title: string
    icon: 'alert'
    dynamicTitle: boolean
    items: { type?: 'item' | 'reset'; value: string; title: string }[]
  }
}

/** The toolbar of Storybook by which somebody chooses a failure. */
export const failureToolbar = (): FailureToolbar => ({
  description: 'Failure',
  toolbar: {
    title: 'Failure',
    icon: 'alert',
    dynamicTitle: true,
    items: [
      { type: 'reset', value: '', title: 'No failure' },
      ...failuresOf().map((name) => ({ value: name, title: name })),
    ],
  },
})

/**
 * Makes the failure that somebody has chosen for a story.
 *
 * @throws TypeError for an operation or a failure that does not exist, and for one that needs a person who is signed in
 */
export function makeStoryFailure(mock: Mock, { of, name }: ChosenFailure, userId: string | undefined): void {
  if (of !== '*') assertOperationId('parameters.latchkey', of)
  const failures = listFailures(of)
  const found = failures.find((each) => each.name === name || isStatusOf(each, name))
  if (!found) throw new TypeError(refusalOf({ of, name }, failures))
  found.make(mock, { of, userId })
}

/** Whether a name is the status of a refusal: `403` of `403 forbidden`. */
const isStatusOf = (failure: StoryFailure, name: string) => /^\d+$/.test(name) && failure.name.startsWith(`${name} `)

function refusalOf({ of, name }: ChosenFailure, failures: readonly StoryFailure[]): string {
  const names = failures.map((each) => each.name)
  const how = of === '*' ? 'no call fails by' : `"${of}" does not fail by`
  const advice = didYouMean(name, names) || ` It can be: ${names.join('; ')}.`
  const more = of === '*' ? ' For other failures, name the operation as the parameter "failing".' : ''
  return `Failed to show a story with a failure: ${how} "${name}".${advice}${more}`
}

function listFailures(of: FailingCalls): StoryFailure[] {
  const row: OperationRow | undefined = of === '*' ? undefined : operationTable[of]
  const isOfPerson = !row || row.auth === 'user'
  const refusals =
    of === '*'
      ? usualStatuses.map((status) => ({ status }))
      : documentedRefusals(of).filter(({ status }) => status !== 429 && !(isOfPerson && status === 401))
  const hasBody = !row || row.success.some((status) => status !== 204)
  return [
    ...(isOfPerson ? ofPerson.map(stateFailure) : []),
    faultFailure(rateLimit),
    ...refusals.map((refusal) => faultFailure({ name: nameOfRefusal(refusal), fault: refusal })),
    ...networkFailuresOf({ target: of, hasBody, isOvertaken: false })
      // Each failure of a story stays, and nobody looks at a story for two minutes.
      .filter(({ fault, times }) => times === undefined && fault.delayMs === undefined)
      .map(faultFailure),
  ]
}

function faultFailure({ name, fault }: { readonly name: string; readonly fault: Fault }): StoryFailure {
  return { name, make: (mock, { of }) => mock.faults.set(of, fault) }
}

/** A failure that is made right before the first call that it concerns, so that the story begins without it. */
function stateFailure(name: string): StoryFailure {
  return {
    name,
    make(mock, { of, userId }) {
      if (userId === undefined)
        throw new TypeError(
          `Failed to show a story with a failure: "${name}" concerns a person who is signed in. Set the parameter "signedIn".`,
        )
      const environmentId = mock.defaults.environments.sandbox.id
      const failure = stateFailures.find((each) => each.name === name)
      let making: Promise<unknown> | undefined
      mock.intercept(async ({ operation, request }) => {
        if (of !== '*' && operation !== of) return
        const make = making
          ? undefined
          : failure?.makeFor({ target: operation, operation, userId, environmentId }, request)
        if (make) making = Promise.resolve(make(mock))
        await making
      })
    },
  }
}
