import { describe, expect, it, vi } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { createSignInMessage, type SignInMessageInput } from './signInMessage.ts'
import { createSessionWorld } from './test/sessionWorld.ts'
import { signInWithWallet } from './wallet.ts'

const address = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const input = { address, nonce: '32891756', domain: 'app.example.com' }

const wrong: readonly (readonly [fields: Partial<SignInMessageInput>, sentence: string])[] = [
  [{ domain: 'app.example.com/login' }, '`domain` has to be a host in ASCII without a path'],
  [{ domain: 'münchen.example' }, '`domain` has to be'],
  [{ address: 'ada.eth' }, '`address` has to be the address as the wallet returns it'],
  [{ address: address.toLowerCase().slice(0, -1) }, '`address` has to be'],
  [{ address: address.replace('Cc2', 'CC2') }, 'if it is wrong, a character of the address is mistyped'],
  [{ statement: 'Prix : 10 €' }, '`statement` has to be one line of ASCII letters'],
  [{ statement: 'Prix : 10 €' }, 'It has "€", which is not one of them.'],
  [{ statement: 'Say "yes"' }, 'It has "\\"", which'],
  [{ statement: '100% yours' }, 'It has "%", which'],
  [{ statement: 'one\ntwo' }, 'It has "\\n", which'],
  [{ uri: 'app.example.com' }, '`uri` has to be an absolute URI in ASCII'],
  [{ uri: '/login' }, '`uri` has to be an absolute URI'],
  [{ uri: 'https://app.example.com/a b' }, '`uri` has to be an absolute URI'],
  [{ chainId: 'mainnet' }, '`chainId` has to be the id of a network: a number on Ethereum'],
  [{ chainId: Number.NaN }, '`chainId` has to be'],
  [{ chainId: 'main net', chainName: 'Solana' }, '`chainId` has to be'],
  [{ nonce: '1234567' }, '`nonce` has to be at least eight letters and digits'],
  [{ nonce: '12345-78' }, '`nonce` has to be'],
  [{ issuedAt: '2026-01-15T09:30:00' }, '`issuedAt` has to be an instant with "T" and "Z"'],
  [{ issuedAt: '2026-01-15 09:30:00Z' }, '`issuedAt` has to be'],
  [{ issuedAt: '2026-13-15T09:30:00Z' }, '`issuedAt` has to be'],
  [{ resources: ['https://a.example', 'a.json'] }, 'each of `resources` has to be an absolute URI'],
  [{ address: 'ada sol', chainName: 'Solana', chainId: 'mainnet' }, '`address` has to be'],
]

describe('the fields of a sign-in message', () => {
  it.each(wrong)('are refused where no service would read them: %j', (fields, sentence) => {
    const write = () => createSignInMessage({ ...input, ...fields })
    expect(write).toThrow(SyntaxError)
    expect(write).toThrow(sentence)
  })

  it.each<Partial<SignInMessageInput>>([
    { domain: 'localhost:3000' },
    { domain: 'https://app.example.com' },
    { domain: '[::1]:3000' },
    { address: address.toLowerCase() },
    { statement: "I'm in: 1 + 1 = 2; ok? #1 [a] (b) $5 ~/_-.!*@&," },
    { uri: 'https://app.example.com/in?a=%20b#c' },
    { uri: 'capacitor://localhost' },
    { chainId: '0x2105' },
    { chainId: 'solana:mainnet', chainName: 'Solana', address: '4Nd1mYQ' },
    { issuedAt: '2026-01-15T09:30:00.123+02:00' },
    { resources: [] },
  ])('may be what EIP-4361 lets them be: %j', (fields) => {
    expect(createSignInMessage({ ...input, ...fields })).toContain('Version: 1')
  })

  it('have the characters of a statement that the service reads, and no others', async () => {
    const world = await createSessionWorld()
    const { address, sign } = await world.mock.wallets.evm()
    const session = world.open()
    const ascii = Array.from({ length: 127 }, (_, code) => String.fromCharCode(code))
    const written = (statement: string): boolean => {
      try {
        return createSignInMessage({ ...input, statement }).includes(statement)
      } catch {
        return false
      }
    }
    const differences: string[] = []
    for (const character of [...ascii, 'é', '’', '😀']) {
      const statement = `one${character}two`
      // Past the check of the client.
      const message = ({ nonce }: { nonce: string }) =>
        createSignInMessage({ ...input, address, nonce, statement: 'one two' }).replace('one two', () => statement)
      const isRead = await signInWithWallet(session, { address, domain: input.domain, message, sign }).then(
        () => true,
        () => false,
      )
      if (isRead !== written(statement)) differences.push(character)
    }
    expect(differences).toEqual([])
  })

  it('are checked before the person signs', async () => {
    const world = await createSessionWorld()
    const sign = vi.fn(() => '0x')
    const options = { address, domain: 'app.example.com', statement: 'Connexion à Exemple', sign }
    expect(String(await rejection(signInWithWallet(world.open(), options)))).toContain('It has "à", which')
    expect(sign).not.toHaveBeenCalled()
  })
})
