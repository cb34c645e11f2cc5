type Module = Readonly<Record<string, unknown>>

/** The modules that examples can import. Each is loaded when the first example imports it. */
export const modules: Readonly<Record<string, () => Promise<Module>>> = {
  '@latchkey/client': () => import('@latchkey/client'),
  '@latchkey/client/jwt': () => import('@latchkey/client/jwt'),
  '@latchkey/client/operations': () => import('@latchkey/client/operations'),
  '@latchkey/client/names': () => import('@latchkey/client/names'),
  '@latchkey/client/otel': () => import('@latchkey/client/otel'),
  '@latchkey/client/query': () => import('@latchkey/client/query'),
  '@latchkey/client/react': () => import('@latchkey/client/react'),
  '@latchkey/client/server': () => import('@latchkey/client/server'),
  '@latchkey/client/session': () => import('@latchkey/client/session'),
  '@latchkey/client/testing': () => import('@latchkey/client/testing'),
  '@latchkey/client/wallets': () => import('@latchkey/client/wallets'),
  '@latchkey/client/webhooks': () => import('@latchkey/client/webhooks'),
  '@latchkey/mock': () => import('@latchkey/mock'),
  '@latchkey/mock/names': () => import('@latchkey/mock/names'),
  '@latchkey/types': () => import('@latchkey/types'),
  '@latchkey/types/zod': () => import('@latchkey/types/zod'),
  react: () => import('react'),
  'react-dom/server': () => import('react-dom/server'),
  vue: () => import('vue'),
}
