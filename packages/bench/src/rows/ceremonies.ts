import { createIdentity, type KeyShare, type PartySecrets, type Plan } from '@latchkey/ceremony'
import { ed25519 } from '@noble/curves/ed25519.js'
import { schnorr } from '@noble/curves/secp256k1.js'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { mediansOf, prepared } from '../measure.ts'
import { playRoom } from '../relay.ts'
import { ratio, type Row } from '../row.ts'

const [client, service, dealer] = [1, 2, 3].map(() =>
  createIdentity((length) => crypto.getRandomValues(new Uint8Array(length))),
) as [PartySecrets['identity'], PartySecrets['identity'], PartySecrets['identity']]
const parties = [client.keygenId, service.keygenId]
const coordinator = service.keygenId
const walletPath = [44, 60, 0, 0, 0]
/** Runs of each task. */
const count = 160
/** A task that needs no preparation. */
const task = (run: () => unknown) =>
  prepared(
    () => undefined,
    () => run(),
  )

/** A key of the client and the service in shares, and the ceremonies that use it. */
function walletOf(plan: Plan) {
  const results = playRoom(plan, { identity: client }, [{ identity: service }])
  const [share, serviceShare] = results.map((result) => (result.kind === 'share' ? result.share : undefined))
  if (!share || !serviceShare) throw new Error('The room made no shares.')
  const ofClient = { identity: client, share }
  const ofService = { identity: service, share: serviceShare }
  const { keySet }: KeyShare = share
  const common = { roomId: 'room', keySet, holders: parties, coordinator }
  const play = (plan: Plan) => () => playRoom(plan, ofClient, [ofService])
  return {
    make: () => playRoom(plan, { identity: client }, [{ identity: service }]),
    sign(more: { path?: number[]; taproot?: boolean; dealer?: string } = {}) {
      const message = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')
      const plan: Plan = { kind: 'sign', roomId: 'room', keySet, signers: parties, coordinator, message, ...more }
      return playRoom(plan, ofClient, more.dealer ? [{ identity: dealer }, ofService] : [ofService])
    },
    refresh: play({ kind: 'refresh', ...common }),
    reshare: play({ kind: 'reshare', scheme: 'TWO_OF_TWO', parties, ...common }),
    export: play({ kind: 'export', recipient: client.keygenId, ...common }),
  }
}

const roomOfTwo = { roomId: 'room', scheme: 'TWO_OF_TWO', parties, walletId: 'wallet', coordinator } as const

/** Ceremonies of two of two through rooms in process, with all parties and boxes. */
export async function ceremonies(): Promise<Row[]> {
  const account = privateKeyToAccount(generatePrivateKey())
  const [key, message] = [ed25519.utils.randomSecretKey(), crypto.getRandomValues(new Uint8Array(32))]
  const ecdsa = walletOf({ kind: 'keygen', curve: 'secp256k1-ecdsa', ...roomOfTwo })
  const bip340 = walletOf({ kind: 'keygen', curve: 'secp256k1-bip340', ...roomOfTwo })
  const edwards = walletOf({ kind: 'deal', curve: 'ed25519', dealer: coordinator, ...roomOfTwo })
  const onSecp256k1 = await mediansOf(count, {
    viem: task(() => account.signMessage({ message: 'hello' })),
    schnorr: task(() => schnorr.sign(message, key)),
    sign: task(() => ecdsa.sign({ path: walletPath, dealer: dealer.keygenId })),
    taproot: task(() => bip340.sign({ path: walletPath, taproot: true })),
    keygen: task(ecdsa.make),
    refresh: task(ecdsa.refresh),
    reshare: task(ecdsa.reshare),
    export: task(ecdsa.export),
  })
  const onEd25519 = await mediansOf(count, {
    noble: task(() => ed25519.sign(message, key)),
    sign: task(() => edwards.sign()),
    deal: task(edwards.make),
    refresh: task(edwards.refresh),
    reshare: task(edwards.reshare),
    export: task(edwards.export),
  })
  const besideViem = (what: string, ours: number, limit: number) =>
    ratio({ what: `room, ECDSA: ${what}`, ours, peer: onSecp256k1.viem, name: "viem's signMessage", limit })
  const besideNoble = (what: string, ours: number, limit: number) =>
    ratio({ what: `room, ed25519: ${what}`, ours, peer: onEd25519.noble, name: "noble's signature", limit })
  return [
    besideViem('a signature', onSecp256k1.sign, 12),
    besideViem('making a key', onSecp256k1.keygen, 40),
    besideViem('refresh', onSecp256k1.refresh, 20),
    besideViem('reshare', onSecp256k1.reshare, 20),
    besideViem('export', onSecp256k1.export, 5),
    ratio({
      what: 'room, BIP-340: a signature of a taproot key',
      ours: onSecp256k1.taproot,
      peer: onSecp256k1.schnorr,
      name: "noble's signature",
      limit: 20,
    }),
    besideNoble('a signature', onEd25519.sign, 75),
    besideNoble('dealing a key', onEd25519.deal, 40),
    besideNoble('refresh', onEd25519.refresh, 40),
    besideNoble('reshare', onEd25519.reshare, 60),
    besideNoble('export', onEd25519.export, 5),
  ]
}
