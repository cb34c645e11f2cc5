import { inFile, noSuchId, type Reason, sentence } from './reason.ts'

const unchanged = 'The record is written as it is.'

export const secondFactor: readonly Reason[] = [
  ...inFile('src/domain/secondFactor/mfaPolicy.ts', [
    { code: '[]', reason: 'A text in the list is of no kind of device, so it allows no codes either.' },
    { code: 'credentialId === undefined', replacement: 'false', reason: noSuchId },
  ]),
  ...inFile('src/domain/secondFactor/totpDevices.ts', [
    { code: "''", reason: 'A TOTP app always has a secret; no text of the replacement is read.' },
  ]),
  ...inFile('src/domain/secondFactor/mfaDevices.ts', [
    { code: 'passkeyId !== undefined', replacement: 'true', reason: noSuchId },
    { code: "'device'", reason: sentence },
    { code: 'other.isDefault', replacement: 'true', reason: unchanged },
  ]),
  ...inFile('src/domain/secondFactor/mfaTokens.ts', [
    {
      code: 'mfaVerifiedAt !== undefined',
      replacement: 'true',
      reason: 'A missing instant is not a number, which is never late enough.',
    },
  ]),
  ...inFile('src/domain/secondFactor/recoveryCodes.ts', [
    { code: 'code !== undefined', replacement: 'true', reason: unchanged },
    { code: 'code.toUpperCase()', reason: 'Codes are compared in one case; which one makes no difference.' },
  ]),
]
