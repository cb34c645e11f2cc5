/** The requests that reverse proxies send to the server behind them. */
export interface ProxyRequest {
  /** @default 1.1 */
  readonly version?: '1.0'
  readonly headers: Readonly<Record<string, string>>
}

const loopback = '127.0.0.1:4010'
const visitor = '203.0.113.7'
const name = 'mock.example.com'

/**
 * The requests of reverse proxies and tunnels for a visitor of `https://mock.example.com`, who has asked for a URL of
 * the mock. Each has a loopback `Host`, as the shortest configuration of nginx and Apache sends it.
 */
export const proxyRequests: Readonly<Record<string, ProxyRequest>> = {
  'nginx until 1.29, as it comes': { version: '1.0', headers: { Host: loopback, Connection: 'close' } },
  'nginx with the headers of its proxy_params': {
    headers: {
      Host: loopback,
      'X-Real-IP': visitor,
      'X-Forwarded-For': visitor,
      'X-Forwarded-Proto': 'https',
    },
  },
  'nginx with X-Real-IP': { headers: { Host: loopback, 'X-Real-IP': visitor } },
  Apache: {
    headers: {
      Host: loopback,
      'X-Forwarded-For': visitor,
      'X-Forwarded-Host': name,
      'X-Forwarded-Server': name,
      Connection: 'Keep-Alive',
    },
  },
  'Apache with ProxyVia only, whose visitor has named the others in Connection': {
    headers: { Host: loopback, Via: `1.1 ${name}` },
  },
  'Caddy with the Host of its upstream': {
    headers: { Host: loopback, 'X-Forwarded-For': visitor, 'X-Forwarded-Host': name, 'X-Forwarded-Proto': 'https' },
  },
  'Caddy from 2.9 on': { headers: { Host: loopback, Via: '1.1 Caddy' } },
  Traefik: {
    headers: {
      Host: loopback,
      'X-Forwarded-For': visitor,
      'X-Forwarded-Host': name,
      'X-Forwarded-Port': '443',
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-Server': 'traefik',
      'X-Real-Ip': visitor,
    },
  },
  'a proxy with the standard header': { headers: { Host: loopback, Forwarded: `for=${visitor};proto=https` } },
  'a content network': { headers: { Host: loopback, 'CDN-Loop': 'cloudflare', 'CF-Connecting-IP': visitor } },
  'a tunnel of a content network': { headers: { Host: loopback, 'True-Client-IP': visitor } },
  'a gateway of Azure': { headers: { Host: loopback, 'X-Original-Host': name } },
  'an ingress with the header of a load balancer': { headers: { Host: loopback, 'X-Cluster-Client-Ip': visitor } },
  'a header that is empty': { headers: { Host: loopback, 'X-Forwarded-For': '' } },
}
