/**
 * The functions that the calls of a test file need, as a script in which there is a `mock`.
 *
 * @param fetch - The function that sends requests, as the script names it.
 */
export const callsBy = (fetch: string) => `
  const { id, token } = mock.defaults.environments.sandbox
  const users = mock.baseUrl + '/api/v0/environments/' + id + '/users'
  const sdk = mock.baseUrl + '/api/v0/sdk/' + id
  const json = { 'content-type': 'application/json' }
  const headers = { ...json, authorization: 'Bearer ' + token }
  const get = (url, headers = {}) => ${fetch}(url, { headers })
  const post = (url, body, headers = json) => ${fetch}(url, { method: 'POST', headers, body: JSON.stringify(body) })
  async function read(reply) {
    if (!reply.ok) throw new Error('refused with ' + reply.status)
    return reply.json()
  }`

/** A user, a session and a list by turns, as a test file has them. */
export const hundredCalls = `
  for (let count = 0; count < 25; count += 1) {
    await read(await post(users, { email: 'ada' + count + '@example.com' }, headers))
    const person = await mock.create.user({ email: 'grace' + count + '@example.com' })
    await read(await get(users + '/' + person.id, headers))
    const session = await mock.signIn(person)
    await read(await get(sdk + '/users', session.headers))
    await read(await get(users + '?limit=50', headers))
  }`
