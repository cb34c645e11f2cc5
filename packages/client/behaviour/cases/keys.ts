import { expect } from '../trial.ts'
import type { Case } from './case.ts'

interface Signer {
  readonly jwk: object
  /** A user's token of this key, good for a minute. */
  sign(issuer: string, environmentId: string): Promise<string>
}

const toBase64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replace(/=+$/, '')
    .replaceAll('+', '-')
    .replaceAll('/', '_')

/** A key of its own, with ES256 (RFC 7518 section 3.4). */
async function createSigner(kid: string): Promise<Signer> {
  const { privateKey, publicKey } = (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair
  const text = new TextEncoder()
  const part = (value: object): string => toBase64url(text.encode(JSON.stringify(value)))
  return {
    jwk: { ...((await crypto.subtle.exportKey('jwk', publicKey)) as object), kid, use: 'sig', alg: 'ES256' },
    async sign(issuer, environmentId) {
      const iat = Math.floor(Date.now() / 1000)
      const claims = {
        iss: issuer,
        sub: 'user-1',
        sid: 'session-1',
        iat,
        exp: iat + 60,
        environment_id: environmentId,
        scope: 'user:basic',
      }
      const signed = `${part({ alg: 'ES256', typ: 'JWT', kid })}.${part(claims)}`
      const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, text.encode(signed))
      return `${signed}.${toBase64url(new Uint8Array(signature))}`
    },
  }
}

export const keys: readonly Case[] = [
  {
    when: 'the signing key is rotated',
    needs: 'tokens of the new key are verified at once, others refused, without a fetch for each',
    applies: ({ verifier }) => verifier !== undefined,
    async run({ place: { baseUrl }, subject, environment, seen }) {
      const environmentId = environment('key-set')
      const [old, next, foreign] = await Promise.all(['old', 'next', 'foreign'].map(createSigner))
      expect(old && next && foreign && subject.verifier, 'There is nothing to verify with.')
      const publish = (signer: Signer): Promise<Response> =>
        fetch(`${baseUrl}/api/v0/environments/${environmentId}/keys`, {
          method: 'POST',
          body: JSON.stringify({ keys: [signer.jwk] }),
        })
      const verify = subject.verifier({ baseUrl, environmentId })
      const isLetIn = async (signer: Signer): Promise<boolean> => {
        const token = await signer.sign(`${new URL(baseUrl).host}/${environmentId}`, environmentId)
        return verify(token).then(
          () => true,
          () => false,
        )
      }
      await publish(old)
      expect(await isLetIn(old), 'A good token is refused.')
      await publish(next)
      expect(await isLetIn(next), 'A token of the new key is refused.')
      expect(!(await isLetIn(old)), 'A token of the old key is let in.')
      for (let token = 0; token < 20; token++) expect(!(await isLetIn(foreign)), "A stranger's token is let in.")
      const fetches = (await seen(environmentId)).filter(({ method }) => method === 'GET').length
      expect(fetches <= 4, `The keys were fetched ${fetches} times.`)
    },
  },
]
