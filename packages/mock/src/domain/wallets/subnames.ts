import { asciiLowerCase } from '@latchkey/base/asciiCase'
import type { NameService } from '../../store/adminRecords.ts'
import type { User, Wallet } from '../../store/records.ts'
import { isLabel, nameServiceChain } from '../chains/chainNames.ts'
import type { Backend } from '../shared/backend.ts'
import { walletsOf } from './wallets.ts'

/** The maximum number of characters that a subname adds: a label and its dot. */
export const subnameRoom = 64

/**
 * Gives a user one subname from each enabled name service of the environment, for the earliest linked wallet of its
 * chain. Its label is the username if that is a valid label and free, otherwise a random one.
 */
export function issueSubnames(
  backend: Backend,
  { id, environmentId, username }: Pick<User, 'id' | 'environmentId' | 'username'>,
): void {
  for (const service of backend.store.nameServices.scan('byChain', [environmentId])) {
    if (service.enabledAt === null) continue
    const wallets = walletsOf(backend, id).filter(({ chain }) => nameServiceChain(chain) === service.chain)
    const [wallet] = wallets
    if (wallet && !wallets.some(({ id: walletId }) => backend.outside.names.issuedTo(walletId)))
      issue(backend, service, { wallet, label: asciiLowerCase(username ?? undefined) })
  }
}

/**
 * The name below which an environment gives names to users with EVM wallets, as clients see it; `undefined` while it
 * gives none.
 */
export function issuingDomain({ store }: Pick<Backend, 'store'>, environmentId: string): string | undefined {
  const service = store.nameServices.find('byChain', [environmentId, 'EVM'])
  return service && service.enabledAt !== null ? service.domain : undefined
}

/**
 * The holder of a name below the domain: a user, or an address without a user.
 *
 * @param label - In lower case.
 */
export function holderOfSubname(
  { store, outside }: Backend,
  domain: string,
  label: string,
): { readonly id: string } | undefined {
  const name = outside.names.find('EVM', `${label}.${domain}`)
  const userId = name?.walletId === undefined ? undefined : store.wallets.get(name.walletId)?.userId
  return name && { id: userId ?? name.owner }
}

function issue(
  backend: Backend,
  service: NameService,
  { wallet, label }: { wallet: Wallet; label: string | undefined },
): void {
  const { id: serviceId, environmentId, chain, domain } = service
  const name = `${freeLabel(backend, service, label)}.${domain}`
  backend.outside.names.issue({ chain, name, owner: wallet.key, environmentId, serviceId, walletId: wallet.id })
}

function freeLabel({ outside, random }: Backend, { chain, domain }: NameService, wanted: string | undefined): string {
  const isFree = (label: string) => outside.names.find(chain, `${label}.${domain}`) === undefined
  if (wanted !== undefined && isLabel(wanted) && isFree(wanted)) return wanted
  for (;;) {
    const label = `user-${asciiLowerCase(random.token(8))}`
    if (isFree(label)) return label
  }
}
