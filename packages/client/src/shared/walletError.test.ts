import { describe, expect, it } from 'vitest'
import { ApiError } from './errors.ts'
import type { SignInError } from './signInError.ts'
import { toWalletError, walletError } from './walletError.ts'

const reasonOf = (thrown: unknown) => (toWalletError(thrown) as SignInError).reason
const withFields = (message: string, fields: object) => Object.assign(new Error(message), fields)

/** Errors of wallets, with the wallet and the reason. */
const thrownBy: readonly (readonly [wallet: string, reason: string, thrown: unknown])[] = [
  // MetaMask, by @metamask/rpc-errors; the inner error is that of its extension.
  ['MetaMask', 'cancelled', { code: 4001, message: 'MetaMask Message Signature: User denied message signature.' }],
  ['MetaMask', 'locked', { code: 4100, message: 'The requested account and/or method has not been authorized.' }],
  ['MetaMask', 'not_supported', { code: 4200, message: 'The Provider does not support the requested method.' }],
  ['MetaMask', 'disconnected', { code: 4900, message: 'The Provider is disconnected from all chains.' }],
  ['MetaMask', 'wrong_chain', { code: 4901, message: 'The Provider is not connected to the requested chain.' }],
  ['MetaMask', 'wrong_chain', { code: 4902, message: 'Unrecognized chain ID "0x2105".' }],
  ['MetaMask', 'request_pending', { code: -32002, message: "Request of type 'x' already pending for origin." }],
  ['MetaMask', 'not_supported', { code: -32601, message: 'The method does not exist / is not available.' }],
  ['MetaMask', 'wallet_failed', { code: -32603, message: 'Internal JSON-RPC error.' }],
  [
    'MetaMask on a phone',
    'cancelled',
    { code: -32603, message: 'Internal error', data: { originalError: { code: 4001, message: 'User closed it.' } } },
  ],
  // ethers 5 and 6.
  ['ethers', 'cancelled', withFields('user rejected signing', { code: 'ACTION_REJECTED', reason: 'rejected' })],
  [
    'ethers',
    'request_pending',
    withFields('could not coalesce error', { code: 'UNKNOWN_ERROR', info: { error: { code: -32002 } } }),
  ],
  // viem wraps what a provider throws.
  ['viem', 'cancelled', new Error('An error occurred.', { cause: withFields('The user says no.', { code: 4001 }) })],
  // WalletConnect 2, in answer to a proposal and to a request.
  ['WalletConnect', 'cancelled', { code: 5000, message: 'User rejected methods.' }],
  ['WalletConnect', 'cancelled', new Error('Connection request reset. User closed the modal: closed by user.')],
  // https://docs.phantom.com/solana/errors
  ['Phantom', 'cancelled', { code: 4001, message: 'User rejected the request.' }],
  ['Phantom', 'request_pending', { code: -32002, message: 'Requested resource not available.' }],
  // Libraries of Solana put the wallet's error into `error`.
  ['a wallet adapter', 'cancelled', withFields('', { name: 'WalletSignMessageError', error: { code: 4001 } })],
  ['Keplr', 'cancelled', new Error('Request rejected')],
  ['Keplr', 'wrong_chain', new Error('There is no chain info for cosmoshub-5')],
  ['Keplr', 'locked', new Error('Keyring is locked')],
  // https://github.com/chainapsis/keplr-wallet/issues/664
  ['Keplr on a phone', 'not_supported', new Error('Not implemented')],
  ['Tonkeeper', 'cancelled', { code: 300, message: 'User declined the connection' }],
  ['Xverse', 'cancelled', { code: -32000, message: 'User rejected request to sign a message' }],
  ['Petra', 'cancelled', withFields('The user rejected the request', { name: 'PetraApiError', code: 4001 })],
  ['Ready', 'cancelled', new Error('User abort')],
  ['Ready', 'cancelled', { code: 113, message: 'An error occurred (USER_REFUSED_OP)' }],
  // TronLink throws a text.
  ['TronLink', 'cancelled', 'Confirmation declined by user'],
  ['TronLink', 'locked', 'TronLink wallet is locked or no wallet account is available.'],
]

describe('what a wallet throws', () => {
  it.each(thrownBy)('is named by its reason and stays the cause: %s, %s', (_, reason, thrown) => {
    expect(toWalletError(thrown)).toMatchObject({ name: 'SignInError', reason, cause: thrown })
  })

  it.each([[undefined], [null], [''], [0], [{}], [Symbol('x')], [new Error('The sky is blocked.')]])(
    'is wallet_failed when nothing in it says why: %s',
    (thrown) => {
      expect(reasonOf(thrown)).toBe('wallet_failed')
    },
  )

  it('is read when it holds itself, as some errors do', () => {
    const error: { message: string; cause?: unknown } = { message: 'Broken.' }
    error.cause = error
    expect(reasonOf(error)).toBe('wallet_failed')
  })

  it('stays as it is when it is an error of this package, or says that a message cannot be written', () => {
    for (const error of [
      walletError('locked'),
      new ApiError(Response.json({}, { status: 422 }), {}),
      new SyntaxError('Failed to write the message: it has refused characters.'),
    ])
      expect(toWalletError(error)).toBe(error)
  })

  it('has a sentence that says what the person can do', () => {
    expect(walletError('wrong_chain').message).toBe(
      'The wallet is on another network than the requested one. Ask the person to switch the network.',
    )
  })
})
