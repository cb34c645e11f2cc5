/** Turns a refusal of the service or a wallet into an error of wrong use. @throws TypeError */
export async function asUse<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof Error ? new TypeError(error.message, { cause: error }) : error
  }
}
