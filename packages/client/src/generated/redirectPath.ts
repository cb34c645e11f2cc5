// Written by `pnpm generate` from spec/. Edit spec/ instead.
/** The paths that answer with a redirect, which fetch must not follow. */
export const redirectPath = /\/(?:cbOauthRedirectUrl|download|login|redirect)$/
