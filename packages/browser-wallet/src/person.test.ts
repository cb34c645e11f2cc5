import { describe, expect, it } from 'vitest'
import { createPerson, type PersonOptions, type Question } from './person.ts'

const question = (kind: Question['kind'], method = 'personal_sign'): Question => ({
  kind,
  method,
  origin: 'https://app.example.com',
  params: [],
})

function setUp(options?: PersonOptions) {
  const { person, ask, end } = createPerson(options)
  const closing = new AbortController()
  return {
    person,
    closing,
    end,
    ask: (kind: Question['kind'] = 'message') => ask(question(kind), { signal: closing.signal }),
  }
}

describe('the person at a wallet', () => {
  it('approves at once without being told how to answer', async () => {
    const { person, ask } = setUp()
    expect(await ask()).toEqual({ isApproved: true })
    expect(person.requests).toMatchObject([{ id: 1, status: 'approved', method: 'personal_sign' }])
  })

  it('gives open requests to the test in the order in which they came', async () => {
    const { person, ask } = setUp({ approval: 'manual' })
    const answers = [ask('connect'), ask('message')]
    const first = await person.nextRequest()
    const second = await person.nextRequest()
    expect([first.kind, second.kind]).toEqual(['connect', 'message'])
    second.refuse()
    first.approve({ accounts: ['0x1'] })
    expect(await Promise.all(answers)).toEqual([{ isApproved: true, accounts: ['0x1'] }, { isApproved: false }])
  })

  it('does not hand out a request again that another call has answered', async () => {
    const { person, ask } = setUp({ approval: 'manual' })
    const answer = ask('connect')
    person.requests[0]?.approve()
    await answer
    const waiting = person.nextRequest()
    void ask('message')
    expect((await waiting).kind).toBe('message')
  })

  it('never opens a locked wallet by an automatic answer', async () => {
    const { person, ask } = setUp()
    const answer = ask('unlock')
    expect((await person.nextRequest()).status).toBe('open')
    person.requests[0]?.approve()
    expect(await answer).toEqual({ isApproved: true })
  })

  it('gives up waiting in time, and then answers the next request by itself', async () => {
    const { person, ask } = setUp()
    await expect(person.nextRequest({ timeoutMs: 1 })).rejects.toThrow('no page asked for anything within 1 ms')
    expect(await ask()).toEqual({ isApproved: true })
  })

  it('forgets the oldest answered requests beyond a thousand, and none that is open', async () => {
    const { person, ask } = setUp()
    const open = ask('unlock')
    for (let count = 0; count < 1001; count++) await ask()
    expect(person.requests).toHaveLength(1000)
    expect([person.requests[0], person.requests.at(-1)]).toMatchObject([{ id: 1, status: 'open' }, { id: 1002 }])
    person.requests[0]?.refuse()
    expect(await open).toEqual({ isApproved: false })
  })

  it('withdraws what a closed page has asked, also while the answer is delayed', async () => {
    const { person, closing, ask } = setUp({ delay: 20 })
    const answer = ask()
    closing.abort()
    expect(await answer).toEqual({ isApproved: false })
    expect(person.requests).toMatchObject([{ status: 'withdrawn' }])
  })

  it.each([
    ['a negative delay', (): unknown => setUp({ delay: -1 })],
    ['a delay without end', (): unknown => setUp().person.setDelay(Number.POSITIVE_INFINITY)],
    ['another way to answer', (): unknown => setUp().person.setApproval('sometimes' as 'manual')],
    ['a wait without end', (): unknown => setUp().person.nextRequest({ timeoutMs: Number.NaN })],
    ['half a refusal', (): unknown => setUp().person.refuseNext(0.5)],
  ])('refuses %s', async (_, call) => {
    await expect(async () => call()).rejects.toThrow(TypeError)
  })

  it('withdraws what is open once it is over, and ends the waits for further requests', async () => {
    const { person, ask, end } = setUp({ approval: 'manual' })
    const answer = ask()
    const waits = [person.nextRequest(), person.nextRequest()]
    end()
    expect([await answer, person.requests[0]?.status]).toEqual([{ isApproved: false }, 'withdrawn'])
    expect(await waits[0]).toMatchObject({ status: 'withdrawn' })
    await expect(waits[1]).rejects.toThrow('the wallet was removed')
    await expect(person.nextRequest()).rejects.toThrow('the wallet was removed')
  })
})
