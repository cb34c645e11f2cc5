/** The most that an allowance can be on any chain. */
export const unlimited = 2n ** 256n - 1n
