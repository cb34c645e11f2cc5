import { alwaysThere, inFile, onlyFaster, type Reason } from './reason.ts'

const returnsNothing = 'A function that ends without a value says the same.'
const xOnce = 'In hex the x is only in the second place.'
const equalsAddress = 'The text has to equal an address, which has this form.'
const readerRefuses = 'The reader of the value refuses what this lets pass.'
const nothingReads = 'A text in its place is no number of a version, so nothing is found for it.'

const file = (name: string, reasons: Parameters<typeof inFile>[1]) => inFile(`src/${name}.ts`, reasons)
const chain = (name: string, reasons: Parameters<typeof inFile>[1]) => file(`chains/${name}`, reasons)

export const crypto: readonly Reason[] = [
  ...file('addresses', [
    { code: 'text.length > 44', replacement: 'false', reason: onlyFaster },
    { code: '!/^T[^]{33}$/.test(text)', reason: 'The 25 bytes of an account are 34 characters that begin with T.' },
    { code: '/^T[^]{33}$/', reason: 'The 25 bytes of an account are 34 characters that begin with T.' },
    { code: 'bytes.length === 21', replacement: 'true', reason: '34 characters that begin with T are 25 bytes.' },
    { code: 'text.length !== 58', replacement: 'false', reason: 'Key and checksum are 58 characters.' },
    { code: '{ return undefined }', replacement: '{}', reason: returnsNothing },
    {
      code: 'bytes?.length !== 35 || !decoded',
      replacement: 'bytes?.length !== 35 && !decoded',
      reason: 'Without a decoded text there are no bytes.',
    },
  ]),
  ...file('chainSignatures', [{ code: 'loaded.set(chain, Promise.resolve(signatures))', reason: onlyFaster }]),
  ...file(
    'hdKeys',
    ['!node.privateKey', "throw new RangeError('There is no key at this path.')"].map((code) => ({
      code,
      reason: 'A node that is made from a seed has private keys at all paths.',
    })),
  ),
  ...file('hmac', [
    { code: 'i < left.length', replacement: 'i <= left.length', reason: 'After the end neither text has a character.' },
  ]),
  ...file('jwt', [{ code: '{ return undefined }', replacement: '{}', reason: returnsNothing }]),
  ...file('messengerSignature', [
    { code: 'left < right', replacement: 'left <= right', reason: 'No two fields have the same name.' },
  ]),
  ...file('ownKey', [
    { code: "''", reason: alwaysThere },
    { code: "typeof value !== 'string'", replacement: 'false', reason: 'Nothing else has been decoded.' },
  ]),
  ...file('p256Keys', [
    { code: 'bytes === undefined', replacement: 'false', reason: readerRefuses },
    { code: '{ return undefined }', replacement: '{}', reason: returnsNothing },
  ]),
  ...file('rfc3986', [
    { code: 'last !== undefined', replacement: 'true', reason: 'What is absent is no IPv4 address.' },
  ]),
  ...chain('algorand', [
    { code: "!text.startsWith('{')", replacement: 'false', reason: onlyFaster },
    { code: '{ return false }', replacement: '{}', reason: returnsNothing },
  ]),
  ...chain('aptos', [
    { code: "typeof value === 'string'", replacement: 'true', reason: readerRefuses },
    { code: '/^0x(?:[\\da-f]{2})+$/', reason: readerRefuses },
    { code: '/^0x[\\da-fA-F]{64}$/', reason: equalsAddress },
    { code: '{ return undefined }', replacement: '{}', reason: returnsNothing },
    { code: '[text]', replacement: '[]', reason: 'Without a nonce the message is not read.' },
  ]),
  ...chain('aptosKeys', [
    { code: 'issuerLength === undefined', replacement: 'false', reason: 'There is no byte after an absent one.' },
    { code: '-1', reason: 'There is no byte after an absent one.' },
    { code: 'length !== undefined', replacement: 'true', reason: 'No byte equals what is left of an absent length.' },
    {
      code: 'next === undefined',
      replacement: 'false',
      reason: 'What ends nowhere does not end before the last byte.',
    },
    { code: 'keyCount >= 1', replacement: 'true', reason: 'No threshold is between one and zero.' },
  ]),
  ...chain('bip322', [
    ...['[[]]', 'true'].map((code) => ({
      code,
      reason: 'Neither an id nor a digest has witnesses or their flag in it.',
    })),
    { code: "kind !== 'p2sh'", replacement: 'false', reason: 'Other kinds refuse a script, or a witness beside it.' },
    { code: '[]', reason: 'Without a transaction the signature is refused, whatever else there is.' },
    { code: '!transaction || !input', reason: 'Without a transaction there is no output, and each has an input.' },
  ]),
  ...chain('bitcoinAddress', [
    { code: '-1', reason: nothingReads },
    { code: '[]', reason: nothingReads },
    { code: 'text.length > 35', replacement: 'false', reason: onlyFaster },
    { code: 'version === undefined', replacement: 'false', reason: 'Without a version there is no program either.' },
    { code: 'kind && networks', replacement: 'kind || networks', reason: 'The row of a version has both.' },
  ]),
  ...chain('bitcoinReader', [{ code: '{ return undefined }', replacement: '{}', reason: returnsNothing }]),
  ...chain('bitcoinSpend', [
    { code: '!signature || !publicKey', reason: 'There have to be two items anyway.' },
    { code: '[]', reason: 'A text in the place of a script has no opcode at its end.' },
    { code: 'witness.length < 2', replacement: 'false', reason: 'A single item was read as a signature before.' },
  ]),
  ...chain('cosmos', [
    { code: '{ return undefined }', replacement: '{}', reason: returnsNothing },
    { code: "typeof value === 'string'", replacement: 'true', reason: readerRefuses },
  ]),
  ...chain('curves', [
    {
      code: 'false',
      replacement: 'true',
      reason: 'Nobody knows the scalar of a key with y and p added that is not of small order.',
    },
    { code: '{ return undefined }', replacement: '{}', reason: returnsNothing },
    { code: 'publicKey.length !== 32', replacement: 'false', reason: readerRefuses },
  ]),
  // Platforms differ in what they refuse. The one of the tests refuses all of this by itself.
  ...chain('ed25519', [
    ...[
      'y < Fp.ORDER',
      'signature.length !== 64',
      'publicKey.length !== 32',
      '!isStrictEncoding',
      '[0n, 1n, Fp.ORDER - 1n',
      'Fp.ORDER - 1n',
      'Fp.ORDER - orderEight',
      'bytesToNumberLE',
    ].map((code) => ({ code, reason: 'The platform of the tests refuses the same.' })),
    ...["'raw'", "'Ed25519'", 'false', "['verify']", "'verify'"].map((code) => ({ code, reason: onlyFaster })),
  ]),
  ...chain('erc6492', [
    {
      code: 'bytes.length < offset + wordLength',
      replacement: 'bytes.length <= offset + wordLength',
      reason: 'The suffix comes after each length.',
    },
  ]),
  ...chain('erc7739', [
    { code: "''", reason: alwaysThere },
    { code: 'typeLength === 0', replacement: 'false', reason: 'A type without a text has no name.' },
    { code: '/^[^(]*/', reason: 'The first match begins at the first character.' },
  ]),
  ...chain('evm', [
    { code: "'factory of contract wallets'", reason: 'Any address will do for a factory that nobody else has.' },
    { code: 'typeLength === 0', replacement: 'false', reason: 'A type without a text is none.' },
    { code: 'domain && network', reason: 'What is absent is read as a text that nobody has signed for.' },
  ]),
  ...chain('flow', [
    { code: '!Array.isArray(value)', replacement: 'false', reason: 'What is no list throws when it is mapped.' },
    { code: '{ return undefined }', replacement: '{}', reason: returnsNothing },
    { code: "typeof addr !== 'string'", replacement: 'false', reason: 'No other value is the address of the account.' },
    { code: "typeof keyId !== 'number'", replacement: 'false', reason: 'No key has such an index.' },
    { code: "typeof signature === 'string'", replacement: 'true', reason: readerRefuses },
  ]),
  ...chain('recoverable', [{ code: 'recovery === undefined', replacement: 'false', reason: readerRefuses }]),
  ...chain('secp256k1', [{ code: '{ return undefined }', replacement: '{}', reason: returnsNothing }]),
  ...chain('starknet', [
    { code: 'account === undefined', replacement: 'false', reason: 'Hashing throws for an absent address.' },
    { code: 'felts.length < 2', replacement: 'false', reason: 'A missing number is zero, which the library refuses.' },
    { code: 'points.length === 0', replacement: 'false', reason: onlyFaster },
    { code: '{ // The library throws for numbers out of range', replacement: '{}', reason: returnsNothing },
    { code: '/^0x/', reason: xOnce },
    { code: 'false', replacement: 'true', reason: 'The library reads both forms of a point.' },
    { code: '!Array.isArray(value)', replacement: 'false', reason: 'What is no list throws when it is mapped.' },
    { code: '{ return undefined }', replacement: '{}', reason: returnsNothing },
  ]),
  ...chain('starknetFelt', [
    ...['number === undefined', 'number !== undefined'].map((code) => ({
      code,
      reason: 'No comparison with undefined is true.',
    })),
    { code: '{ return false }', replacement: '{}', reason: returnsNothing },
  ]),
  ...chain('starknetTypedData', [
    { code: '[]', reason: alwaysThere },
    { code: "''", reason: 'No type has an empty name, so nothing is hashed for it.' },
    {
      code: "['', undefined]",
      replacement: '[]',
      reason: 'A variant without an array of values is refused, whatever its name.',
    },
    { code: 'left < right', replacement: 'left <= right', reason: 'Two equal numbers have one order.' },
    { code: 'type.every((member)', reason: 'What reads a member refuses one that is missing.' },
    ...['cachedHash !== undefined', 'context.typeHashes.set(name, hash)'].map((code) => ({ code, reason: onlyFaster })),
  ]),
  ...chain('starknetTypes', [
    { code: '[]', reason: 'No list of one text is that of the names in a domain.' },
    { code: "typeof primaryType !== 'string'", replacement: 'false', reason: 'The names of types are texts.' },
    {
      code: "typeof value === 'string'",
      replacement: 'true',
      reason: 'All texts in other values are read before them.',
    },
    { code: '{ return undefined }', replacement: '{}', reason: returnsNothing },
  ]),
  ...chain('sui', [
    { code: '-1', reason: alwaysThere },
    {
      code: "{ lowS: true, prehash: true, format: 'compact' }",
      replacement: '{}',
      reason: 'These are the defaults of the library.',
    },
    { code: '{ flag: 0x00 }', replacement: '{}', reason: 'An absent byte is written as zero.' },
    ...['/0x[\\da-fA-F]{64}$/', '/^0x[\\da-fA-F]{64}/'].map((replacement) => ({
      code: '/^0x[\\da-fA-F]{64}$/',
      replacement,
      reason: equalsAddress,
    })),
  ]),
  ...chain('ton', [
    { code: "''", reason: 'No text in its place is a signature, a state or a key.' },
    { code: "typeof timestamp === 'number'", replacement: 'true', reason: 'Nothing else is a safe integer.' },
    ...["typeof value === 'object'", 'value !== null'].map((code) => ({
      code,
      reason: 'Null has no members, and texts, numbers and lists have others.',
    })),
    { code: 'names.every((name)', reason: 'What reads a member refuses one that is missing.' },
    { code: '{ return undefined }', replacement: '{}', reason: returnsNothing },
  ]),
  ...chain('tonAddress', [
    { code: "''", reason: alwaysThere },
    ...['/([\\w-]{48}|[A-Za-z\\d+/]{48})$/', '/^([\\w-]{48}|[A-Za-z\\d+/]{48})/'].map((replacement) => ({
      code: '/^([\\w-]{48}|[A-Za-z\\d+/]{48})$/',
      replacement,
      reason: 'All bytes after the first 34 have to equal the checksum, so the text has 48 characters.',
    })),
  ]),
  ...chain('tonCells', [
    { code: '[]', reason: alwaysThere },
    { code: 'last !== undefined', replacement: 'true', reason: 'What is written before an array is lost.' },
    {
      code: 'indexBytes < 1',
      replacement: 'false',
      reason: 'A number of no bytes is zero, and there has to be one root.',
    },
    {
      code: 'offsetBytes >= 1',
      replacement: 'true',
      reason: 'A number of no bytes is zero, and no cell has so few bytes.',
    },
    ...['true', 'rootIndex <= count'].map((replacement) => ({
      code: 'rootIndex < count',
      replacement,
      reason: 'There is no cell at such a place.',
    })),
  ]),
]
