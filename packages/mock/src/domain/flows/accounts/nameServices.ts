import { newRecord } from '@latchkey/base/newRecord'
import { type Chain, isAddressOf } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'
import type { NameService, NameServiceMessage } from '../../../store/adminRecords.ts'
import { isNameOwner, nameServiceChain, readAsciiName } from '../../chains/chainNames.ts'
import { touchEnvironment } from '../../environments/environments.ts'
import type { Backend } from '../../shared/backend.ts'
import { assert } from '../../shared/errors.ts'
import { deleteWithOwned } from '../../shared/ownership.ts'
import { existing } from '../../shared/recordGuards.ts'
import { subnameRoom } from '../../wallets/subnames.ts'
import { assertSignature } from '../signIn/walletSignIn.ts'
import { createNameMessage, type NameClaim, spendNameMessage } from './nameServiceMessages.ts'

type Schemas = components['schemas']

/** The environment and chain that a name service is for. */
export interface NameServiceKey {
  readonly environmentId: string
  /** As it was requested. */
  readonly chain: Chain
}

/**
 * The name service of an environment on a chain.
 *
 * @throws {@link DomainError} `noNameService` for a chain that has none, `recordNotFound`
 */
export function nameServiceAt(
  backend: Pick<Backend, 'store'>,
  { environmentId, chain: requestedChain }: NameServiceKey,
): NameService {
  const chain = chainOf(requestedChain)
  return existing(backend.store.nameServices.find('byChain', [environmentId, chain]), 'name service')
}

/**
 * Writes the text that the owner of a name has to sign.
 *
 * @throws {@link DomainError} what {@link createNameService} refuses of chain, address and name, and `validationFailed`
 * for a URI that is not a web address
 */
export async function writeMessage(
  backend: Backend,
  serviceKey: NameServiceKey,
  { uri, ...claim }: Schemas['NameServiceSigningMessageRequest'],
): Promise<NameServiceMessage> {
  return createNameMessage(backend, claimOf(serviceKey, claim), uri)
}

/**
 * Creates a name service, which gives users names below a name. It is disabled at first.
 *
 * @throws {@link DomainError} `noNameService`, `invalidChainAddress`, `invalidName`, `duplicateExists` for a second
 * name on the chain, `invalidVerification` without a message that was written for exactly this, `invalidSignature`,
 * `unsupportedSignature`, `walletNotDeployed`, `nameNotOwned`
 */
export async function createNameService(
  backend: Backend,
  serviceKey: NameServiceKey,
  { signature, ...fields }: Schemas['NameServiceCreateRequest'],
): Promise<NameService> {
  const { store } = backend
  const claim = claimOf(serviceKey, fields)
  const { environmentId, chain, address, domain } = claim
  const isFree = store.nameServices.find('byChain', [environmentId, chain]) === undefined
  assert(isFree, 'duplicateExists', { message: 'This environment has a name service on the chain already.' })
  await assertSignature(backend, { chain, address, message: spendNameMessage(backend, claim), signature })
  assert(isNameOwner(backend, { chain, name: domain, address }), 'nameNotOwned')
  return store.nameServices.insert({ ...newRecord(backend), environmentId, chain, address, domain, enabledAt: null })
}

/**
 * Enables a name service. Nothing changes when it is enabled already.
 *
 * @throws {@link DomainError} `nameNotOwned` if the name has another owner now
 */
export function enableNameService(backend: Backend, service: NameService): NameService {
  const { chain, domain, address, enabledAt } = service
  if (enabledAt !== null) return service
  assert(isNameOwner(backend, { chain, name: domain, address }), 'nameNotOwned')
  touchShown(backend, service)
  return backend.store.nameServices.put({ ...service, enabledAt: backend.clock.iso() })
}

/** Disables a name service. Users keep their names. Nothing changes when it is disabled already. */
export function disableNameService(backend: Backend, service: NameService): NameService {
  if (service.enabledAt === null) return service
  touchShown(backend, service)
  return backend.store.nameServices.put({ ...service, enabledAt: null })
}

/** Deletes a name service and the names that it gave to users. The name itself stays with its owner. */
export function deleteNameService(backend: Backend, service: NameService): void {
  if (service.enabledAt !== null) touchShown(backend, service)
  deleteWithOwned(backend, 'nameServices', service.id)
}

/** The settings show only the name service of EVM. */
function touchShown(backend: Backend, { environmentId, chain }: NameService): void {
  if (chain === 'EVM') touchEnvironment(backend, environmentId)
}

/** A name service as replies show it. */
export function presentNameService({ id, address, domain, enabledAt }: NameService): Schemas['NameServiceResponse'] {
  return { id, address, domain, enabledAt }
}

function claimOf(
  { environmentId, chain: requestedChain }: NameServiceKey,
  { address, domain: text }: { address: string; domain: string },
): NameClaim {
  const chain = chainOf(requestedChain)
  assert(isAddressOf(chain, address), 'invalidChainAddress')
  // The owner signs it in a statement, which is ASCII (EIP-4361).
  const { name, problem } = readAsciiName(chain, text, subnameRoom)
  assert(name !== undefined, 'invalidName', {
    message: `The domain is not a name that can have names below it. ${problem}`,
  })
  return { environmentId, chain, address, domain: name }
}

function chainOf(requestedChain: Chain): Chain {
  const chain = nameServiceChain(requestedChain)
  assert(chain, 'noNameService')
  return chain
}
