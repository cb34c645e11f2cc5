const { createSweep } = require('@latchkey/mock/jest')
const { defineSweeps } = require('./sweeps.cjs')

defineSweeps(createSweep)
