/** Shows the progress in one line of a terminal, which is rewritten. Without a terminal it shows nothing. */
export interface Progress {
  show(text: string): void
  /** Removes the line. */
  clear(): void
}

/** How many milliseconds pass before the line is written again. */
const interval = 100

export function createProgress(
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>,
  elapsed: () => number = () => performance.now(),
): Progress {
  if (!stream.isTTY) return { show: () => undefined, clear: () => undefined }
  let writtenAt: number | undefined
  return {
    show(text) {
      if (writtenAt !== undefined && elapsed() - writtenAt < interval) return
      writtenAt = elapsed()
      stream.write(`\r\u001b[K${text}`)
    },
    clear() {
      if (writtenAt !== undefined) stream.write('\r\u001b[K')
      writtenAt = undefined
    },
  }
}
