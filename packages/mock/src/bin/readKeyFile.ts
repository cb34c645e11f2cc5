import type { KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type PrivateJwk, readPrivateJwk } from '@latchkey/crypto/ownKey'
import type { MockOptions } from '../mock/createMock.ts'
import { fileProblem } from './readDataFile.ts'

// An import of this module would be read at every start.
const nodeCrypto = () => process.getBuiltinModule('node:crypto')

/**
 * Reads the file of `--signing-key`: a private key in PEM (PKCS #8, PKCS #1 or SEC 1) or as a JWK.
 *
 * @param signing - The algorithm of `--signing`, which the key has to fit.
 * @throws TypeError with one sentence, which has no part of the key
 */
export function readKeyFile(file: string, signing: MockOptions['signing']): PrivateJwk {
  const text = readText(file)
  const refusal = (reason: string) => new TypeError(`The signing key ${file} cannot be used: ${reason}`)
  let jwk: PrivateJwk
  let algorithm: MockOptions['signing']
  try {
    jwk = text.trimStart().startsWith('{') ? readJwk(text) : readPem(text)
    algorithm = readPrivateJwk(jwk).algorithm
    assertPair(jwk)
  } catch (error) {
    throw refusal((error as Error).message)
  }
  if (signing !== undefined && signing !== algorithm)
    throw refusal(`it signs with ${algorithm}, and --signing says ${signing}.`)
  return jwk
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw fileProblem('signing key', file, error)
  }
}

function readJwk(text: string): PrivateJwk {
  try {
    return JSON.parse(text) as PrivateJwk
  } catch {
    // The message of the parser has a part of the text.
    throw new TypeError('it is not JSON.')
  }
}

function readPem(text: string): PrivateJwk {
  const [, label = ''] = /-----BEGIN ([A-Z0-9 ]+)-----/.exec(text) ?? []
  if (label === '') throw new TypeError('it is neither PEM nor a JWK.')
  if (label === 'ENCRYPTED PRIVATE KEY' || text.includes('Proc-Type: 4,ENCRYPTED'))
    throw new TypeError('it is encrypted. Write it without a passphrase: openssl pkey -in key.pem -out plain.pem.')
  if (label === 'OPENSSH PRIVATE KEY')
    throw new TypeError(
      'it is in the format of OpenSSH. Make a key in PEM: openssl genpkey -algorithm ed25519 -out key.pem.',
    )
  if (!/-----BEGIN (?:RSA |EC )?PRIVATE KEY-----/.test(text))
    throw new TypeError(`it has a block "${label}". Only a private key can sign.`)
  const key = privateKeyOf(text)
  if (key.asymmetricKeyType === 'rsa-pss')
    throw new TypeError('it is a key of RSA-PSS. RSA (RS256), P-256 (ES256) and Ed25519 (EdDSA) can sign.')
  return jwkOf(key)
}

function privateKeyOf(text: string): KeyObject {
  try {
    return nodeCrypto().createPrivateKey(text)
  } catch {
    throw new TypeError('its PEM is damaged.')
  }
}

function jwkOf(key: KeyObject): PrivateJwk {
  try {
    return key.export({ format: 'jwk' }) as PrivateJwk
  } catch {
    throw new TypeError(
      `it is a key of the kind ${key.asymmetricKeyType}. RSA (RS256), P-256 (ES256) and Ed25519 (EdDSA) can sign.`,
    )
  }
}

/** Signs and verifies, since the two halves of a JWK may not belong together. */
function assertPair(jwk: PrivateJwk): void {
  const { createPrivateKey, createPublicKey, sign, verify } = nodeCrypto()
  const { privateJwk, publicJwk } = readPrivateJwk(jwk)
  const digest = jwk.kty === 'OKP' ? null : 'sha256'
  const isPair = () => {
    const signature = sign(digest, Buffer.from('latchkey'), createPrivateKey({ key: privateJwk, format: 'jwk' }))
    return verify(digest, Buffer.from('latchkey'), createPublicKey({ key: publicJwk, format: 'jwk' }), signature)
  }
  try {
    if (isPair()) return
  } catch {
    // The reason of the library would only name its own functions.
  }
  throw new TypeError('its private and its public half do not belong together.')
}
