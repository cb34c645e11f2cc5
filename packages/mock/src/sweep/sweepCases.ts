import { isOperationId } from '@latchkey/contract/operationIds'
import type { Fault } from '../http/fault.ts'
import type { InterceptedCall } from '../http/interceptors.ts'
import type { Mock } from '../mock/createMock.ts'
import { branches, documentedRefusals, nameOfRefusal } from './documentedRefusals.ts'
import type { LearnedCall } from './learnCalls.ts'
import { networkFailuresOf } from './networkFailures.ts'
import { stateFailures } from './stateFailures.ts'
import type { FailureKind } from './sweptCall.ts'

/** One run of a test with one failure at one call. */
export interface SweepCase {
  /** The call and the failure, by which the case can be run again: `profile.get: the session has ended`. */
  readonly name: string
  readonly call: LearnedCall
  readonly failure: string
  readonly kind: FailureKind
  /** Makes the failure right before the call; the person at a wallet refuses by hand. @returns The milliseconds that the call waits for */
  make(mock: Mock, request: InterceptedCall['request']): Promise<number>
}

type Target = NonNullable<LearnedCall['operation']>

/** All cases of the calls, the most telling first: first calls before repetitions, states before replies. */
export function casesOf(calls: readonly LearnedCall[]): SweepCase[] {
  const cases = distinct(calls).flatMap((call) =>
    call.operation === undefined
      ? personCases(call)
      : [...stateCases(call), ...refusalCases(call, call.operation), ...networkCases(call, call.operation)],
  )
  const rank = ({ call, kind }: SweepCase) => (call.occurrence > 1 ? 3 : 0) + ranks[kind]
  return cases.toSorted((a, b) => rank(a) - rank(b))
}

const ranks: Readonly<Record<FailureKind, number>> = { state: 0, person: 0, refusal: 1, network: 2 }

/** Without calls that repeat one before them in the same state: what fails there fails the same way. */
function distinct(calls: readonly LearnedCall[]): LearnedCall[] {
  return calls.filter((call, index) => calls.findIndex(({ key }) => key === call.key) === index)
}

function stateCases(call: LearnedCall): SweepCase[] {
  return call.stateRefusals.flatMap(({ failure }) => {
    const found = stateFailures.find(({ name }) => name === failure)
    if (!found) return []
    return {
      ...headOf(call, failure, 'state'),
      async make(mock, request) {
        await found.makeFor(call, request)?.(mock)
        return 0
      },
    }
  })
}

/** The cases of a request to a browser wallet. */
function personCases(call: LearnedCall): SweepCase[] {
  return [{ ...headOf(call, 'the person refuses', 'person'), make: async () => 0 }]
}

/** The documented refusals that no state reaches. */
function refusalCases(call: LearnedCall, operation: Target): SweepCase[] {
  if (!isOperationId(operation)) return []
  const isReached = (status: number, code: string | undefined) =>
    call.status === status ||
    call.stateRefusals.some((refusal) => refusal.status === status && (refusal.code === code || !branches.has(status)))
  return documentedRefusals(operation)
    .filter(({ status, code }) => !isReached(status, code))
    .map((refusal) => {
      const { status, code } = refusal
      const fault: Fault = { status, code, retryAfterSeconds: status === 429 ? 1 : undefined }
      return faultCase(headOf(call, nameOfRefusal(refusal), 'refusal'), { operation, fault })
    })
}

function networkCases(call: LearnedCall, operation: Target): SweepCase[] {
  return networkFailuresOf(call).map(({ name, fault, times }) =>
    faultCase(headOf(call, name, 'network'), { operation, fault, times }),
  )
}

function headOf(call: LearnedCall, failure: string, kind: FailureKind): Omit<SweepCase, 'make'> {
  return { name: `${call.name}: ${failure}`, call, failure, kind }
}

interface FailingCall {
  readonly operation: Target
  readonly fault: Fault
  readonly times?: number | undefined
}

function faultCase(head: Omit<SweepCase, 'make'>, { operation, fault, times = 1 }: FailingCall): SweepCase {
  return {
    ...head,
    async make(mock) {
      const { delayMs = 0, ...others } = fault
      if (Object.keys(others).length > 0) mock.faults.set(operation, others, times)
      return delayMs
    },
  }
}
