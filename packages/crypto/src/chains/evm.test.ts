import { concat, readHex, toHex, utf8 } from '@latchkey/base/bytes'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToNumberBE, numberToBytesBE } from '@noble/curves/utils.js'
import { sha256 } from '@noble/hashes/sha2.js'
import {
  encodeFunctionData,
  parseAbi,
  parseErc6492Signature,
  parseSignature,
  serializeCompactSignature,
  serializeErc6492Signature,
  signatureToCompactSignature,
  verifyMessage,
} from 'viem'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import type { ChainFacts, ContractWallet, Signer, Verdict } from '../walletSignature.ts'
import { evm } from './evm.ts'

const secret = (index: number) => sha256(utf8(`evm ${index}`))
const hex = (bytes: Uint8Array): Hex => `0x${toHex(bytes)}`
const bytesOf = (text: string) => readHex(text) ?? expect.fail('not hex')
const flipped = (bytes: Uint8Array, bit: number) =>
  bytes.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
const toWallets = (signers: readonly Signer[]) =>
  new Map(
    signers.flatMap(({ address, registered }) =>
      registered && 'contractWallet' in registered ? [[address.toLowerCase(), registered.contractWallet]] : [],
    ),
  )
const toFacts = (wallets: ReadonlyMap<string, ContractWallet>): ChainFacts => ({
  contractWallet: (address) => wallets.get(address),
  accountKeys: () => [],
})

const message = `app.example.com wants you to sign in with your Ethereum account: ŝ 🔑 ${'.'.repeat(80)}`
const account = evm.createSigner(secret(0))
const contract = evm.createSigner(secret(0), 'contract')
const counterfactual = evm.createSigner(secret(0), 'counterfactual')
const stranger = evm.createSigner(secret(1))
const wallets = toWallets([contract, counterfactual])
const deployed = wallets.get(contract.address.toLowerCase()) ?? expect.fail('not registered')
const undeployed = wallets.get(counterfactual.address.toLowerCase()) ?? expect.fail('not registered')

const verify = (
  { address }: { address: string },
  signature: string,
  { facts = wallets, text = message }: { facts?: typeof wallets; text?: string } = {},
): Verdict => evm.verify({ chain: 'EVM', address, message: text, signature }, toFacts(facts))
const withWallet = ({ address }: Signer, wallet: ContractWallet) => new Map([[address.toLowerCase(), wallet]])

const signed = [
  { kind: 'account', signer: account, signature: bytesOf(account.sign(message)) },
  { kind: 'contract', signer: contract, signature: bytesOf(contract.sign(message)) },
  { kind: 'counterfactual', signer: counterfactual, signature: bytesOf(counterfactual.sign(message)) },
]
const [{ signature: plain }, , { signature: wrapped }] = signed as [
  (typeof signed)[0],
  (typeof signed)[0],
  (typeof signed)[0],
]

describe.each(signed)('evm, $kind', ({ kind, signer, signature }) => {
  it('accepts signatures of 12 accounts', () => {
    for (let index = 0; index < 12; index++) {
      const account = evm.createSigner(secret(index), kind)
      expect(
        verify(account, account.sign(`message ${index}`), { facts: toWallets([account]), text: `message ${index}` }),
      ).toBe('valid')
    }
  })

  it('refuses another message, and the address of another account', () => {
    const others = [`${message} `, message.replace('app', 'apq'), '', message.normalize('NFD')]
    for (const other of others) expect(verify(signer, hex(signature), { text: other })).toBe('invalid')
    const other = evm.createSigner(secret(1), kind)
    expect(verify(other, hex(signature), { facts: toWallets([signer, other]) })).toBe('invalid')
  })

  it('refuses a signature with any bit changed', () => {
    for (let bit = 0; bit < signature.length * 8; bit += 5)
      expect(verify(signer, hex(flipped(signature, bit))), `${bit}`).not.toBe('valid')
  })

  it('reads hex in either case after 0x, and an address in any case that its checksum allows', () => {
    expect(verify(signer, `0x${toHex(signature).toUpperCase()}`)).toBe('valid')
    const digits = signer.address.slice(2)
    for (const address of [digits.toLowerCase(), digits.toUpperCase()])
      expect(verify({ address: `0x${address}` }, hex(signature))).toBe('valid')
    const swapped = digits.replace(/[a-z]/i, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    )
    const wrong = [`0x${swapped}`, digits, `0X${digits}`, `0x${digits}0`, `0x${digits.slice(1)}`, ` 0x${digits}`, '']
    for (const address of wrong) expect(verify({ address }, hex(signature)), address).toBe('invalid')
  })

  it('refuses anything but one signature in hex', () => {
    const text = toHex(signature)
    const wrong = [
      text,
      `0X${text}`,
      `0x${text}0`,
      `0x0${text}`,
      `0x${text}00`,
      `0x00${text}`,
      `0x${text.slice(2)}`,
      `0x${text.slice(0, -2)}`,
      ` 0x${text}`,
      `0x${text}\n`,
      `0x${text.replace(/\d/, 'g')}`,
      `0x0x${text}`,
      '0x',
      '',
    ]
    for (const other of wrong) expect(verify(signer, other), other).not.toBe('valid')
  })

  it('signs deterministically', () => {
    expect(evm.createSigner(secret(0), kind)).toMatchObject({ address: signer.address, publicKey: signer.publicKey })
    expect(evm.createSigner(secret(0), kind).sign(message)).toBe(hex(signature))
  })
})

describe('evm, beside viem', () => {
  it("signs like viem, and each accepts the other's signatures", async () => {
    for (let index = 0; index < 10; index++) {
      const account = evm.createSigner(secret(index))
      const theirs = privateKeyToAccount(hex(secret(index)))
      expect(account).toMatchObject({ address: theirs.address, publicKey: theirs.publicKey })
      for (const text of ['', message, '0x1234', 'long '.repeat(5000)]) {
        const signature = await theirs.signMessage({ message: text })
        expect(account.sign(text)).toBe(signature)
        expect(verify(account, signature, { text })).toBe('valid')
        expect(
          await verifyMessage({ address: theirs.address, message: text, signature: account.sign(text) as Hex }),
        ).toBe(true)
        expect(
          await verifyMessage({ address: theirs.address, message: `${text}.`, signature: account.sign(text) as Hex }),
        ).toBe(false)
      }
    }
  })

  it("refuses viem's signatures of the bare hash and of typed data", async () => {
    const theirs = privateKeyToAccount(hex(secret(0)))
    expect(verify(account, await theirs.sign({ hash: hex(sha256(utf8(message))) }))).toBe('invalid')
    expect(verify(account, await theirs.signMessage({ message: { raw: sha256(utf8(message)) } }))).toBe('invalid')
    const typed = await theirs.signTypedData({
      types: { Mail: [{ name: 'text', type: 'string' }] },
      primaryType: 'Mail',
      message: { text: message },
    })
    expect(verify(account, typed)).toBe('invalid')
  })

  it('wraps signatures like viem', async () => {
    const { factory, factoryCalldata } = undeployed
    const parts = parseErc6492Signature(hex(wrapped))
    expect({ ...parts, address: parts.address?.toLowerCase() }).toEqual({
      address: factory,
      data: factoryCalldata,
      signature: hex(plain),
    })
    const theirs = await privateKeyToAccount(hex(secret(0))).signMessage({ message })
    expect(
      serializeErc6492Signature({ address: factory as Hex, data: factoryCalldata as Hex, signature: theirs }),
    ).toBe(hex(wrapped))
  })
})

describe('evm, the signature of an account', () => {
  const { ORDER } = secp256k1.Point.Fn

  it('accepts both encodings of the recovery id, and no others', () => {
    const recovery = (plain[64] ?? 0) - 27
    expect([0, 1]).toContain(recovery)
    const accepted = Array.from({ length: 256 }, (_, last) => last).filter(
      (last) => verify(account, hex(plain.with(64, last))) === 'valid',
    )
    expect(accepted).toEqual([recovery, recovery + 27])
  })

  it('refuses high s', () => {
    const s = bytesToNumberBE(plain.subarray(32, 64))
    expect(s < ORDER / 2n).toBe(true)
    for (const last of [27, 28, 0, 1]) {
      const high = concat(plain.subarray(0, 32), numberToBytesBE(ORDER - s, 32), Uint8Array.of(last))
      for (const { signer } of signed.slice(0, 2)) expect(verify(signer, hex(high))).toBe('invalid')
    }
  })

  it('refuses r and s of zero, and r and s that are not below the order', () => {
    for (const value of [0n, ORDER, ORDER + 1n, 2n ** 256n - 1n]) {
      for (const start of [0, 32]) {
        expect(
          verify(
            account,
            hex(concat(plain.subarray(0, start), numberToBytesBE(value, 32), plain.subarray(start + 32))),
          ),
        ).toBe('invalid')
      }
    }
    expect(verify(account, hex(new Uint8Array(65)))).toBe('invalid')
  })

  it('reduces a secret that is not a key of the curve', () => {
    for (const edge of [new Uint8Array(32), numberToBytesBE(ORDER, 32), new Uint8Array(32).fill(255)]) {
      const account = evm.createSigner(edge)
      expect(verify(account, account.sign(message))).toBe('valid')
    }
    expect(() => evm.createSigner(secret(0), 'toString')).toThrow(RangeError)
  })

  it('does not support compact signatures and delegations', () => {
    const compact = serializeCompactSignature(signatureToCompactSignature(parseSignature(hex(plain))))
    expect(verify(account, compact)).toBe('unsupported')
    expect(verify(account, `${hex(plain)}${'00'.repeat(32)}${'8010'.repeat(16)}`)).toBe('unsupported')
  })
})

describe('evm, contract wallets', () => {
  it('accepts every owner, and nobody else', () => {
    const owners = [stranger.address.toLowerCase(), account.address.toLowerCase()]
    const walletFacts = withWallet(contract, { owners, isDeployed: true })
    for (const owner of [account, stranger])
      expect(verify(contract, owner.sign(message), { facts: walletFacts })).toBe('valid')
    expect(verify(contract, evm.createSigner(secret(2)).sign(message), { facts: walletFacts })).toBe('invalid')
    expect(
      verify(contract, account.sign(message), { facts: withWallet(contract, { owners: [], isDeployed: true }) }),
    ).toBe('invalid')
  })

  it('asks the contract at an address, not the key that the address is derived from', () => {
    const walletFacts = withWallet(account, { owners: [stranger.address.toLowerCase()], isDeployed: true })
    expect(verify(account, account.sign(message), { facts: walletFacts })).toBe('invalid')
    expect(verify(account, stranger.sign(message), { facts: walletFacts })).toBe('valid')
  })

  it("refuses an owner's signature for an address without a contract, and for one that is not deployed", () => {
    expect(verify(contract, hex(plain), { facts: new Map() })).toBe('invalid')
    expect(verify(counterfactual, hex(plain))).toBe('invalid')
    expect(verify(counterfactual, hex(wrapped), { facts: new Map() })).toBe('invalid')
    expect(verify(account, hex(wrapped))).toBe('invalid')
  })

  it('accepts a wrapped signature for a contract that is already deployed', () => {
    expect(
      verify(counterfactual, hex(wrapped), { facts: withWallet(counterfactual, { ...undeployed, isDeployed: true }) }),
    ).toBe('valid')
    expect(verify(contract, hex(wrapped))).toBe('valid')
  })

  it('is deployed by a call with its owner and a number', () => {
    const abi = parseAbi(['function createAccount(address owner, uint256 salt)'])
    const owner = undeployed.owners[0] as Hex
    expect(undeployed.factoryCalldata).toBe(encodeFunctionData({ abi, args: [owner, 1n] }))
  })

  it('accepts an empty call for a factory that is registered without one', () => {
    const wallet = { ...undeployed, factoryCalldata: undefined }
    const signature = serializeErc6492Signature({
      address: undeployed.factory as Hex,
      data: '0x',
      signature: hex(plain),
    })
    expect(verify(counterfactual, signature, { facts: withWallet(counterfactual, wallet) })).toBe('valid')
    expect(verify(counterfactual, signature)).toBe('invalid')
  })

  it('refuses a factory or call that does not deploy the contract', () => {
    const other = { ...undeployed, factory: stranger.address.toLowerCase() }
    expect(verify(counterfactual, hex(wrapped), { facts: withWallet(counterfactual, other) })).toBe('invalid')
    for (const factoryCalldata of [`${undeployed.factoryCalldata}00`, '0x', undefined, 'no hex']) {
      expect(
        verify(counterfactual, hex(wrapped), { facts: withWallet(counterfactual, { ...undeployed, factoryCalldata }) }),
      ).toBe('invalid')
    }
    expect(
      verify(counterfactual, hex(wrapped), {
        facts: withWallet(counterfactual, { ...undeployed, factory: undefined }),
      }),
    ).toBe('invalid')
    expect(
      verify(counterfactual, hex(wrapped), {
        facts: withWallet(counterfactual, { ...undeployed, owners: [stranger.address.toLowerCase()] }),
      }),
    ).toBe('invalid')
  })

  it('refuses a wrapper that is not in the encoding of the ABI', () => {
    const magic = wrapped.subarray(-32)
    const parts = [
      wrapped.subarray(0, 32),
      wrapped.subarray(32, 64),
      wrapped.subarray(64, 96),
      wrapped.subarray(96, -32),
    ] as const
    const [factory, calldataOffset, signatureOffset, rest] = parts
    const changed = [
      magic,
      concat(factory, magic),
      wrapped.subarray(32),
      concat(wrapped.subarray(0, -32), new Uint8Array(32), magic),
      concat(wrapped.subarray(0, -33), magic),
      concat(wrapped, magic),
      concat(factory.with(0, 1), calldataOffset, signatureOffset, rest, magic),
      concat(factory, signatureOffset, calldataOffset, rest, magic),
      concat(factory, calldataOffset.with(31, 0xff), signatureOffset, rest, magic),
      concat(factory, calldataOffset.with(0, 0xff), signatureOffset, rest, magic),
      concat(factory, calldataOffset, signatureOffset.slice().fill(255, 28), rest, magic),
      concat(factory, calldataOffset, signatureOffset, rest.slice().fill(255, 0, 32), magic),
    ]
    for (const bytes of changed) expect(verify(counterfactual, hex(bytes)), hex(bytes)).toBe('invalid')
  })

  it('does not support signature formats of single contracts', () => {
    const nested = (type: string, length = type.length) =>
      hex(
        concat(
          plain,
          sha256(utf8('domain')),
          sha256(utf8('contents')),
          utf8(type),
          Uint8Array.of(length >> 8, length & 255),
        ),
      )
    expect(verify(contract, nested('Mail(string text)'))).toBe('unsupported')
    expect(verify(contract, nested('Mail(string[] text,address from)Mail'))).toBe('unsupported')
    // Its length does not fit into one byte.
    expect(verify(contract, nested(`Mail(string ${'t'.repeat(300)})`))).toBe('unsupported')
    const types = ['no type', '', '-Mail(string text)', 'Mail(string text)-']
    for (const wrong of [nested('Mail(string text)', 16), ...types.map((type) => nested(type))])
      expect(verify(contract, wrong)).toBe('invalid')
    expect(verify(contract, hex(concat(plain, plain)))).toBe('unsupported')
    expect(verify(contract, hex(concat(plain, Uint8Array.of(2))))).toBe('unsupported')
    expect(verify(contract, hex(concat(plain, Uint8Array.of(0))))).toBe('invalid')
    expect(verify(contract, hex(concat(plain, Uint8Array.of(2, 0))))).toBe('invalid')
    expect(deployed.owners).toEqual([account.address.toLowerCase()])
  })
})
