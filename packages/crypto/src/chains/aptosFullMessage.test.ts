import { describe, expect, it } from 'vitest'
import { readAptosFullMessage } from './aptos.ts'

const address = `0x${'ab'.repeat(32)}`
const whole = `APTOS\naddress: ${address}\napplication: https://app.example.com\nchainId: 1\nmessage: Sign in\nnonce: n1`

describe('readAptosFullMessage', () => {
  it('reads every line', () => {
    expect(readAptosFullMessage(whole)).toEqual({
      address,
      application: 'https://app.example.com',
      chainId: 1,
      message: 'Sign in',
      nonce: 'n1',
    })
  })

  it('reads a text without the optional lines', () => {
    expect(readAptosFullMessage('APTOS\nmessage: Sign in\nnonce: n1')).toEqual({ message: 'Sign in', nonce: 'n1' })
    expect(readAptosFullMessage('APTOS\nchainId: 126\nmessage: \nnonce: n1')).toEqual({
      chainId: 126,
      message: '',
      nonce: 'n1',
    })
  })

  it('reads the last line as the nonce, and the lines before it as the message', () => {
    const message = 'first\n\nnonce: not this\naddress: nor this\n'
    expect(readAptosFullMessage(`APTOS\nmessage: ${message}\nnonce: n1`)).toEqual({ message, nonce: 'n1' })
  })

  it('reads a later line with the same prefix as a part of the message', () => {
    const text = 'APTOS\nmessage: a\nchainId: 2\nmessage: b\nnonce: n1'
    expect(readAptosFullMessage(text)).toEqual({ message: 'a\nchainId: 2\nmessage: b', nonce: 'n1' })
  })

  it('refuses another order, a repeated line, and an unknown line', () => {
    const lines = whole.split('\n')
    // A chain id after the message would be a line of the message.
    for (const index of [0, 1, 2, 4]) {
      const swapped = lines.with(index, lines[index + 1] ?? '').with(index + 1, lines[index] ?? '')
      expect(readAptosFullMessage(swapped.join('\n')), `${index}`).toBeUndefined()
    }
    for (const line of lines.slice(1, 4))
      expect(readAptosFullMessage(whole.replace(line, `${line}\n${line}`)), line).toBeUndefined()
    expect(readAptosFullMessage(whole.replace('chainId', 'network: mainnet\nchainId'))).toBeUndefined()
  })

  it('refuses a text without prefix, message or nonce, with empty values, and with anything after the nonce', () => {
    const wrong = [
      '',
      'APTOS',
      'APTOS\nmessage: a',
      'APTOS\nmessage: without a nonce, and as long as one',
      'APTOS\nnonce: n1',
      'APTOS\nmessage: a\nnonce: ',
      `${whole}\n`,
      `${whole}\nchainId: 1`,
      `\n${whole}`,
      whole.replace('APTOS', 'Aptos'),
      whole.replace('APTOS\n', 'APTOS'),
      whole.replace(address, ''),
      whole.replace('chainId: 1', 'chainId: '),
      whole.replace('chainId: 1', 'chainId: 01'),
      whole.replace('chainId: 1', 'chainId: mainnet'),
      whole.replace('chainId: 1', 'chainId: -1'),
      whole.replaceAll('\n', '\r\n'),
      whole.replaceAll(': ', ':'),
    ]
    for (const text of wrong) expect(readAptosFullMessage(text), text).toBeUndefined()
  })
})
