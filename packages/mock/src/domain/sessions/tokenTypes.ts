/** `typ` of the token that proves only the first step of a sign-in. */
export const firstStepType = 'mfa+jwt'
/** `typ` of the token that opens the operations of backups of key shares. */
export const backupType = 'backup+jwt'

/** `typ` of the token with which a server uses the wallets of the environment itself. */
export const serverType = 'server+jwt'
/** `typ` of the token for the provider that creates wallets in the browser. */
export const mpcType = 'mpc+jwt'
