import { createHardhatRuntimeEnvironment } from 'hardhat/hre'

/** Starts Hardhat's network on a free port, as `hardhat node` does. */
export async function startHardhat(chainId: number) {
  const environment = await createHardhatRuntimeEnvironment({
    networks: { default: { type: 'edr-simulated', chainId } },
  })
  const server = await environment.network.createServer('default', '127.0.0.1', 0)
  const { address, port } = await server.listen()
  return { url: `http://${address}:${port}`, stop: () => server.close() }
}
