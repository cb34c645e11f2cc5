/** How many parties hold a share, and how many of them it takes to sign. The names are those of the API. */
export type Scheme = 'TWO_OF_TWO' | 'TWO_OF_THREE' | 'THREE_OF_FIVE'

export interface SchemeSize {
  /** Shares that it takes to sign. */
  readonly threshold: number
  /** Shares that exist: those of the client and those of the service. */
  readonly total: number
  /** Shares that the user's side holds. */
  readonly clients: number
}

export const schemes: Readonly<Record<Scheme, SchemeSize>> = {
  TWO_OF_TWO: { threshold: 2, total: 2, clients: 1 },
  TWO_OF_THREE: { threshold: 2, total: 3, clients: 2 },
  THREE_OF_FIVE: { threshold: 3, total: 5, clients: 3 },
}
