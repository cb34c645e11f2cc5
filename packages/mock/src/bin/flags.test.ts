import { expect, it, onTestFinished } from 'vitest'
import { startServer } from '../hosts/server.ts'
import type { FlagRow } from './flagRow.ts'
import { flags } from './flags.ts'
import { describeFlag, withoutMarks } from './flagTexts.ts'
import { readOptions } from './options.ts'

it('a server keeps as many worlds as --max-worlds says', async () => {
  const { mock, server } = readOptions(['--port', '0', '--max-worlds', '1'], {})
  const { worlds, close } = await startServer(mock, server)
  onTestFinished(close)
  worlds.create('ada')
  expect(() => worlds.create('bob')).toThrow('the server keeps one world. Drop one')
})

it('leaves to the mock what no flag sets, but for a clock that runs on', () => {
  const { mock, server, ...command } = readOptions([], {})
  expect(mock).toEqual({ frozen: false })
  expect(server).toMatchObject({
    port: 4010,
    host: '127.0.0.1',
    allowHosts: [],
    trustProxy: false,
    stateSync: 'normal',
  })
  expect(command).toMatchObject({ chains: [], realProviders: [], waitTimeoutMs: 0, quiet: false })
  expect(command.scenario).toBeUndefined()
})

it('gives each option the value of its flag, read and under its own name', () => {
  const args = '--webhook-host app --webhook-host api --event-limit 5 --providers google,sms --socket-limits sockets=3'
  const { mock, server, waitTimeoutMs } = readOptions(
    [...args.split(' '), '--wait-timeout', '1.5', '--allow-host', 'mock', '--state-sync', 'full'],
    { LATCHKEY_JOURNAL_LIMIT: '7', LATCHKEY_UNKNOWN_FIELDS: 'ignore' },
  )
  expect(mock).toMatchObject({
    webhookHosts: ['app', 'api'],
    eventLimit: 5,
    journalLimit: 7,
    unknownFields: 'ignore',
    providers: ['google', 'sms'],
    socketLimits: { sockets: 3, subscriptions: 1_000 },
  })
  expect([server.allowHosts, server.stateSync, waitTimeoutMs]).toEqual([['mock'], 'full', 1_500])
})

it('lets calls fail by chance as --chaos says', async () => {
  const { mock, server } = readOptions(['--port', '0', '--chaos', 'a:b:1'], {})
  expect(mock.chaos).toEqual({ seed: 'a:b', rate: 1 })
  const { url, mock: running, close } = await startServer({ ...mock, chaos: { rate: 1, kinds: ['outage'] } }, server)
  onTestFinished(close)
  const check = `${url}/api/v0/sdk/${running.defaults.environments.sandbox.id}/healthcheck`
  expect((await fetch(check)).status).toBe(503)
})

it.each(['monday', 'monday:0', 'monday:1.5', ':0.1', 'monday:-1'])('refuses --chaos %s', (text) => {
  expect(() => readOptions(['--chaos', text], {})).toThrow(
    '--chaos takes a seed and a rate above 0, up to 1: monday:0.1.',
  )
})

it.each([
  [['--no-strict'], {}, false],
  [['--strict'], { LATCHKEY_NO_STRICT: '1' }, true],
  [[], { LATCHKEY_STRICT: '0' }, false],
  [[], { LATCHKEY_NO_STRICT: 'false' }, true],
])('reads %j with the variables %j as strict: %j', (args, env, strict) => {
  expect(readOptions(args, env).mock.strict).toBe(strict)
})

it('adds the default of the option to the text of a flag, and shows it without marks in a terminal', () => {
  const textOf = (name: keyof typeof flags) => withoutMarks(describeFlag(flags[name] satisfies FlagRow))
  expect(textOf('seed')).toBe('Seeds ids, codes and keys. Default "latchkey".')
  expect(textOf('port')).toBe('Port to listen at; 0 picks a free one. Default 4010.')
  expect(textOf('max-worlds')).toBe('How many worlds the server keeps. Default 1000.')
  expect(textOf('unknown-fields')).toBe('What to do with unknown request fields: refuse or ignore. Default refuse.')
  expect(textOf('wallets')).not.toContain('Default')
  expect(textOf('chain')).toBe('Use a real node for this EVM chain, such as 1=http://127.0.0.1:8545. May be repeated.')
})
