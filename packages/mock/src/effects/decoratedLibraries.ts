// Libraries whose classes have decorators, which need `reflect-metadata` before them. Their own imports of it come too
// late in a bundle, where a part that several of them share is loaded first.

const afterMetadata =
  <T>(load: () => Promise<T>) =>
  async (): Promise<T> => {
    await import('reflect-metadata')
    return load()
  }

export const loadX509 = afterMetadata(() => import('@peculiar/x509'))
export const loadWebAuthn = afterMetadata(() => import('@simplewebauthn/server'))
export const loadWebAuthnHelpers = afterMetadata(() => import('@simplewebauthn/server/helpers'))
