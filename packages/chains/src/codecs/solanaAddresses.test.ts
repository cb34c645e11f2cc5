import { toBase58, utf8 } from '@latchkey/base/bytes'
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { type Address, createAddressWithSeed, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit'
import { describe, expect, it } from 'vitest'
import {
  addressWithSeed,
  associatedTokenAddress,
  lookupTableAddress,
  metadataAddress,
  metadataProgram,
} from './solanaAddresses.ts'
import { programs } from './solanaInstructions.ts'

const wallets = Array.from(
  { length: 20 },
  (_, index) => toBase58(ed25519.getPublicKey(sha256(utf8(`wallet ${index}`)))) as Address,
)
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' as Address
const encode = (address: string) => getAddressEncoder().encode(address as Address)

describe('the addresses that programs derive', () => {
  it('are those of @solana/kit for token accounts of 20 wallets', async () => {
    for (const wallet of wallets) {
      const [address] = await getProgramDerivedAddress({
        programAddress: programs.associatedToken as Address,
        seeds: [encode(wallet), encode(programs.token), encode(mint)],
      })
      expect(associatedTokenAddress(wallet, mint)).toBe(address)
    }
  })

  it('are those of @solana/kit for lookup tables and seeds', async () => {
    const [wallet] = wallets as [Address]
    const [table] = await getProgramDerivedAddress({
      programAddress: programs.lookupTable as Address,
      seeds: [encode(wallet), Uint8Array.of(7, 1, 0, 0, 0, 0, 0, 0)],
    })
    expect(lookupTableAddress(wallet, 263n)).toBe(table)
    const programAddress = programs.system as Address
    expect(addressWithSeed(wallet, 'savings', programs.system)).toBe(
      await createAddressWithSeed({ baseAddress: wallet, seed: 'savings', programAddress }),
    )
  })

  it('are those of @solana/kit for the names of mints', async () => {
    const [address] = await getProgramDerivedAddress({
      programAddress: metadataProgram as Address,
      seeds: ['metadata', encode(metadataProgram), encode(mint)],
    })
    expect(metadataAddress(mint)).toBe(address)
  })

  it('refuse an address that is not one', () => {
    expect(() => associatedTokenAddress('abc', mint)).toThrow('32 bytes')
  })
})
