import type { Reply } from '@latchkey/base/reply'
import type { WorldBackend } from '../../domain/shared/backend.ts'
import { assert } from '../../domain/shared/errors.ts'
import { answerFacilitator } from './facilitatorPages.ts'
import { answerPaidResource } from './paidResourcePages.ts'
import type { Chains } from './readPayment.ts'

/** The parts of the mock that payments need. */
interface PaymentWorld extends Pick<Chains, 'findNode'> {
  /** Runs work as one transaction. */
  transact<T>(work: (backend: WorldBackend) => T): T | Promise<T>
}

/** A request below the path of x402. */
interface X402Request {
  readonly method: string
  readonly url: string
  readonly path: readonly string[]
  header(name: string): string | null
  text(): Promise<string>
}

/** Any page may pay, as at real sellers. */
const preflight = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers': '*',
  'access-control-max-age': '600',
}

/**
 * Answers for the simulated facilitator of x402, and for the seller that tests put up.
 *
 * @throws {@link DomainError} `notFound`, `methodNotAllowed`
 */
export async function answerX402(
  world: PaymentWorld,
  { method, url, path, header, text }: X402Request,
): Promise<Reply> {
  const [side, ...rest] = path
  assert(side === 'facilitator' || side === 'resources', 'notFound')
  if (method === 'OPTIONS') return { status: 204, headers: preflight }
  const { findNode } = world
  if (side === 'resources')
    return world.transact((backend) => answerPaidResource({ backend, findNode }, { url, path: rest, header }))
  const body = method === 'POST' ? await text() : ''
  return world.transact((backend) => answerFacilitator({ backend, findNode }, { method, path: rest, text: body }))
}
