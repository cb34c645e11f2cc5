import { alwaysThere, inFile, onlyFaster, type Reason } from './reason.ts'

const returnsNothing = 'A function that ends without a value says the same.'

const file = (name: string, reasons: Parameters<typeof inFile>[1]) => inFile(`src/codecs/${name}.ts`, reasons)

export const codecs: readonly Reason[] = [
  ...file('evmTransactions', [
    { code: '[]', reason: alwaysThere },
    ...['r === undefined', 's === undefined', 'yParity === undefined'].map((code) => ({
      code,
      reason: 'No signer is found for a signature with an absent part.',
    })),
    { code: "throw new TransactionFormatError('invalid sender')", reason: 'No signer is found either.' },
    { code: '!digest || !rBytes', reason: 'The library writes all three in hex.' },
    { code: 'bytes.length < 32', replacement: 'bytes.length <= 32', reason: 'No zero is added to 32 bytes.' },
  ]),
  ...file('solanaAddresses', [
    {
      code: "throw new RangeError('Failed to derive an address: every one is a point of the curve.')",
      reason: 'Nobody knows seeds whose 256 hashes are all points of the curve.',
    },
    ...['derived.size', 'derived.keys().next().value'].map((code) => ({ code, reason: 'It only bounds the memory.' })),
    ...['derivedBefore !== undefined', 'derived.set(key, address)'].map((code) => ({ code, reason: onlyFaster })),
    { code: "''", reason: alwaysThere },
    {
      code: 'bump >= 0',
      replacement: 'bump > 0',
      reason: 'Nobody knows seeds whose 255 first hashes are all points of the curve.',
    },
    { code: 'true', replacement: 'false', reason: 'Nobody knows seeds whose hash is such a large number.' },
    { code: '{ return false }', replacement: '{}', reason: returnsNothing },
  ]),
  ...file('solanaInstructions', [
    { code: '{ return undefined }', replacement: '{}', reason: returnsNothing },
    { code: 'programName === undefined', replacement: 'false', reason: 'It throws when its tag is read.' },
    {
      code: "programName === 'spl-associated-token-account'",
      replacement: 'true',
      reason: 'No other program has an instruction without data.',
    },
  ]),
  ...file('solanaTokenTransfer', [{ code: "'tag'", reason: 'Where all fields have a name, any name will do.' }]),
  ...file('solanaTransactions', [
    { code: 'message.version === 1', replacement: 'false', reason: 'Such a message has no instructions in this form.' },
    { code: '{ return undefined }', replacement: '{}', reason: returnsNothing },
    {
      code: '!publicKey || !signature',
      reason: 'A transaction has 32 bytes of each signer, and none is missing here.',
    },
    { code: 'message.version === 0', replacement: 'true', reason: 'A message of the version `legacy` has no tables.' },
    { code: '!addresses', replacement: 'false', reason: 'An absent list throws when it is copied.' },
    {
      code: "throw new TypeError('A lookup table of the transaction is missing.')",
      reason: 'An absent list throws when it is copied.',
    },
  ]),
]
