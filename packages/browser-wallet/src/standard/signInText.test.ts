import { formatSignInMessage, parseSignInMessage, type SignInMessage } from '@latchkey/crypto/signInMessage'
import { describe, expect, it } from 'vitest'
import { readSignIn, solanaForm, writeSignInText } from './signInText.ts'

const origin = 'https://app.example.com:8443'
const address = 'So11111111111111111111111111111111111111112'
const all: SignInMessage = {
  domain: 'app.example.com:8443',
  address,
  statement: 'Sign in to the app.',
  uri: 'https://app.example.com:8443/sign-in',
  version: '1',
  chainId: 'mainnet',
  nonce: 'abcdefgh',
  issuedAt: '2026-01-16T14:05:12.480Z',
  expirationTime: '2026-01-16T15:05:12Z',
  notBefore: '2026-01-16T14:00:00Z',
  requestId: 'request-1',
  resources: ['https://app.example.com/terms', 'https://app.example.com/privacy'],
}
const write = (input: object) => writeSignInText({ ...readSignIn(input, { origin }, solanaForm), address }, solanaForm)

describe('the text of a sign-in with Solana', () => {
  it('is that of EIP-4361 when the page names every field', () => {
    const text = write(all)
    expect(text).toBe(formatSignInMessage(all, { accountName: 'Solana' }))
    expect(parseSignInMessage(text, { accountName: 'Solana' })).toEqual(all)
  })

  it('has only the lines that the page names, and the domain of the page', () => {
    expect(write({ nonce: 'abcdefgh', statement: '', uri: undefined })).toBe(
      `app.example.com:8443 wants you to sign in with your Solana account:\n${address}\n\nNonce: abcdefgh`,
    )
    expect(write({ statement: 'Hello', resources: [] })).toMatch(/account:\n\w+\n\nHello\n\nResources:$/)
  })

  it('names the chain as the page does, with its namespace or without', () => {
    expect(write({ chainId: 'solana:devnet' })).toContain('\nChain ID: solana:devnet')
    expect(write({ chainId: 'devnet' })).toContain('\nChain ID: devnet')
  })

  it.each([
    ['domain', { domain: 'app.example.com' }],
    ['domain', { domain: 'APP.example.com:8443' }],
    ['uri', { uri: 'not a URI' }],
    ['version', { version: '2' }],
    ['chainId', { chainId: 'solana:solana:devnet' }],
    ['nonce', { nonce: 'abcdefg' }],
    ['issuedAt', { issuedAt: '2026-02-30T00:00:00Z' }],
    ['statement', { statement: 'one\ntwo' }],
    ['resources', { resources: 'https://app.example.com' }],
    ['requestId', { requestId: 7 }],
  ])('cannot have a wrong %s: %j', (_, input) => {
    expect(() => readSignIn(input, { origin }, solanaForm)).toThrow(expect.objectContaining({ code: -32_000 }))
  })

  it('cannot be written for a page with an opaque origin', () => {
    expect(() => readSignIn({}, { origin: 'null (4d2c1b0a)' }, solanaForm)).toThrow(
      expect.objectContaining({ code: -32_000 }),
    )
  })
})
