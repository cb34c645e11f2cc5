import type { Reply } from '@latchkey/base/reply'
import type { SideStep } from '@latchkey/contract/faultTargets'
import { waitsOf } from '../world/waits.ts'
import type { PlayedFault } from './faults.ts'
import type { PipelineOptions } from './pipeline.ts'
import { refusalOfFault } from './refusalOfFault.ts'
import type { ServiceRequest } from './serviceRequest.ts'

/** A request beside the operations, after the functions and the fault that a test has set for it. */
interface MetStep {
  readonly request: ServiceRequest
  readonly fault: PlayedFault | undefined
  /** The reply of the fault, in place of its own; status 0 for a broken connection. */
  readonly reply: Reply | undefined
  /** Says how it was answered. */
  end(status: number): void
}

/** Lets a request beside the operations meet the functions and the fault that a test has set for it. */
export async function meetSideStep(
  { interceptors, faults, world }: Pick<PipelineOptions, 'faults' | 'interceptors' | 'world'>,
  request: ServiceRequest,
  operation: SideStep,
): Promise<MetStep> {
  const announced = interceptors.announce({ operation, request })
  await announced?.ready
  const fault = faults.next(operation)
  const isClosed = fault?.delayMs !== undefined && !(await waitsOf(world).pass(fault.delayMs))
  return {
    request: announced?.request ?? request,
    fault,
    reply: isClosed ? { status: 0 } : await replyOf(fault),
    end: (status) => announced?.end(status),
  }
}

async function replyOf(fault: PlayedFault | undefined): Promise<Reply | undefined> {
  if (fault?.networkError) return { status: 0 }
  return fault?.status === undefined ? undefined : refusalOfFault(fault)
}
