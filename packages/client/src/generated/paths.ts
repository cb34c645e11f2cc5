// Written by `pnpm generate` from spec/. Edit spec/ instead.
/** The paths that answer with a redirect, which fetch must not follow. */
export const redirectPath = /(?:\/cbOauthRedirectUrl|\/download|\/login|\/redirect)$/

/** Method and path of the operations that may answer 200 without a body. */
export const emptyCall = /(?:^POST .*\/invites|^PUT .*\/\{inviteId\})$/
