import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readSources } from '../support/suite/architecture.ts'
import { asvsProblems, countStates, linkedFiles, readLevels } from '../support/suite/asvs.ts'
import { titlesIn } from '../support/suite/features-page.ts'

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const exists = (path: string): boolean => existsSync(new URL(`../../${path}`, import.meta.url))

const model = read('docs/security.md')
const asvs = read('docs/security-asvs.md')
const levels = readLevels()

/** Of level 3 those about money and secrets. */
const moneyAndSecrets: readonly string[] = [
  ...['1.2.10', '2.3.5', '2.4.2', '4.1.5', '7.5.3', '8.3.2', '8.3.3', '11.1.3', '11.1.4', '11.2.4'],
  ...['11.2.5', '11.3.4', '11.3.5', '11.5.2', '11.6.2', '11.7.1', '11.7.2', '12.3.5', '13.1.4', '13.3.3'],
  ...['13.3.4', '14.2.7', '15.2.4', '15.4.1', '15.4.2', '15.4.3', '15.4.4', '16.5.4'],
]
const isNeeded = (requirement: string, level: number): boolean =>
  level < 3 || moneyAndSecrets.includes(requirement)

describe('the standard', () => {
  test('has 345 requirements, 253 of them of the first two levels', () => {
    expect(levels.size).toBe(345)
    expect([...levels.values()].filter((level) => level < 3)).toHaveLength(253)
    expect(levels.get('1.2.10')).toBe(3)
  })

  test('is covered by the page, each requirement once, with what shows it or a reason', () => {
    expect(asvsProblems(asvs, levels, isNeeded)).toEqual([])
  })

  test('is summed up as the rows say', () => {
    const rows = [1, 2, 3].map((level) => {
      const counts = Object.values(countStates(asvs, levels, level))
      return `| ${level} | ${counts.join(' | ')} |`
    })
    expect(asvs).toContain(rows.join('\n'))
  })
})

test.each([
  ['docs/security.md', model],
  ['docs/security-asvs.md', asvs],
])('every test that %s names is there', (_, page) => {
  const tests = linkedFiles(page).filter((path) => path.startsWith('test/'))
  expect(tests.length).toBeGreaterThan(30)
  expect(tests.filter((path) => !exists(path))).toEqual([])
})

describe('the threat model', () => {
  const threats = model.slice(model.indexOf('## Threats'), model.indexOf('## Ways in'))
  const named = [...threats.matchAll(/\[([^\]]+)\]\(\.\.\/(test\/[^)]+)\)/g)]

  test('has a test, or owns up, in each row', () => {
    const rows = threats.split('\n').filter((line) => /^\| (?!Wants|Has|---)/.test(line))
    expect(rows.length).toBeGreaterThan(40)
    const unproved = rows.filter((row) => !row.includes('](../test/') && !row.includes('**Not held'))
    expect(unproved).toEqual([])
  })

  test('names tests by titles that they have', () => {
    const wrong = named.filter(([, title = '', path = '']) => !titlesIn(read(path)).includes(title))
    expect(wrong.map(([, title, path]) => `${path} has no test "${title}"`)).toEqual([])
  })
})

describe('cryptography', () => {
  const sources = readSources().filter(({ path }) => path.startsWith('src/'))
  const textsWith = (pattern: RegExp) => sources.filter(({ path }) => pattern.test(read(path)))

  test('is used in the files that the page lists, and in no other', () => {
    const inventory = model.slice(model.indexOf('## Cryptography'), model.indexOf('## Keys'))
    const listed = linkedFiles(inventory).filter((path) => path.startsWith('src/'))
    const using = textsWith(/from 'node:crypto'/).map(({ path }) => path)
    expect([...new Set(listed)].toSorted()).toEqual(using.toSorted())
  })

  test('comes from Node.js alone, with no weak algorithm but one that hides nothing', () => {
    const weak = textsWith(/'(md5|sha1|des|rc4|aes-\d+-(ecb|cbc))'/i).map(({ path }) => path)
    expect(weak).toEqual(['src/redis/scripts.ts'])
  })

  test('of TLS is weakened nowhere', () => {
    const weaker = /rejectUnauthorized|checkServerIdentity|minVersion|secureProtocol|\bciphers\b/
    expect(textsWith(weaker).map(({ path }) => path)).toEqual([])
  })
})

describe('a page is refused', () => {
  const few = new Map([
    ['1.1.1', 1],
    ['1.1.2', 2],
    ['2.1.1', 1],
  ])
  const link = '[a](../test/docs/links.test.ts)'
  const sound = ['| `1.1.1` | It is. | ', link, ' |\n| `1.1` | Not applicable: there is none. | |\n'].join('')
  const second = '| `V2` | By the operator: a proxy does it. | |'

  test.each([
    ['that leaves one out', sound, '2.1.1: not covered'],
    ['with a number that there is not', `${sound}${second}\n| \`3.1.1\` | Yes. | ${link} |`, 'no such'],
    ['that lists one twice', `${sound}${second}\n| \`1.1.1\` | Yes. | ${link} |`, '1.1.1: listed twice'],
    ['that shows nothing', `${sound.replace(link, '')}${second}`, '1.1.1: nothing shows it'],
    ['without a reason', `${sound}${second.replace('a proxy does it.', '')}`, 'V2: no reason'],
  ])('%s', (_, page, problem) => {
    expect(asvsProblems(`${sound}${second}`, few, () => true)).toEqual([])
    expect(asvsProblems(page, few, () => true).join()).toContain(problem)
  })
})
