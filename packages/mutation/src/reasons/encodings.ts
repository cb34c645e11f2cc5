import { alwaysThere, inFile, type Reason } from './reason.ts'

const returnsNothing = 'A function that ends without a value says the same.'

const file = (name: string, reasons: Parameters<typeof inFile>[1]) => inFile(`src/${name}.ts`, reasons)

export const encodings: readonly Reason[] = [
  ...file('base32', [
    { code: 'value < 0', replacement: 'false', reason: 'The bytes are written again, and compared with the text.' },
  ]),
  ...file('base64url', [
    { code: 'start < bytes.length', replacement: 'start <= bytes.length', reason: 'After the end there are no bytes.' },
  ]),
  ...file('bytes', [
    { code: '{ return undefined }', replacement: '{}', reason: returnsNothing },
    {
      code: 'index < bytes.length',
      replacement: 'index <= bytes.length',
      reason: 'What is written after the end of an array is lost.',
    },
    {
      code: 'coder.encode(bytes) === text',
      replacement: 'true',
      reason: 'The library in use refuses other spellings itself.',
    },
  ]),
  ...file('remembered', [{ code: "''", reason: alwaysThere }]),
]
