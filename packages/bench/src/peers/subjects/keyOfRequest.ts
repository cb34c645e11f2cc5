/** As many as the start scripts give to their servers. */
const keys = 1_000
let count = 0

/** The API key of the next request: these servers let each key send only so many requests a minute or an hour. */
export function keyOfRequest(): { readonly authorization: string } {
  return { authorization: `Bearer sk_test_${count++ % keys}` }
}
