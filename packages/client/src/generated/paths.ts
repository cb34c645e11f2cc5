// Written by `pnpm generate` from spec/. Edit spec/ instead.
/** The paths that answer with a redirect, which fetch must not follow. */
export const redirectPath = /\/(?:cbOauthRedirectUrl|download|login|redirect)$/

/** The paths that may answer 200 without a body. */
export const emptyPath = /\/(?:\{inviteId\}|\{organizationId\}\/invites)$/
