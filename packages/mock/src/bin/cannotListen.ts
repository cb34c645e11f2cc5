import { listenRefusals } from '../hosts/listenRefusals.ts'

/** Turns the error of a port that cannot be used into a sentence. */
export const cannotListen =
  (port: number) =>
  (error: NodeJS.ErrnoException): never => {
    const reason = listenRefusals[error.code ?? '']
    throw reason === undefined ? error : new TypeError(`Cannot listen at port ${port}: ${reason}`, { cause: error })
  }
