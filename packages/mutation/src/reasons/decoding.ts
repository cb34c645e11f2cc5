import { alwaysThere, inFile, type Reason, sentence } from './reason.ts'

const returnsNothing = 'A function that ends without a value says the same.'
const noRead = 'Nothing reads the name.'
const exactAddress = 'The text is an address, whose length the ABI or the document has fixed.'
const xOnce = 'In hex the x is only in the second place.'
const sameAmount = 'Where both are the same, either way gives that amount.'
const noAccount = 'No account has the text of the replacement as its address.'

const file = (name: string, reasons: Parameters<typeof inFile>[1]) => inFile(`src/decoding/${name}.ts`, reasons)

export const decoding: readonly Reason[] = [
  ...file('authorizations', [{ code: '{ return undefined }', replacement: '{}', reason: returnsNothing }]),
  ...file('btcRequests', [
    { code: 'fee > 0n', replacement: 'fee >= 0n', reason: sameAmount },
    { code: '{ return undefined }', replacement: '{}', reason: returnsNothing },
  ]),
  ...file('evmCalls', [{ code: 'passedOn < value', replacement: 'passedOn <= value', reason: sameAmount }]),
  ...file('evmRequests', [
    { code: "'The message is in a form that is not known.'", reason: sentence },
    { code: '{ return undefined }', replacement: '{}', reason: returnsNothing },
    { code: '[]', reason: 'Without blobs there is no price of their gas, so their number does not count.' },
    { code: "'0'", reason: 'An empty text is the number 0 as well.' },
    { code: '/^0x0{40}$/', reason: exactAddress },
    { code: '/^0x77020*$/', replacement: '/0x77020*$/', reason: xOnce },
    { code: "'0x'", reason: 'A user operation without a sender hashes to nothing that is signed.' },
  ]),
  ...file('knownFunction', [{ code: '[]', reason: 'A function without arguments reads none.' }]),
  ...file('svmInstructions', [
    { code: "''", reason: alwaysThere },
    { code: '[]', reason: alwaysThere },
  ]),
  ...file('svmRequests', [
    { code: "''", reason: alwaysThere },
    { code: '[]', reason: noAccount },
    { code: '{ return false }', replacement: '{}', reason: returnsNothing },
    { code: "'An instruction of a program cannot be decoded.'", reason: sentence },
  ]),
  ...file('tokenFunctions', [{ code: '/^0x0{40}$/', reason: exactAddress }]),
  ...file('typedDataFields', [
    { code: '[]', reason: alwaysThere },
    { code: "''", reason: noRead },
  ]),
  ...file('typedDataReaders', [
    { code: '[]', reason: alwaysThere },
    { code: 'each > most', replacement: 'each >= most', reason: sameAmount },
    { code: '/^0x0*$/', replacement: '/0x0*$/', reason: xOnce },
  ]),
  ...file('wrappedDigests', [{ code: "''", reason: noRead }]),
  ...file('wrapperFunctions', [
    { code: "'0x'", reason: alwaysThere },
    { code: '[]', reason: alwaysThere },
  ]),
]
