import { describe, expect, it } from 'vitest'
import { packageProblems, type ReleasePackage } from './packageProblems.ts'

const ready: ReleasePackage = {
  folder: 'packages/client',
  manifest: {
    name: '@latchkey/client',
    version: '0.1.0',
    license: 'MIT',
    repository: { url: 'git+https://github.com/latchkey-dev/latchkey.git', directory: 'packages/client' },
    publishConfig: { access: 'public', provenance: true },
    scripts: { build: 'tsup' },
  },
  files: [
    'package.json',
    'README.md',
    'LICENSE',
    'CHANGELOG.md',
    'dist/index.js',
    'dist/THIRD_PARTY_LICENSES.md',
    'dist/sbom.cdx.json',
  ],
  changelog: '# @latchkey/client\n\n## 0.1.0\n\n### Added\n\n- The client.\n',
}
const withManifest = (fields: Partial<ReleasePackage['manifest']>) => ({
  ...ready,
  manifest: { ...ready.manifest, ...fields },
})
const without = (...names: string[]) => ({ ...ready, files: ready.files.filter((file) => !names.includes(file)) })

describe('packageProblems', () => {
  it('has nothing against a package with all that a release needs', () => {
    expect(packageProblems(ready)).toEqual([])
  })

  it('does not ask for a bill of materials where no library is bundled', () => {
    expect(packageProblems(without('dist/THIRD_PARTY_LICENSES.md', 'dist/sbom.cdx.json'))).toEqual([])
  })

  it.each<[what: string, subject: ReleasePackage, sentence: RegExp]>([
    ['that has no version', withManifest({ version: '0.0.0' }), /has no version yet/],
    ['whose changelog is about an earlier version', withManifest({ version: '0.2.0' }), /without version 0\.2\.0/],
    ['without a licence', withManifest({ license: undefined }), /does not name its licence/],
    ['with the folder of another package', withManifest({ repository: { directory: 'packages/mock' } }), /provenance/],
    ['without provenance', withManifest({ publishConfig: { access: 'public' } }), /not published with provenance/],
    ['that only members of a team could install', withManifest({ publishConfig: { provenance: true } }), /everybody/],
    ['without the text of its licence', without('LICENSE'), /lacks LICENSE\./],
    ['without a bill of materials', without('dist/sbom.cdx.json'), /without a bill of materials/],
    ['with an install script', withManifest({ scripts: { postinstall: 'node x.js' } }), /when it is installed/],
  ])('refuses a package %s', (_, subject, sentence) => {
    expect(packageProblems(subject)).toEqual([expect.stringMatching(sentence)])
  })

  it('refuses a package that was not built', () => {
    const files = ready.files.filter((file) => !file.startsWith('dist/'))
    expect(packageProblems({ ...ready, files })).toEqual(['@latchkey/client is not built.'])
  })
})
