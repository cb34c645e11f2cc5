// Starts the server by the entry for Node as CommonJS, with what the environment variables say.
const evm = require('@ethereumjs/evm')
const { startServer } = require('@latchkey/mock/node')

const { STATE: state, OTLP: otlp, PORT: port, CERT: cert, KEY: key } = process.env
const https = cert && { cert, key }

startServer({ evm }, { port: Number(port), state, otlp, https }).then(({ url, close }) => {
  console.log(JSON.stringify({ url }))
  process.once('SIGTERM', () => close())
})
