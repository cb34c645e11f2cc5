import type { AppAccess } from './appAccess.ts'
import { providerCodes } from './codes.ts'
import type { ProviderParts } from './providerParts.ts'
import { copyOf, type ReadRequest } from './readRequest.ts'
import type { Hex } from './types.ts'

/** The question to the person. */
export interface Confirmation {
  readonly request: ReadRequest
  /** The account that signs or sends. */
  readonly account: unknown
  /** @default the present one */
  readonly chainId?: number
  readonly delegation?: Hex
}

/** Asks the person. @returns Whether the answer is yes, and the chain that it is for */
export async function askPerson(
  { confirm }: Pick<ProviderParts, 'confirm'>,
  access: AppAccess,
  { request: { method, params }, account, chainId = access.chainId, delegation }: Confirmation,
): Promise<{ readonly isConfirmed: boolean; readonly chainId: number }> {
  access.assertAccount(account)
  const isConfirmed = await confirm({ method, params: copyOf(params), chainId, ...(delegation && { delegation }) })
  // The wallet may have been hidden or lost meanwhile.
  if (isConfirmed) access.assertAccount(account)
  return { isConfirmed, chainId }
}

/** @returns The chain that the person's answer is for. @throws `userRejected` */
export async function assertConfirmed(
  parts: Pick<ProviderParts, 'confirm' | 'fail'>,
  access: AppAccess,
  confirmation: Confirmation,
): Promise<number> {
  const { isConfirmed, chainId } = await askPerson(parts, access, confirmation)
  if (isConfirmed) return chainId
  throw parts.fail(providerCodes.userRejected, 'The person refused the request.')
}
