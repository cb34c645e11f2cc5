/** The codes of a stream whose reader has gone: a pipe, a socket, and a terminal. A full disk has another one. */
const goneReaders: ReadonlySet<string | undefined> = new Set(['EPIPE', 'ECONNRESET', 'EIO'])

/** @throws the error, unless nobody reads any more */
function ignoreGoneReader(error: NodeJS.ErrnoException): void {
  if (!goneReaders.has(error.code)) throw error
}

/**
 * Lets the process go on when nobody reads its output any more: the reader of a pipe has ended, or the terminal was
 * closed. Each further line fails then, and there is nowhere to say so. What cannot be written otherwise is lost, so the
 * process ends with an error.
 */
export function outliveReaders(outputs: readonly NodeJS.EventEmitter[] = [process.stdout, process.stderr]): void {
  for (const stream of outputs)
    if (!stream.listeners('error').includes(ignoreGoneReader)) stream.on('error', ignoreGoneReader)
}
