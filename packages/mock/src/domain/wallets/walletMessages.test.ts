import type { components } from '@latchkey/types'
import { describe, expect, it } from 'vitest'
import { walletMessageFault } from './walletMessageFault.ts'
import { readWalletMessage } from './walletMessages.ts'

type Chain = components['schemas']['ChainEnum']

const address = `0x${'ab'.repeat(32)}`
const solanaAddress = 'D1pabKq53jeLZUyZCpj7Wyb96Y2yhbXCumPwc8BSQjTF'
const issuedAtMs = 1_768_469_400_000
const fields = [
  'URI: https://app.example.com',
  'Version: 1',
  'Chain ID: mainnet',
  'Nonce: k3Vq8ZrT2mXw9LbN',
  'Issued At: 2026-01-15T09:30:00Z',
]
const claims = {
  domain: 'app.example.com',
  uri: 'https://app.example.com',
  nonce: 'k3Vq8ZrT2mXw9LbN',
  chainIds: ['mainnet'],
  issuedAtMs,
}

const head = (name: string, account: string) => [
  `app.example.com wants you to sign in with your ${name} account:`,
  account,
  '',
]
const text = (...lines: string[]) => lines.join('\n')
const withLine = (index: number, line: string) => fields.map((field, i) => (i === index ? line : field))

describe('readWalletMessage of a text', () => {
  it.each([
    ['EVM', 'Ethereum', '0x52908400098527886E0F7030069857D2E4169EE7', '1'],
    ['SOL', 'Solana', solanaAddress, 'mainnet'],
    ['BTC', 'Bitcoin', 'bc1q5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr', 'mainnet'],
    ['TRON', 'Tron', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', '0x2b6653dc'],
  ] as [Chain, string, string, string][])(
    'reads the claims of %s, with the instants in milliseconds',
    async (...[chain, name, account, network]) => {
      const ends = ['Expiration Time: 2026-01-15T10:30:00+01:00', 'Not Before: 2026-01-15T09:29:59.500Z']
      const message = `https://${text(...head(name, account), 'Hello.', '', ...withLine(2, `Chain ID: ${network}`), ...ends)}`
      expect(await readWalletMessage(chain, message)).toEqual({
        ...claims,
        scheme: 'https',
        address: account,
        chainIds: [network],
        expiresAtMs: issuedAtMs,
        validFromMs: issuedAtMs - 500,
      })
    },
  )

  it('reads the layouts that wallets of Solana and Aptos write', async () => {
    const solana = { ...claims, address: solanaAddress }
    expect(await readWalletMessage('SOL', text(...head('Solana', solanaAddress), ...fields))).toEqual(solana)
    expect(
      await readWalletMessage(
        'SOL',
        text(...head('Solana', solanaAddress), 'Hello.', '', ...withLine(2, 'Chain ID: solana:mainnet')),
      ),
    ).toEqual(solana)
    const [uri, version, , nonce, issuedAt] = fields as [string, string, string, string, string]
    const atTheEnd = text(
      ...head('Aptos', address),
      uri,
      version,
      nonce,
      issuedAt,
      'Chain ID: aptos:mainnet',
      'Resources:',
      '- https://app.example.com/terms',
    )
    expect(await readWalletMessage('APTOS', atTheEnd)).toEqual({ ...claims, address })
  })

  it('refuses another layout, the namespace of another chain, and repeated lines', async () => {
    const [uri, version, chainId, nonce, issuedAt] = fields as [string, string, string, string, string]
    const wrong: [Chain, string][] = [
      ['SOL', text(...head('Solana', solanaAddress), uri, version, nonce, chainId, issuedAt)],
      ['SOL', text(...head('Solana', solanaAddress), ...withLine(2, 'Chain ID: eip155:1'))],
      ['SOL', text(...head('Solana', solanaAddress), uri, version, chainId, chainId, nonce, issuedAt)],
      ['SOL', text(...head('Ethereum', solanaAddress), ...fields)],
      ['APTOS', text(...head('Aptos', address), uri, version, chainId, nonce, issuedAt, 'Chain ID: aptos:testnet')],
      ['SUI', text(...head('Sui', address), ...fields)],
      ['EVM', text(...head('Ethereum', '0x52908400098527886E0F7030069857D2E4169EE7'), ...withLine(2, 'Chain ID: 1'))],
      [
        'EVM',
        text(
          ...head('Ethereum', '0x52908400098527886E0F7030069857D2E4169EE7'),
          '',
          ...withLine(2, 'Chain ID: eip155:1'),
        ),
      ],
    ]
    for (const [chain, message] of wrong) expect(await readWalletMessage(chain, message), message).toBeUndefined()
  })
})

describe('readWalletMessage of a text that a wallet of Aptos composed', () => {
  const inner = text(...head('Aptos', address), '', ...fields)
  const composed = ({ message = inner, nonce = 'k3Vq8ZrT2mXw9LbN', own: walletLines = [] as string[] } = {}) =>
    text('APTOS', ...walletLines, `message: ${message}`, `nonce: ${nonce}`)

  it('reads the claims of the sign-in text in it, if the lines of the wallet agree', async () => {
    expect(await readWalletMessage('APTOS', composed())).toEqual({ ...claims, address })
    const walletLines = [`address: ${address}`, 'application: https://app.example.com', 'chainId: 1']
    expect(await readWalletMessage('APTOS', composed({ own: walletLines }))).toEqual({
      ...claims,
      address,
      chainIds: ['mainnet', '1'],
    })
  })

  it('refuses lines that contradict it', async () => {
    for (const walletLines of [
      [`address: 0x${'cd'.repeat(32)}`],
      ['application: https://evil.example.net'],
      ['application: nowhere'],
      ['application: https://app.example.com '],
      ['application: https://ada@app.example.com'],
      ['application: https://app.e\uff58ample.com'],
    ]) {
      expect(await readWalletMessage('APTOS', composed({ own: walletLines })), walletLines[0]).toBeUndefined()
    }
    expect(await readWalletMessage('APTOS', composed({ nonce: 'another1' }))).toBeUndefined()
  })

  it('reads the lines of the wallet as claims if it contains another text', async () => {
    const walletLines = [`address: ${address}`, 'application: https://app.example.com', 'chainId: 1']
    const expected = {
      domain: 'app.example.com',
      scheme: 'https',
      uri: 'https://app.example.com',
      address,
      chainIds: ['1'],
      nonce: 'k3Vq8ZrT2mXw9LbN',
    }
    expect(await readWalletMessage('APTOS', composed({ message: 'Sign in.', own: walletLines }))).toEqual(expected)
    for (const missing of walletLines)
      expect(
        await readWalletMessage(
          'APTOS',
          composed({ message: 'Sign in.', own: walletLines.filter((line) => line !== missing) }),
        ),
        missing,
      ).toBeUndefined()
  })
})

describe('walletMessageFault', () => {
  it.each([
    ['SOL', text(...head('Solana', solanaAddress), ...withLine(4, 'Issued At: now')), 'The line "Issued At:"'],
    ['SOL', text(...head('Ethereum', solanaAddress), ...fields), 'an account of Solana'],
    ['APTOS', text(...head('Aptos', address), ...fields.slice(0, 3), ...fields.slice(4)), '"Nonce: "'],
    ['APTOS', 'APTOS\nmessage: Sign in.', '"nonce:"'],
    ['STARK', 'Sign in.', 'typed data of Starknet (SNIP-12'],
    ['TON', '{"domain":"app.example.com"}', '"timestamp"'],
  ] as [Chain, string, string][])('says what a message of %s lacks (%#)', async (chain, message, part) => {
    expect(await readWalletMessage(chain, message)).toBeUndefined()
    expect(walletMessageFault(chain, message)).toContain(part)
  })
})
