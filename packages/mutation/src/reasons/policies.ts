import { alwaysThere, inFile, onlyFaster, type Reason, sentence } from './reason.ts'

const returnsNothing = 'A function that ends without a value says the same.'
const sameAmount = 'Where both are the same, either way gives that amount.'
const noTransaction = 'No transaction has the id `undefined`.'

const domain = (name: string, reasons: Parameters<typeof inFile>[1]) =>
  inFile(`src/domain/policies/${name}.ts`, reasons)

export const policies: readonly Reason[] = [
  ...domain('abiFunctions', [
    { code: '[]', reason: 'A tuple always has components, and a text in the place of a match has no third part.' },
    { code: "''", reason: alwaysThere },
    { code: '{ return undefined }', replacement: '{}', reason: returnsNothing },
    {
      code: '/^(.*)\\[(\\d*)\\]$/',
      reason: 'The type has been checked before, so a bracket that closes is the last character.',
    },
  ]),
  ...domain('approval', [
    { code: '!hasPolicies(backend, shared.keySet)', replacement: 'false', reason: onlyFaster },
    { code: 'rulesOf(backend, keySet).length + liveSignaturePolicies', reason: onlyFaster },
    { code: '[]', reason: 'No reader of these lists takes a text for a rule, an account or a constraint.' },
    { code: '`The rule "${name}" keeps users from this.`', reason: sentence },
    { code: "'of the wallet for a time'", reason: sentence },
    { code: 'input.domain === undefined', replacement: 'false', reason: 'Nobody reports a site without a name.' },
    { code: "'The site that asks for this is reported as malicious.'", reason: sentence },
    { code: "'An address that takes part is reported as malicious.'", reason: sentence },
    { code: "'This is a digest, and nothing says what it is made of.'", reason: sentence },
  ]),
  ...domain('judgement', [
    { code: 'allowed.length > 0', replacement: 'allowed.length >= 0', reason: onlyFaster },
    { code: 'allowed.length > 0', replacement: 'true', reason: onlyFaster },
    { code: 'rules .filter(({ limit }) => limit)', replacement: 'rules', reason: onlyFaster },
    { code: '[]', reason: 'A text in the list is no grant of a call and no match, so no rule is about it.' },
    { code: 'asset === everything', replacement: 'false', reason: 'No rule limits everything at once.' },
    { code: 'maxPerCall !== undefined', replacement: 'true', reason: 'Nothing is more than a limit that is absent.' },
    { code: "'It calls a function that neither the service nor a rule describes.'", reason: sentence },
  ]),
  ...domain('ruleMatching', [
    { code: 'chainId !== undefined', replacement: 'true', reason: 'No rule is about an absent network.' },
    { code: '[]', reason: 'A text is no account and has no selector, and a tuple always has components.' },
    { code: "type !== 'tuple'", replacement: 'false', reason: 'Other types have no components in which to look.' },
    {
      code: "''",
      reason: 'The library decodes a tuple with an unnamed component as a list, which is read by position.',
    },
  ]),
  ...domain('signaturePolicies', [{ code: "'policy'", reason: sentence }]),
  ...domain('spending', [
    { code: 'BigInt(amount) > ', reason: sameAmount },
    { code: 'amount > chargeOf(payment)', replacement: 'amount >= chargeOf(payment)', reason: sameAmount },
    { code: 'transactionId !== undefined', replacement: 'true', reason: noTransaction },
    { code: 'transactionId === undefined', replacement: 'false', reason: noTransaction },
    { code: '[id]', replacement: '[]', reason: 'A room is of one wallet, so the records of others have none of it.' },
  ]),
]
