import { describe, expect, it } from 'vitest'
import { junitReport } from './junitReport.ts'
import type { ReportedResult } from './sweepReport.ts'

const passed: ReportedResult = {
  name: 'profile.get: the session has ended',
  call: 'profile.get',
  failure: 'the session has ended',
  kind: 'state',
  outcome: 'passes',
  calls: [{ name: 'profile.get', method: 'GET', path: '/api/v0/users', status: 401 }],
}
const hangs: ReportedResult = {
  ...passed,
  outcome: 'hangs',
  fault: 'The test does not end.',
  message: 'Error: no\nend',
  line: 'src/app.ts:1:2',
  replay: 'npm run again',
}

const reportOf = (...results: ReportedResult[]) =>
  junitReport({ version: 1, name: 'signs in', file: 'src/a.test.ts', calls: [], results, pictures: [] })

describe('the report as JUnit XML', () => {
  it('has a suite with a case for each case', () => {
    expect(reportOf(passed, hangs)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="Sweep" tests="2" failures="1" errors="0" skipped="0" time="0">
  <testsuite name="signs in" tests="2" failures="1" errors="0" skipped="0" time="0">
    <testcase classname="signs in" name="profile.get: the session has ended" file="src/a.test.ts" time="0"/>
    <testcase classname="signs in" name="profile.get: the session has ended" file="src/a.test.ts" time="0">
      <failure type="hangs" message="The test does not end. Error: no">The test does not end.
Error: no
end
at src/app.ts:1:2
Calls: profile.get 401
Again: npm run again</failure>
    </testcase>
  </testsuite>
</testsuites>
`)
  })

  it('skips a known fault with its reason, and fails one that has gone', () => {
    const text = reportOf({ ...hangs, knownFault: 'until May' }, { ...passed, knownFault: 'until June' })
    expect(text).toContain('tests="2" failures="1" errors="0" skipped="1"')
    expect(text).toContain('<skipped message="Known fault: until May">Known fault: until May</skipped>')
    expect(text).toContain(
      '<failure type="gone" message="this fault is known (&quot;until June&quot;), and has gone.">',
    )
  })

  it('leaves out what no XML may have, such as the colours of a terminal, and keeps line breaks of names', () => {
    const text = reportOf({
      ...hangs,
      name: 'a\nb',
      message: '\u001b[31mred\u001b[39m \u0000\u0008 \ud800 \uffff 🚪 <b>&"',
    })
    expect(text).toContain('name="a&#10;b"')
    expect(text).toContain('red \uFFFD\uFFFD \uFFFD \uFFFD 🚪 &lt;b&gt;&amp;&quot;')
  })
})
