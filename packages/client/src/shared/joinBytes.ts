/** Not by `Blob`: the page of jsdom has one of its own, which `Response` cannot read and which has no `arrayBuffer`. */
export function joinBytes(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(size)
  size = 0
  for (const chunk of chunks) {
    joined.set(chunk, size)
    size += chunk.length
  }
  return joined
}
