import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectOverHttp } from '../../test/support/mcpClients.ts'
import { callTool, readTool } from '../../test/support/mcpTools.ts'
import { type MockServer, startServer } from './server.ts'

let server: MockServer
beforeAll(async () => {
  server = await startServer({}, { worlds: { maximum: 3 } })
})
afterAll(() => server.close())

const connect = (path = '') => connectOverHttp('a client of 2026', `${server.url}${path}/__mock/mcp`)
const createUser = (email: string, world: string) => ({ route: 'POST create/user', input: { email }, world })

describe('the tools of worlds', () => {
  it('create, name and delete a world, and let the other tools act in it', async () => {
    const client = await connect()
    const created: { name: string; url: string } = await readTool(client, 'create_world', { name: 'ada' })
    expect(created).toEqual({ name: 'ada', url: `${server.url}/w/ada` })
    await callTool(client, 'control', createUser('ada@example.com', 'ada'))
    const inWorld = await callTool(client, 'call_operation', { operation: 'users.list', world: 'ada' })
    expect(inWorld.text).toContain('ada@example.com')
    expect((await callTool(client, 'call_operation', { operation: 'users.list' })).text).not.toContain('ada@')
    const worlds: { name: string; counts: object }[] = await readTool(client, 'list_worlds')
    expect(worlds).toEqual([expect.objectContaining({ name: 'ada', counts: expect.objectContaining({ users: 1 }) })])
    expect(await callTool(client, 'drop_world', { name: 'ada' })).toEqual({ isError: false, text: 'null' })
    expect(await readTool(client, 'list_worlds')).toEqual([])
  })

  it('copy a world, and reach its sisters from a world', async () => {
    const client = await connect('/w/first')
    await callTool(client, 'control', createUser('grace@example.com', 'first'))
    await callTool(client, 'create_world', { name: 'second', from: 'first' })
    const { text } = await callTool(client, 'call_operation', { operation: 'users.list', world: 'second' })
    expect(text).toContain('grace@example.com')
    // From outside, since each request of a tool opens the world that it is for.
    const outside = await connect()
    for (const name of ['first', 'second']) await callTool(outside, 'drop_world', { name })
    expect(server.worlds.list()).toEqual([])
  })

  it.each([
    ['create_world', { name: 'no spaces' }, /a name has 1 to 64 letters/],
    ['create_world', { name: 'copy', from: 'nobody' }, /there is no world "nobody" to copy/],
    ['drop_world', { name: 'nobody' }, /there is no world "nobody"/],
  ])('refuse %s with %j', async (name, input, sentence) => {
    expect(await callTool(await connect(), name, input)).toEqual({
      isError: true,
      text: expect.stringMatching(sentence),
    })
    expect(server.worlds.list()).toEqual([])
  })

  it('say so when the server keeps no more worlds', async () => {
    const client = await connect()
    for (const name of ['a', 'b', 'c']) await callTool(client, 'create_world', { name })
    const refused = await callTool(client, 'control', { route: 'GET clock', world: 'd' })
    expect(refused).toEqual({ isError: true, text: expect.stringMatching(/worlds/) })
    for (const name of ['a', 'b', 'c']) await callTool(client, 'drop_world', { name })
  })
})
