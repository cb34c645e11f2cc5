import type { WorldBackend } from '../../domain/shared/backend.ts'
import { changeRules } from '../../outside/exchanges/exchangeAccounts.ts'
import { transact, type World } from '../../world/world.ts'

/** A failure that was planned for something that is not an operation. It happens by itself the next time. */
export interface PlannedFailure {
  readonly id: string
  /**
   * The kind of failure: of a sign-in at an identity provider, a room of embedded wallets, an export, or a transfer of
   * an exchange.
   */
  readonly kind: 'signIn' | 'room' | 'export' | 'transfer'
  /** The identity provider, the kind of room or the exchange. Absent for an export. */
  readonly name?: string
  /** The OAuth error of a sign-in, the reason of a room or an export, or the error code of a transfer. */
  readonly reason: string
  /** How many times it will still happen. */
  readonly times: number
}

/**
 * The failures that `idp.google.fail`, `rooms.failNext`, `exports.failNext` and `exchanges.coinbase.failNext` have
 * planned.
 */
export interface FailuresControl {
  /** The planned failures by kind, and within a kind in the order in which they happen. */
  list(): PlannedFailure[]
  /**
   * Removes one planned failure, or all.
   *
   * @param failure - One of `list()`. @default all
   * @throws TypeError when it is not planned any more
   */
  clear(failure?: Pick<PlannedFailure, 'id'>): Promise<void>
}

type Store = World['store']['reader']

interface Source {
  list(store: Store): Omit<PlannedFailure, 'kind'>[]
  forget(backend: WorldBackend, id: string): void
}

const sources: Readonly<Record<PlannedFailure['kind'], Source>> = {
  signIn: {
    list: ({ idpFailures }) =>
      Array.from(idpFailures.scan('byProvider', []), ({ id, provider, error, remaining }) => ({
        id,
        name: provider,
        reason: error,
        times: remaining,
      })),
    forget: ({ store }, id) => store.idpFailures.delete(id),
  },
  room: {
    list: ({ roomFailures }) =>
      Array.from(roomFailures.scan('byKind', []), ({ id, kind, reason }) => ({ id, name: kind, reason, times: 1 })),
    forget: ({ store }, id) => store.roomFailures.delete(id),
  },
  export: {
    list: ({ exportFailures }) =>
      Array.from(exportFailures.scan('byCreatedAt', []), ({ id, reason }) => ({ id, reason, times: 1 })),
    forget: ({ store }, id) => store.exportFailures.delete(id),
  },
  transfer: {
    list: ({ exchangeRules }) =>
      Array.from(exchangeRules.scan('byExchange', []), ({ id, exchange, failures }) => ({
        id,
        name: exchange,
        reason: 'unknown_transfer_error',
        times: failures,
      })).filter(({ times }) => times > 0),
    // The record has the other rules of the exchange, too.
    forget(backend, id) {
      const rules = backend.store.exchangeRules.get(id)
      if (rules) changeRules(backend, rules.exchange, { failures: 0 })
    },
  },
}
const kinds = Object.keys(sources) as PlannedFailure['kind'][]

export function createFailuresControl(world: World): FailuresControl {
  const list = () =>
    kinds.flatMap((kind) => sources[kind].list(world.store.reader).map((failure) => ({ ...failure, kind })))
  return {
    list,
    clear: async (failure) =>
      transact(world, (backend) => {
        const planned = list().filter(({ id }) => failure === undefined || id === failure.id)
        if (failure !== undefined && planned.length === 0)
          throw new TypeError(`Failed to call "failures.clear()": the failure "${failure.id}" is not planned any more.`)
        for (const { kind, id } of planned) sources[kind].forget(backend, id)
      }),
  }
}
