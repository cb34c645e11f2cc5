import { createSealer } from '@latchkey/device/sealer'
import { deliver, getCurrentKey } from '../generated/operations/delegatedAccess.ts'
import { reshare } from '../generated/operations/waas.ts'
import { type BackedUpShare, factsOf, internals, shareMissing, type WalletInternals } from './embeddedWallet.ts'
import type { EngineSecret, ThresholdScheme } from './engine.ts'
import { headersOf } from './service.ts'
import type { EmbeddedWallet, SignOptions } from './wallet.ts'

function internalsOf(wallet: EmbeddedWallet): WalletInternals {
  const walletInternals = internals.get(wallet)
  if (walletInternals) return walletInternals
  throw new TypeError('"wallet" must be a wallet of createWalletParty().')
}

/** The user's parties after a reshare, and whether it delegates or revokes. */
interface Resharing {
  readonly scheme: ThresholdScheme
  readonly newcomers: readonly EngineSecret[]
  readonly terms: { readonly delegateToProjectEnvironment: true } | { readonly revokeDelegation: true }
}

async function reshareWith(
  { id }: EmbeddedWallet,
  { parts, renew }: WalletInternals,
  { scheme, newcomers, terms, ...options }: Resharing & SignOptions,
): Promise<void> {
  const { client, environmentId, service } = parts
  await renew(async ({ shares, scheme: oldThresholdSignatureScheme }) => {
    const parties = [...shares.slice(0, 1), ...newcomers]
    const clientKeygenIds = parties.map(({ keygenId }) => keygenId)
    const body = { clientKeygenIds, oldThresholdSignatureScheme, newThresholdSignatureScheme: scheme, ...terms }
    const input = { environmentId, walletId: id, headers: headersOf(options), body }
    const reply = await reshare(client, input, { signal: options.signal })
    return { kind: 'reshare', room: await service.room(reply), parties, scheme }
  }, options)
}

/**
 * Lets the environment's own server sign without the user. It shares the key anew as `TWO_OF_THREE`: one share stays on
 * this device, and another is sealed to the key of the environment and delivered to the server. If it fails after the
 * key is shared, call it again.
 *
 * @throws {@link ApiError} as `delegatedAccess.getCurrentKey`, `waas.reshare` and `delegatedAccess.deliver`,
 * {@link CeremonyError}, and {@link TypeError} when the key of the environment cannot be read, or the wallet is not of
 * {@link createWalletParty}
 * @example
 * await delegateWallet(wallet)
 */
export async function delegateWallet(wallet: EmbeddedWallet, options: SignOptions = {}): Promise<void> {
  const inner = internalsOf(wallet)
  const { client, environmentId, engine, records } = inner.parts
  const { signal } = options
  const { key } = await getCurrentKey(client, { environmentId }, { signal })
  const seal = await createSealer({ pem: atob(key.publicKeyPemB64), kid: key.kid })
  if (!seal) throw new TypeError('The key of the environment is not an RSA public key.')
  const newcomers = await engine.createParties(1)
  const terms = { delegateToProjectEnvironment: true } as const
  await reshareWith(wallet, inner, { ...options, scheme: 'TWO_OF_THREE', newcomers, terms })
  const record = await inner.current()
  const share = record.shares.find(({ keygenId }) => keygenId === newcomers[0]?.keygenId)
  if (!share) throw shareMissing()
  const content: BackedUpShare = { wallet: factsOf(record), share }
  const body = { encryptedDelegatedShare: await seal(JSON.stringify(content)) }
  await deliver(client, { environmentId, walletId: wallet.id, body }, { signal })
  await records.putWallet({ ...record, shares: record.shares.filter((ownShare) => ownShare !== share) })
}

/**
 * Ends the right of the environment's own server to sign. It shares the key anew as `TWO_OF_TWO`, so that the server's
 * share no longer works. Call it also if the settings of the wallet have `revokeOnNextSignOn`.
 *
 * @throws {@link ApiError} as `waas.reshare`, {@link CeremonyError}, and {@link TypeError} when the wallet is not of
 * {@link createWalletParty}
 * @example
 * await revokeDelegation(wallet)
 */
export async function revokeDelegation(wallet: EmbeddedWallet, options: SignOptions = {}): Promise<void> {
  const terms = { revokeDelegation: true } as const
  await reshareWith(wallet, internalsOf(wallet), { ...options, scheme: 'TWO_OF_TWO', newcomers: [], terms })
}
