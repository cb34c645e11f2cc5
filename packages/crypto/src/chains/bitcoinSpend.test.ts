import { utf8 } from '@latchkey/base/bytes'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToNumberBE } from '@noble/curves/utils.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { p2ms, p2pkh, p2sh, p2tr, p2wpkh, p2wsh, Script, TaprootControlBlock } from '@scure/btc-signer'
import { VarBytes } from '@scure/btc-signer/script.js'
import { describe, expect, it } from 'vitest'
import { toSign } from './bip322.ts'
import { type Lock, readBitcoinAddress } from './bitcoinAddress.ts'
import { scriptOf } from './bitcoinScripts.ts'
import { verifySpend } from './bitcoinSpend.ts'
import { legacyDigest, type RawTransaction, segwitDigest, taprootDigest } from './bitcoinTransaction.ts'
import { hash160 } from './hash160.ts'
import { signDigest } from './secp256k1.ts'

const secrets = ['one', 'two', 'three'].map((name) => sha256(utf8(name)))
const [secret] = secrets as [Uint8Array]
const publicKeys = secrets.map((each) => secp256k1.getPublicKey(each))
const [publicKey] = publicKeys as [Uint8Array]
const empty = new Uint8Array()
const sized = (bytes: Uint8Array) => VarBytes.encode(bytes)
const sighashAll = Uint8Array.of(1)
const message = 'Sign in to app.example.com'

function lockOf(address: string | undefined): Lock {
  const lock = readBitcoinAddress(address ?? '')
  return lock && lock !== 'unknown' ? lock : expect.fail('no address')
}

const spend = (lock: Lock, witness: readonly Uint8Array[], scriptSig: Uint8Array = empty) =>
  verifySpend(lock, toSign({ lock, message }, { witness, scriptSig }))
const signedAll = (digest: Uint8Array, key: Uint8Array) => concatBytes(signDigest(digest, key, 'der'), sighashAll)

describe('one key', () => {
  const payment = p2wpkh(publicKey)
  const lock = lockOf(payment.address)
  const digest = segwitDigest(toSign({ lock, message }, {}), scriptOf({ kind: 'p2pkh', program: lock.program }))
  const signature = signDigest(digest, secret, 'der')

  it('signs in strict DER with low s', () => {
    const { r, s } = secp256k1.Signature.fromBytes(signature, 'der')
    const high = new secp256k1.Signature(r, secp256k1.Point.Fn.neg(s)).toBytes('der')
    const rLength = signature[3] as number
    const integers = signature.subarray(2)
    const spelled = [
      high,
      concatBytes(signature, Uint8Array.of(0)),
      concatBytes(Uint8Array.of(0x30, 0x81, integers.length), integers),
      concatBytes(Uint8Array.of(0x30, integers.length + 1, 0x02, rLength + 1, 0x00), signature.subarray(4)),
      concatBytes(Uint8Array.of(0x30, integers.length - 1), integers.subarray(0, -1)),
      concatBytes(Uint8Array.of(0x31), signature.subarray(1)),
      concatBytes(Uint8Array.of(0x30, integers.length + 2), integers, Uint8Array.of(0x05, 0x00)),
      signDigest(digest, secret, 'compact'),
      empty,
    ]
    expect(spend(lock, [concatBytes(signature, sighashAll), publicKey])).toBe('valid')
    expect(spelled.map((each) => spend(lock, [concatBytes(each, sighashAll), publicKey]))).toEqual(
      spelled.map(() => 'invalid'),
    )
  })

  it('is followed by one byte, which says that it covers everything', () => {
    const types = [0x00, 0x02, 0x03, 0x81, 0x82, 0x83, 0xff]
    expect(types.map((type) => spend(lock, [concatBytes(signature, Uint8Array.of(type)), publicKey]))).toEqual(
      types.map(() => 'invalid'),
    )
    expect(spend(lock, [signature, publicKey])).toBe('invalid')
  })

  it('is compressed, and belongs to the address', () => {
    const [, other] = publicKeys as [Uint8Array, Uint8Array]
    for (const key of [
      other,
      secp256k1.getPublicKey(secret, false),
      publicKey.with(0, (publicKey[0] as number) ^ 1),
      publicKey.subarray(1),
    ]) {
      expect(spend(lock, [concatBytes(signature, sighashAll), key])).toBe('invalid')
    }
  })
})

describe('a hash of a key or a script', () => {
  const [, thief] = secrets as [Uint8Array, Uint8Array]
  const thiefKey = secp256k1.getPublicKey(thief)
  const codeOf = (key: Uint8Array) => scriptOf({ kind: 'p2pkh', program: hash160(key) })
  const stackOf = (
    lock: Lock,
    digest: typeof segwitDigest,
    { key, publicKey }: { key: Uint8Array; publicKey: Uint8Array },
  ) => [signedAll(digest(toSign({ lock, message }, {}), codeOf(publicKey)), key), publicKey]

  it('is refused with a signature of another key', () => {
    const segwit = lockOf(p2wpkh(publicKey).address)
    expect(spend(segwit, stackOf(segwit, segwitDigest, { key: secret, publicKey }))).toBe('valid')
    expect(spend(segwit, stackOf(segwit, segwitDigest, { key: thief, publicKey: thiefKey }))).toBe('invalid')
    const [signature] = stackOf(segwit, segwitDigest, { key: thief, publicKey }) as [Uint8Array]
    for (const key of [publicKey, thiefKey]) expect(spend(segwit, [signature, key])).toBe('invalid')

    const legacy = lockOf(p2pkh(publicKey).address)
    const pushed = (key: Uint8Array, publicKey: Uint8Array) =>
      concatBytes(...stackOf(legacy, legacyDigest, { key, publicKey }).map(sized))
    expect(spend(legacy, [], pushed(secret, publicKey))).toBe('valid')
    expect(spend(legacy, [], pushed(thief, thiefKey))).toBe('invalid')
    expect(spend(legacy, [], pushed(thief, publicKey))).toBe('invalid')
  })

  it('is refused with another nested program or script', () => {
    const lock = lockOf(p2sh(p2wpkh(publicKey)).address)
    const nested = (key: Uint8Array) => sized(p2wpkh(key).script)
    expect(spend(lock, stackOf(lock, segwitDigest, { key: secret, publicKey }), nested(publicKey))).toBe('valid')
    expect(spend(lock, stackOf(lock, segwitDigest, { key: thief, publicKey: thiefKey }), nested(thiefKey))).toBe(
      'invalid',
    )
    const { script } = p2ms(1, [thiefKey])
    const signature = signedAll(legacyDigest(toSign({ lock, message }, {}), script), thief)
    expect(spend(lock, [], concatBytes(Uint8Array.of(0), sized(signature), sized(script)))).toBe('invalid')
    const witnessLock = lockOf(p2wsh(p2ms(1, [publicKey])).address)
    const witnessSignature = signedAll(segwitDigest(toSign({ lock: witnessLock, message }, {}), script), thief)
    expect(spend(witnessLock, [empty, witnessSignature, script])).toBe('invalid')
  })

  it('of an uncompressed key is valid without witnesses, and invalid with them', () => {
    const uncompressed = secp256k1.getPublicKey(secret, false)
    const legacy: Lock = { kind: 'p2pkh', program: hash160(uncompressed) }
    const segwit: Lock = { kind: 'p2wpkh', program: hash160(uncompressed) }
    expect(
      spend(
        legacy,
        [],
        concatBytes(...stackOf(legacy, legacyDigest, { key: secret, publicKey: uncompressed }).map(sized)),
      ),
    ).toBe('valid')
    expect(spend(segwit, stackOf(segwit, segwitDigest, { key: secret, publicKey: uncompressed }))).toBe('invalid')
  })
})

describe('an output key', () => {
  const internalKey = Uint8Array.from(publicKey.subarray(1))
  const lock = lockOf(p2tr(internalKey).address)
  const { Fn } = secp256k1.Point
  const evenSecret = publicKey[0] === 2 ? Fn.fromBytes(secret) : Fn.neg(Fn.fromBytes(secret))
  const tweaked = Fn.toBytes(Fn.create(evenSecret + bytesToNumberBE(schnorr.utils.taggedHash('TapTweak', internalKey))))
  const signature = (type: number) =>
    schnorr.sign(taprootDigest(toSign({ lock, message }, {}), scriptOf(lock), type), tweaked, new Uint8Array(32))

  it('signs with the default hash type or with the one that covers everything', () => {
    expect(spend(lock, [signature(0)])).toBe('valid')
    expect(spend(lock, [concatBytes(signature(1), sighashAll)])).toBe('valid')
  })

  it('is refused with any other hash type, or the default one spelled out', () => {
    for (const type of [0x00, 0x02, 0x03, 0x81, 0x82, 0x83])
      expect(spend(lock, [concatBytes(signature(type), Uint8Array.of(type))])).toBe('invalid')
    for (const type of [0x00, 0x02, 0x81])
      expect(spend(lock, [concatBytes(signature(1), Uint8Array.of(type))])).toBe('invalid')
    expect(spend(lock, [signature(1)])).toBe('invalid')
    expect(spend(lock, [concatBytes(signature(0), sighashAll)])).toBe('invalid')
    expect(spend(lock, [concatBytes(signature(1), sighashAll, sighashAll)])).toBe('invalid')
  })

  it('is refused with a signature of its internal key', () => {
    const digest = taprootDigest(toSign({ lock, message }, {}), scriptOf(lock), 0)
    expect(spend(lock, [schnorr.sign(digest, secret, new Uint8Array(32))])).toBe('invalid')
    expect(spend(lock, [signature(0).subarray(1)])).toBe('invalid')
    expect(spend(lock, [concatBytes(signature(0), sighashAll, sighashAll)])).toBe('invalid')
  })

  it('is not supported with a script, or with an annex', () => {
    const withScript = p2tr(internalKey, { script: Script.encode([internalKey, 'CHECKSIG']) }, undefined, true)
    const [block, script] = withScript.tapLeafScript?.[0] ?? expect.fail('no leaf')
    const controlBlock = TaprootControlBlock.encode(block)
    const stack = [signature(0), script.subarray(0, -1), controlBlock]
    expect(spend(lockOf(withScript.address), stack)).toBe('unsupported')
    expect(spend(lock, [signature(0), Uint8Array.of(0x50)])).toBe('unsupported')
    for (const last of [controlBlock.subarray(1), controlBlock.with(0, 0x02), empty])
      expect(spend(lock, [...stack.slice(0, 2), last])).toBe('invalid')
    const blockOf = (length: number, first = 0xc0) => new Uint8Array(length).with(0, first)
    for (const last of [blockOf(33), blockOf(33, 0xc1), blockOf(33 + 32 * 128)])
      expect(spend(lock, [signature(0), last])).toBe('unsupported')
    for (const last of [blockOf(1), blockOf(32), blockOf(34), blockOf(65, 0xc2), blockOf(33 + 32 * 129)])
      expect(spend(lock, [signature(0), last])).toBe('invalid')
  })
})

describe('m of n keys', () => {
  const multisig = p2ms(2, publicKeys)
  const { script } = multisig
  const nestedScript = p2wsh(multisig).script
  const forms = [
    { kind: 'p2wsh', lock: lockOf(p2wsh(multisig).address), digest: segwitDigest, scriptSig: empty },
    {
      kind: 'p2sh-p2wsh',
      lock: lockOf(p2sh(p2wsh(multisig)).address),
      digest: segwitDigest,
      scriptSig: sized(nestedScript),
    },
    { kind: 'p2sh', lock: lockOf(p2sh(multisig).address), digest: legacyDigest, scriptSig: undefined },
  ]
  const push = (item: Uint8Array) => Script.encode([item.length === 0 ? 0 : Uint8Array.from(item)])

  /** A script with two of three keys, the signatures of all of them, and its spends. */
  const cases = forms.map(({ kind, lock, digest, scriptSig }) => {
    const toBeSigned = digest(toSign({ lock, message }, {}), script)
    const signatures = secrets.map((each) => signedAll(toBeSigned, each))
    const spendWith = (...stack: readonly (Uint8Array | undefined)[]) => {
      const items = [...stack.filter((item) => item !== undefined), script]
      return scriptSig ? spend(lock, items, scriptSig) : spend(lock, [], concatBytes(...items.map(push)))
    }
    return { kind, signatures, spendWith, lock }
  })

  it.each(cases)(
    'are accepted when m of them signed, in their order: $kind',
    ({ signatures: [first, second, third], spendWith }) => {
      expect(spendWith(empty, first, second)).toBe('valid')
      expect(spendWith(empty, first, third)).toBe('valid')
      expect(spendWith(empty, second, third)).toBe('valid')
    },
  )

  it.each(cases)(
    'are refused in another order, with one twice, too few or too many: $kind',
    ({ signatures: [first, second, third], spendWith }) => {
      const stacks = [
        [empty, second, first],
        [empty, first, first],
        [empty, first],
        [empty],
        [],
        [first, second],
        [empty, first, second, third],
        [empty, empty, first],
        [empty, first, empty],
      ]
      for (const stack of stacks) expect(spendWith(...stack)).toBe('invalid')
    },
  )

  it.each(cases)(
    'are refused with anything but nothing as the first item: $kind',
    ({ signatures: [first, second], spendWith }) => {
      expect(spendWith(Uint8Array.of(0x11), first, second)).toBe('invalid')
    },
  )

  it('are read from a script that has nothing else', () => {
    const others = [
      concatBytes(script, Uint8Array.of(0x61)),
      script.with(0, 0x50),
      script.with(0, 0x54),
      script.with(script.length - 2, 0x52),
      script.with(script.length - 1, 0xaf),
      script.with(1, 0x20),
      Script.encode([publicKey, 'CHECKSIG']),
      Uint8Array.of(0x51),
      Uint8Array.of(0x51, 0x50, 0xae),
      // No signature is required, and a key is not compressed.
      Script.encode([0, publicKey, 1, 'CHECKMULTISIG']),
      Script.encode([1, publicKey, secp256k1.getPublicKey(secret, false), 2, 'CHECKMULTISIG']),
    ]
    for (const other of others)
      expect(spend({ kind: 'p2wsh', program: sha256(other) }, [empty, other])).toBe('unsupported')
    expect(spend({ kind: 'p2wsh', program: sha256(script) }, [empty, others[0] as Uint8Array])).toBe('invalid')
  })

  it('can be one of one', () => {
    const one = Script.encode([1, publicKey, 1, 'CHECKMULTISIG'])
    const lock: Lock = { kind: 'p2wsh', program: sha256(one) }
    const signature = signedAll(segwitDigest(toSign({ lock, message }, {}), one), secret)
    expect(spend(lock, [empty, signature, one])).toBe('valid')
    expect(spend(lock, [empty, one])).toBe('invalid')
  })

  it('are refused if the push of the script is not minimal, or if there is a witness', () => {
    const {
      lock,
      signatures: [first = empty, second = empty],
    } = cases[2] ?? expect.fail('no p2sh')
    const before = concatBytes(...[empty, first, second].map(push))
    const padded = concatBytes(Uint8Array.of(0x4d, script.length, 0), script)
    expect(spend(lock, [], concatBytes(before, push(script)))).toBe('valid')
    expect(spend(lock, [], concatBytes(before, padded))).toBe('invalid')
    expect(spend(lock, [first], concatBytes(before, push(script)))).toBe('invalid')
    expect(spend(lock, [], concatBytes(before, push(script), Uint8Array.of(0x61)))).toBe('invalid')
    expect(spend(lock, [], push(script).subarray(0, -1))).toBe('invalid')
  })

  it('are refused if the nested program is not the only push', () => {
    const {
      lock,
      signatures: [first = empty, second = empty],
    } = cases[1] ?? expect.fail('no nested form')
    const witness = [empty, first, second, script]
    expect(spend(lock, witness, sized(nestedScript))).toBe('valid')
    expect(spend(lock, witness, concatBytes(Uint8Array.of(0), sized(nestedScript)))).toBe('invalid')
    expect(spend(lock, witness, concatBytes(Uint8Array.of(0x4c), sized(nestedScript)))).toBe('invalid')
    expect(spend(lock, witness)).toBe('invalid')
  })
})

describe('verifySpend', () => {
  it('refuses a transaction without an input, or with two', () => {
    const lock = lockOf(p2wpkh(publicKey).address)
    const transaction = toSign({ lock, message }, {})
    const withInputs = (inputs: RawTransaction['inputs']) => verifySpend(lock, { ...transaction, inputs })
    expect(withInputs([])).toBe('invalid')
    const twice = { ...transaction, inputs: [...transaction.inputs, ...transaction.inputs] }
    const signature = signedAll(segwitDigest(twice, scriptOf({ kind: 'p2pkh', program: lock.program })), secret)
    expect(verifySpend(lock, { ...twice, witnesses: [[signature, publicKey], []] })).toBe('invalid')
  })
})
