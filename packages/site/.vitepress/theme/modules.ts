type Module = Readonly<Record<string, unknown>>

/** What examples can import. Each is loaded when the first example imports it. */
export const modules: Readonly<Record<string, () => Promise<Module>>> = {
  '@latchkey/client': () => import('@latchkey/client'),
  '@latchkey/client/jwt': () => import('@latchkey/client/jwt'),
  '@latchkey/client/operations': () => import('@latchkey/client/operations'),
  '@latchkey/client/session': () => import('@latchkey/client/session'),
  '@latchkey/client/testing': () => import('@latchkey/client/testing'),
  '@latchkey/client/wallets': () => import('@latchkey/client/wallets'),
  '@latchkey/client/webhooks': () => import('@latchkey/client/webhooks'),
  '@latchkey/mock': () => import('@latchkey/mock'),
}
