const ignore = () => undefined

/**
 * Lets the process go on when nobody reads its output any more: the reader of a pipe has ended, or the terminal was
 * closed. Each further line fails then, and there is nowhere to say so.
 */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr])
    if (!stream.listeners('error').includes(ignore)) stream.on('error', ignore)
}
