import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { Names } from '@latchkey/chains/names'
import type { ChainName } from '@latchkey/chains/records'
import { addressKey, type Chain, chainNamespace } from '@latchkey/crypto/chainAddresses'
import type { OutsideBackend, OutsideReadStore } from '../domain/shared/backend.ts'

/** The name services, as the service sees them. */
export function names(backend: OutsideBackend): Names {
  const { store } = backend
  return {
    find: (chain, name) => findName(backend, chain, name),
    namesOf: (account) => namesOf(backend, account),
    issuedTo: (walletId) => store.chainNames.find('byWallet', [walletId]),
    issue: ({ chain, ...subname }) =>
      void store.chainNames.insert({ ...newRecord(backend), family: chainNamespace(chain), ...subname }),
  }
}

/** Registers a name, or gives it to another owner. `name` is in its canonical spelling. */
export function putName(
  backend: OutsideBackend,
  { chain, name, owner, avatar }: { chain: Chain; name: string; owner: string; avatar?: string | undefined },
): ChainName {
  const existingName = findName(backend, chain, name)
  if (existingName) backend.store.chainNames.delete(existingName.id)
  return backend.store.chainNames.insert({
    ...newRecord(backend),
    family: chainNamespace(chain),
    name,
    owner: addressKey(chain, owner),
    ...defined({ avatar }),
  })
}

/** Names that belong to an account, the latest first. */
export function namesOf(
  { store }: { readonly store: Pick<OutsideReadStore, 'chainNames'> },
  account: string,
): ChainName[] {
  return [...store.chainNames.scan('byOwner', [account], { descending: true })]
}

function findName({ store }: Pick<OutsideBackend, 'store'>, chain: Chain, name: string): ChainName | undefined {
  return store.chainNames.find('byName', [chainNamespace(chain), name])
}
