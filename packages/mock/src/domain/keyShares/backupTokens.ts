import type { Session } from '../../store/records.ts'
import { registeredClaims, signClaims } from '../sessions/sessionTokens.ts'
import { signingKeyOf } from '../sessions/signingKeys.ts'
import { backupType } from '../sessions/tokenTypes.ts'
import type { Backend } from '../shared/backend.ts'

const lifetimeSeconds = 60

/** Issues a token of a session that opens the backups of key shares for one minute, and nothing else. */
export async function issueBackupToken(backend: Backend, session: Session): Promise<string> {
  const key = await signingKeyOf(backend, session.environmentId)
  const { exp, ...claims } = registeredClaims(backend, session, key)
  const scope = 'keyShares:backup'
  return signClaims(
    backend,
    { ...claims, exp: Math.min(exp, claims.iat + lifetimeSeconds), scope },
    { key, typ: backupType },
  )
}
