import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

function run(): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [fileURLToPath(new URL('quickstart.ts', import.meta.url))])
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
    child.on('close', (code) => resolve({ code, output }))
  })
}

describe('the quickstart', () => {
  it('prints every step of its story and exits', { timeout: 300_000 }, async () => {
    const { code, output } = await run()
    expect(output).toMatch(/scope {8}user:basic members/)
    expect(output).toMatch(/sameUser {5}true\n {2}firstSignIn {2}true/)
    expect(output).toMatch(/total {8}60/)
    expect(output).toMatch(/delivered {4}6\d/)
    const [, received, verified] = /received {5}(\d+)\n {2}verified {5}(\d+)/.exec(output) ?? []
    expect(Number(received)).toBeGreaterThan(60)
    expect(verified).toBe(received)
    expect(output).toMatch(/lines {8}2/)
    expect(code).toBe(0)
  })
})
