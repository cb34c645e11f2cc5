import { type NamesFile, readDeploymentNames } from '@latchkey/names'
import {
  translateClaims,
  translatePath,
  translateWebhook,
  type DeploymentNames as Names,
} from '@latchkey/names/messages'
import type { IssuedNames } from '../domain/shared/issuedNames.ts'
import type { MockNames } from './mockNames.ts'
import { spellService } from './spelledService.ts'

/**
 * Reads how a deployment spells the interface, for the option `names` of a mock.
 *
 * @param file - The content of a names file. Its JSON Schema is `@latchkey/mock/names.schema.json`.
 * @throws TypeError for a name that the document does not have, with the nearest one, and for a spelling that two names
 * would share
 * @example createMock({ names: readNames({ paths: { '/api/v0/*': '/v1/*' }, fields: { userId: 'user_id' } }) })
 */
export function readNames(file: NamesFile): MockNames {
  const names = readDeploymentNames(file)
  return {
    issued: issuedNames(names),
    wrap: (serve, baseUrl) => spellService(names, serve, baseUrl),
  }
}

function issuedNames({ spell, read, tokenPrefixes }: Names): IssuedNames {
  return {
    tokenPrefix: (prefix) => tokenPrefixes.get(prefix) ?? prefix,
    spellClaims: (claims) => translateClaims(spell, claims),
    readClaims: (payload) => translateClaims(read, payload),
    spellPath: (path) => translatePath(spell, path) ?? path,
    readPath: (path) => translatePath(read, path),
    spellWebhook: (body) => translateWebhook(spell, body) as object,
    readWebhook: (body) => translateWebhook(read, body) as object,
    header: spell.header,
  }
}
