import type { NextConfig } from 'next'

export default { distDir: 'node_modules/.next' } satisfies NextConfig
