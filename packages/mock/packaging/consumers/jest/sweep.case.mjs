import { createSweep } from '@latchkey/mock/jest'
import { defineSweeps } from './sweeps.cjs'

defineSweeps(createSweep)
