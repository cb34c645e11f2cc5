import { describe, expect, it } from 'vitest'
import { createMock } from '../../mock/createMock.ts'
import { withTextLimit } from './stateText.ts'

const now = '2026-01-15T09:30:00.000Z'

describe('withTextLimit', () => {
  it('lets a state be written up to the limit, and names the stream beyond it', async () => {
    const mock = createMock({ now })
    await mock.create.user({ email: 'ada@example.com' })
    const state = mock.export()
    const text = JSON.stringify(state)
    expect(JSON.stringify(withTextLimit({ ...state }, text.length))).toBe(text)
    const write = () => JSON.stringify({ state: withTextLimit({ ...state }, text.length - 1) })
    expect(write).toThrow(RangeError)
    expect(write).toThrow(
      /it has more than \d+ characters, and V8 has no longer text\. Write it with `exportStream\(\)`/,
    )
  })
})

describe('exportStream and importStream', () => {
  it('carry the text of an export', async () => {
    const mock = createMock({ now })
    await mock.create.user({ email: 'ada@example.com' })
    const text = await new Response(mock.exportStream()).text()
    expect(text).toBe(JSON.stringify(mock.export()))
    const other = createMock({ now })
    await other.importStream(new Response(text).body!)
    expect(other.export()).toEqual(mock.export())
    await other.importStream(mock.exportStream())
    expect(other.export()).toEqual(mock.export())
  })

  it('have the state of the call, whatever is written meanwhile', async () => {
    const mock = createMock({ now })
    const text = JSON.stringify(mock.export())
    const stream = mock.exportStream()
    await mock.create.user({ email: 'ada@example.com' })
    expect(await new Response(stream).text()).toBe(text)
  })

  it('let requests be answered with the old state until a large one is read', async () => {
    const mock = createMock({ now })
    const user = await mock.create.user({ email: 'ada@example.com' })
    const state = mock.export()
    const [row] = state.tables.users as { readonly id: string }[]
    const users = Array.from({ length: 20_000 }, (_, n) => ({ ...row, id: `user-${n}` }))
    const large = { ...state, tables: { ...state.tables, users: [row, ...users] } }
    const order: string[] = []
    const importing = mock.importStream(new Response(JSON.stringify(large)).body!).then(() => order.push('imported'))
    // A task of its own, as a request that comes over the network.
    await new Promise((resolve) => setTimeout(resolve))
    const seen = mock.export().tables.users as { readonly id: string }[]
    order.push('answered')
    await importing
    expect([order, seen.map(({ id }) => id)]).toEqual([['answered', 'imported'], [user.id]])
    expect(mock.export().tables.users).toHaveLength(20_001)
  })

  it.each([
    ['broken JSON', '{"version":1,"tables":{"users":[{]}}', /importStream\(\)": /],
    ['a half', '{"version":1,"tables":{"users":[', /importStream\(\)": the JSON ends in the middle\./],
    ['other data', '{"version":2}', /version must be 1/],
  ])('refuse %s, and change nothing', async (_, text, sentence) => {
    const mock = createMock({ now })
    await mock.create.user({ email: 'ada@example.com' })
    const before = mock.export()
    const importing = mock.importStream(new Response(text).body!)
    await expect(importing).rejects.toThrow(TypeError)
    await expect(importing).rejects.toThrow(sentence)
    expect(mock.export()).toEqual(before)
  })
})
