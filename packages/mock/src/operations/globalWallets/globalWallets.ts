import {
  createGlobalWallet,
  disableGlobalWallet,
  enableGlobalWallet,
  findEnabledWallet,
  findGlobalWallet,
  presentGlobalWallet,
  updateGlobalWallet,
} from '../../domain/globalWallets/globalWallets.ts'
import { existing } from '../../domain/shared/recordGuards.ts'
import type { ResourceOperations } from '../operation.ts'

export const globalWallets = {
  get({ params, backend }) {
    const wallet = existing(findGlobalWallet(backend, params.environmentId), 'global wallet')
    return { status: 200, body: presentGlobalWallet(wallet) }
  },
  create({ params, body, backend }) {
    return {
      status: 201,
      body: presentGlobalWallet(createGlobalWallet(backend, params.environmentId, body)),
    }
  },
  update({ params, body, backend }) {
    const wallet = existing(findGlobalWallet(backend, params.environmentId), 'global wallet')
    return { status: 200, body: presentGlobalWallet(updateGlobalWallet(backend, wallet, body)) }
  },
  enable({ params, backend }) {
    const wallet = existing(findGlobalWallet(backend, params.environmentId), 'global wallet')
    return { status: 200, body: presentGlobalWallet(enableGlobalWallet(backend, wallet)) }
  },
  disable({ params, backend }) {
    const wallet = existing(findGlobalWallet(backend, params.environmentId), 'global wallet')
    return { status: 200, body: presentGlobalWallet(disableGlobalWallet(backend, wallet)) }
  },
  getPublic({ params, backend }) {
    return {
      status: 200,
      body: presentGlobalWallet(existing(findEnabledWallet(backend, params.environmentId), 'global wallet')),
    }
  },
} satisfies ResourceOperations<'globalWallets'>
