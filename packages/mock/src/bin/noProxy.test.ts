import { expect, it } from 'vitest'
import { noProxyVariables } from './noProxy.ts'

const loopback = 'localhost,127.0.0.1,::1'

it.each([
  [{ HTTP_PROXY: 'http://proxy:3128' }, loopback],
  [{ https_proxy: 'http://proxy:3128' }, loopback],
  [{ ALL_PROXY: 'socks5://proxy', NO_PROXY: '.corp, localhost' }, '.corp,localhost,127.0.0.1,::1'],
  [{ http_proxy: 'http://proxy:3128', no_proxy: 'db' }, `db,${loopback}`],
])('NO_PROXY of a command gets this machine: %j', (env, hosts) => {
  expect(noProxyVariables(env)).toEqual({ NO_PROXY: hosts, no_proxy: hosts })
})

it.each([{}, { HTTP_PROXY: '' }, { NO_PROXY: 'db' }, { HTTP_PROXY: 'http://proxy:3128', NO_PROXY: '*' }])(
  'NO_PROXY of a command stays as it is where no proxy is used: %j',
  (env) => {
    expect(noProxyVariables(env)).toEqual({})
  },
)
