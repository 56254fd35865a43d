import { describe, expect, test } from 'vitest'
import { readAudit } from '../../tools/advisories.ts'

const read = (output: unknown, stderr = '') => readAudit({ stdout: JSON.stringify(output), stderr })

/** A report as npm 11 writes it. */
const report = (vulnerabilities: object) => ({ auditReportVersion: 2, vulnerabilities, metadata: {} })
const vulnerable = (severity: string, via: readonly (string | object)[] = ['b']) => ({
  name: 'a',
  severity,
  isDirect: false,
  via,
  effects: [],
  range: '<1.2.3',
  nodes: ['node_modules/a'],
  fixAvailable: true,
})

describe('a report', () => {
  test('of nothing says so', () => {
    expect(read(report({}))).toEqual({ status: 'known', counts: 'none', severe: [] })
  })

  test.each(['info', 'low', 'moderate'])('counts what is %s, which is no reason to fail', (severity) => {
    expect(read(report({ a: vulnerable(severity) }))).toEqual({
      status: 'known',
      counts: `1 ${severity}`,
      severe: [],
    })
  })

  test('names what is high or critical, with its advisories and what brings it', () => {
    const title = 'Request smuggling'
    const url = 'https://github.com/advisories/GHSA-1'
    const found = {
      a: vulnerable('high', [{ title, url, source: 1, severity: 'high' }]),
      b: vulnerable('critical', ['a']),
      c: vulnerable('low'),
    }
    expect(read(report(found))).toEqual({
      status: 'known',
      counts: '1 critical, 1 high, 1 low',
      severe: [`a <1.2.3: high: ${title} ${url}`, 'b <1.2.3: critical: by a'],
    })
  })
})

describe('nothing is known if', () => {
  test.each([
    [
      'the registry refuses',
      JSON.stringify({ message: '404 Not Found - POST https://registry.example/bulk', statusCode: 404 }),
      '',
      '404 Not Found - POST https://registry.example/bulk',
    ],
    [
      'npm has no lock file',
      JSON.stringify({ error: { code: 'ENOLOCK', summary: 'This command requires a lockfile.\nMore' } }),
      '',
      'This command requires a lockfile.',
    ],
    ['npm writes no JSON', 'npm error', 'npm error audit endpoint returned an error\nlog', 'npm error audit'],
    ['npm writes nothing', '', '', 'npm audit said nothing'],
    ['the report is of another version', JSON.stringify({ auditReportVersion: 3 }), '', 'npm audit said'],
    ['the report is cut off', '{"auditReportVersion":2,', 'timeout', 'timeout'],
  ])('%s', (_, stdout, stderr, reason) => {
    const read = readAudit({ stdout, stderr })
    expect(read).toMatchObject({ status: 'not_reached' })
    expect(read.status === 'not_reached' && read.reason.startsWith(reason), JSON.stringify(read)).toBe(true)
  })
})
