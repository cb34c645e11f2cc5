import { alwaysThere, inFile, onlyFaster, type Reason } from './reason.ts'

const shareAsked = 'Whoever joins without a share is refused before the first step.'
const checkedByLibrary = 'The library has failed before it leaves a part out.'
const alwaysDealt = 'The list has been read in the length of its index, so the text in its place is never read.'
const hitByChance = 'A number below the order would have to be hit by chance, once in 2¹²⁷ signatures.'

export const ceremony: readonly Reason[] = [
  ...inFile('src/ceremonies/acknowledgement.ts', [
    { code: '{ memory: {} }', reason: 'Whoever leaves the key set has remembered nothing in the step before.' },
  ]),
  ...inFile('src/ceremonies/ceremony.ts', [
    { code: '[]', reason: 'No party has the text of the replacement as its id.' },
  ]),
  ...inFile('src/ceremonies/deal.ts', [
    { code: "''", reason: alwaysThere },
    {
      code: 'turn.keygenId === turn.plan.dealer',
      replacement: 'true',
      reason: "Only the dealer's messages are sent in this step.",
    },
  ]),
  ...inFile('src/ceremonies/exportKey.ts', [
    { code: '!message', replacement: 'false', reason: 'A step runs when all of its messages are there.' },
    { code: '{ parties: [holder] }', replacement: '{}', reason: 'A step runs when all of its messages are there.' },
    { code: '[holder]', replacement: '[]', reason: 'A step runs when all of its messages are there.' },
    { code: "''", reason: alwaysDealt },
    { code: '{ result }', reason: 'Whoever holds no share is the recipient, who has no result in this step.' },
    { code: "'share_missing'", reason: shareAsked },
    { code: '[]', reason: 'Shares of a seed are read only on ed25519, where each share has them.' },
  ]),
  ...inFile('src/ceremonies/keygen.ts', [
    { code: "'dealing_invalid'", reason: checkedByLibrary },
    { code: '[]', reason: 'The library gives the coefficients of the first round.' },
  ]),
  ...inFile('src/ceremonies/refresh.ts', [
    { code: "'share_missing'", reason: shareAsked },
    { code: "''", reason: alwaysDealt },
  ]),
  ...inFile('src/ceremonies/reshare.ts', [
    { code: "'share_missing'", reason: shareAsked },
    { code: '[]', reason: 'A plan has holders, so there is a first dealing.' },
    { code: "''", reason: alwaysDealt },
  ]),
  ...inFile('src/ceremonies/sign.ts', [
    { code: 'dealer === undefined', replacement: 'false', reason: 'No signer has an absent id.' },
  ]),
  ...inFile('src/ceremonies/signEcdsa.ts', [
    { code: '[]', reason: 'Each signer of the plan has a triple.' },
    { code: "''", reason: alwaysDealt },
    { code: "'share_missing'", reason: shareAsked },
    { code: 'false', replacement: 'true', reason: onlyFaster },
    { code: 's > Fn.ORDER / 2n', replacement: 's >= Fn.ORDER / 2n', reason: hitByChance },
    { code: 'x === r', replacement: 'true', reason: hitByChance },
  ]),
  ...inFile('src/ceremonies/signSchnorr.ts', [{ code: "'share_missing'", reason: shareAsked }]),
  ...inFile('src/parties/sealedMessages.ts', [
    { code: 'existing', replacement: 'false', reason: onlyFaster },
    { code: 'pairwiseKeys.set(self', reason: onlyFaster },
    { code: 'bytes.length > nonceBytes', reason: 'The cipher refuses what is shorter than its nonce and tag.' },
  ]),
  ...inFile('src/parties/identity.ts', [
    { code: "''", reason: 'A secret is shared only by the own secret key, without the own id.' },
  ]),
  ...inFile('src/keys/canonical.ts', [
    { code: 'Object.entries(value).filter(', reason: 'JSON leaves out fields that are not there.' },
    { code: 'entry !== undefined', replacement: 'true', reason: 'JSON leaves out fields that are not there.' },
    { code: 'a < b', replacement: 'a <= b', reason: 'No object has a key twice.' },
  ]),
  ...inFile('src/keys/group.ts', [
    { code: 'point.assertValidity()', reason: 'The library reads no bytes that are off the curve.' },
  ]),
  ...inFile('src/keys/cache.ts', [
    { code: 'oldest !== undefined', replacement: 'true', reason: 'A full cache has an oldest value.' },
  ]),
  ...inFile('src/keys/keySets.ts', [
    { code: 'validShares.has(share)', replacement: 'false', reason: onlyFaster },
    { code: 'validShares.add(share)', reason: onlyFaster },
  ]),
  ...inFile('src/keys/derivation.ts', [
    { code: "''", reason: 'A key set without a chain code has no path, and refuses one.' },
  ]),
  ...inFile('src/keys/derivedShares.ts', [
    { code: '!isNegated && add === 0n', replacement: 'false', reason: onlyFaster },
  ]),
  ...inFile('src/party.ts', [
    { code: "''", reason: 'A state has a key for each party that it sends to or hears from.' },
    { code: 'step + 1', replacement: 'step - 1', reason: 'An entry that is missing reads as an empty one.' },
    { code: "'invalid_plan'", reason: 'A state that is not finished has a next step.' },
  ]),
]
