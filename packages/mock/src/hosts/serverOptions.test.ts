import { describe, expect, it } from 'vitest'
import { connectMock } from '../control/remote/connectMock.ts'
import { createMock } from '../mock/createMock.ts'
import { startServer } from './server.ts'

const refusalOf = (...input: readonly unknown[]) =>
  (startServer as (...input: readonly unknown[]) => ReturnType<typeof startServer>)(...input).then(
    async (server) => {
      await server.close()
      throw new Error('The server has started.')
    },
    (error: unknown) => error,
  )

describe('startServer', () => {
  it.each([
    [{ contolToken: 'secret' }, 'there is no option "contolToken". Did you mean "controlToken"?'],
    [{ baseURL: 'https://a.example' }, 'there is no option "baseURL". Did you mean "baseUrl"?'],
    [{ toString: 1 }, 'there is no option "toString".'],
    [{ seed: 'x' }, 'there is no option "seed" of the server. The mock takes it: startServer({ seed }).'],
    [{ worlds: { maximun: 3 } }, 'there is no option of `worlds` "maximun". Did you mean "maximum"?'],
    [{ worlds: 3 }, '`worlds` takes an object.'],
    [{ port: 'mock.sock' }, '`port` takes a whole number from 0 to 65535.'],
    [{ port: Number.NaN }, '`port` takes a whole number from 0 to 65535.'],
    [{ port: 65_536 }, '`port` takes a whole number from 0 to 65535.'],
    [{ host: '' }, '`host` takes a host name or an address.'],
    [{ allowHosts: 'mock.example' }, '`allowHosts` takes a list of names.'],
    [{ trustProxy: 'false' }, '`trustProxy` takes true or false.'],
    [{ baseUrl: 4010 }, '`baseUrl` takes an origin, such as "https://mock.example.com".'],
    [{ controlToken: '' }, '`controlToken` takes a text of ASCII characters that is not empty.'],
    [{ controlToken: 'secret\n' }, '`controlToken` takes a text of ASCII characters that is not empty.'],
    [{ controlToken: null }, '`controlToken` takes a text of ASCII characters that is not empty.'],
    [{ requestTimeoutMs: 0 }, '`requestTimeoutMs` takes a whole number of milliseconds above 0, up to 2147483647.'],
    [{ requestTimeoutMs: 0.5 }, '`requestTimeoutMs` takes a whole number of milliseconds above 0, up to 2147483647.'],
    [{ requestTimeoutMs: 1e12 }, '`requestTimeoutMs` takes a whole number of milliseconds above 0, up to 2147483647.'],
    [
      { requestTimeoutMs: '5000' },
      '`requestTimeoutMs` takes a whole number of milliseconds above 0, up to 2147483647.',
    ],
    [{ state: '' }, '`state` takes the path of a file.'],
    [{ prepare: true }, '`prepare` takes a function.'],
    [{ attach: {} }, '`attach` takes a function.'],
    [{ onAnswer: 'log' }, '`onAnswer` takes a function.'],
    [{ onLoad: 'log' }, '`onLoad` takes a function.'],
    [{ https: true }, '`https` takes a certificate { cert, key } in PEM, or a function that returns one.'],
    [{ https: { cert: 'PEM' } }, '`https` takes a certificate { cert, key } in PEM, or a function that returns one.'],
    [{ otlp: '' }, '`otlp` takes the URL of a collector.'],
    [{ stateSync: 'ful' }, '`stateSync` takes "normal" or "full".'],
  ])('refuses %j before it listens', async (options, reason) => {
    expect(await refusalOf({}, options)).toEqual(new TypeError(`Failed to call "startServer()": ${reason}`))
  })

  it.each([[4010], [null], [{}, 4010], [{}, null]])('refuses the arguments %j, %j', async (...input) => {
    expect(await refusalOf(...input)).toMatchObject({
      message: expect.stringContaining('it takes a mock, or the options of one, and then an object'),
    })
  })

  it('names the argument for an option of the server that stands among those of the mock', async () => {
    expect(await refusalOf({ port: 4010 })).toMatchObject({
      message: expect.stringContaining('A server takes it: startServer({}, { port }).'),
    })
  })

  it('takes the number of a port as the environment has it, and options that are undefined', async () => {
    const server = await startServer(createMock(), { port: '0' as never, state: undefined, controlToken: undefined })
    await server.close()
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  })
})

it('connectMock refuses an option that it does not have', async () => {
  const connecting = connectMock('http://127.0.0.1:1', { tokn: 'secret' } as never)
  await expect(connecting).rejects.toThrow(
    'Failed to call "connectMock()": there is no option "tokn". Did you mean "token"?',
  )
})
