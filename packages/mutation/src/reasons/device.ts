import { alwaysThere, inFile, type Reason } from './reason.ts'

const notHandedOut = 'The key is not handed out, so nobody can export it.'
const alsoUndefined = 'The function returns nothing at its end either.'
const checkedTwice = 'The account is checked twice before the person is asked.'
const noMore = 'A number is not compared with one that is missing, and neither is above the other.'
const bothFees = 'The fees by the base fee are both there, or neither is.'
const noBundler = 'An account that cannot make one of several calls has no bundler; either keeps a paymaster from it.'

export const device: readonly Reason[] = [
  ...inFile('src/base64url.ts', [{ code: '/={1,2}$/', reason: 'Base64 has its padding only at the end.' }]),
  ...inFile('src/envelope.ts', [
    { code: "''", reason: 'The text in its place is no base64 either.' },
    { code: 'false', replacement: 'true', reason: notHandedOut },
    { code: '{ return undefined }', reason: alsoUndefined },
  ]),
  ...inFile('src/evm/appAccess.ts', [
    { code: '!isConnected', replacement: 'false', reason: 'A wallet that is hidden already reports nothing new.' },
    { code: 'assertAccount(signer)', reason: checkedTwice },
  ]),
  ...inFile('src/evm/confirmation.ts', [{ code: 'access.assertAccount(account)', reason: checkedTwice }]),
  ...inFile('src/evm/fillTransaction.ts', [
    { code: 'most !== undefined', replacement: 'true', reason: noMore },
    { code: 'asked > most', replacement: 'asked >= most', reason: 'Of two equal fees either is offered.' },
  ]),
  ...inFile('src/evm/provider.ts', [
    { code: '/^eth_(sign|sendTransaction)/', reason: 'A method has its prefix only at the beginning.' },
  ]),
  ...inFile('src/evm/readTransaction.ts', [
    { code: 'type !== undefined', replacement: 'true', reason: noMore },
    { code: 'maxFeePerGas !== undefined', reason: noMore },
    { code: 'tip !== undefined', replacement: 'true', reason: noMore },
  ]),
  ...inFile('src/evm/userOperationRequest.ts', [
    { code: "'0x'", reason: 'The hash of a user operation does not cover its signature.' },
  ]),
  ...inFile('src/evm/batches/batchAccount.ts', [
    { code: '() => []', reason: 'A refusal is no list of entry points either way.' },
    { code: '[]', reason: 'The text in the list is no entry point.' },
    {
      code: "typeof named !== 'string'",
      replacement: 'false',
      reason: 'A node answers the question with a text, and the text of nothing is no address.',
    },
  ]),
  ...inFile('src/evm/batches/batchMethods.ts', [
    {
      code: 'account.smartWallet !== undefined',
      replacement: 'false',
      reason: 'A smart wallet that can send is one that makes one of several calls.',
    },
    { code: 'id !== undefined', replacement: 'true', reason: 'No batch has taken an absent id.' },
    { code: "atomicity !== 'unsupported'", replacement: 'true', reason: noBundler },
    { code: "'unsupported'", reason: noBundler },
  ]),
  ...inFile('src/evm/batches/callsStatus.ts', [
    { code: "typeof outcome === 'object'", replacement: 'true', reason: 'A text has no status of its own.' },
  ]),
  ...inFile('src/evm/batches/readBatch.ts', [
    { code: '[]', reason: 'Calls that are no list are refused in the next line.' },
  ]),
  ...inFile('src/evm/batches/userOperation.ts', [
    {
      code: 'entryPoint === undefined',
      replacement: 'false',
      reason: 'Without an entry point the batch is refused before the person is asked.',
    },
    { code: '{ from: address, type: 2n }', reason: 'A transaction without a type has the fees of type 2.' },
    { code: 'maxFeePerGas === undefined', reason: bothFees },
    { code: 'maxPriorityFeePerGas === undefined', replacement: 'false', reason: bothFees },
    { code: '`0x${operation[name]', reason: 'A limit that is not read leaves the one that the service has set.' },
    { code: 'false', replacement: 'true', reason: 'The first answer of the service says whether it is final.' },
    { code: 'value === undefined', replacement: 'false', reason: 'JSON leaves out fields that are not there.' },
    { code: '[]', reason: alwaysThere },
  ]),
  ...inFile('src/passwordCipher.ts', [{ code: 'false', replacement: 'true', reason: notHandedOut }]),
  ...inFile('src/psbt.ts', [
    {
      code: '{ allowUnknownInputs',
      reason: 'The library asks about scripts when one is added, or when it signs itself.',
    },
    {
      code: 'true',
      replacement: 'false',
      reason: 'The library asks about scripts when one is added, and lets signatures be added beside others.',
    },
  ]),
  ...inFile('src/softSealer.ts', [
    {
      code: 'short < 0x80',
      replacement: 'short <= 0x80',
      reason: 'A first byte of 0x80 is followed by no bytes of a length either way.',
    },
  ]),
  ...inFile('src/solana/signer.ts', [{ code: '[]', reason: alwaysThere }]),
]
