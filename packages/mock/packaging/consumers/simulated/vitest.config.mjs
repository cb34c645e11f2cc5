export default { test: { environment: './environment.mjs', globals: true } }
