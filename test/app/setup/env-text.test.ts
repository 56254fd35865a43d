import { parseEnv } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withSettings } from '../../../src/app/setup/env-text.ts'

test.each<[string, string, Readonly<Record<string, string>>, string]>([
  ['adds to nothing', '', { A: '1' }, 'A=1\n'],
  ['adds a line at the end', '# mine\nB=2', { A: '1' }, '# mine\nB=2\nA=1\n'],
  ['replaces in place', 'A=0\n# mine\nB=2\n', { A: '1' }, 'A=1\n# mine\nB=2\n'],
  ['fills an example in', '# About A.\n#A=example\nB=2\n', { A: '1' }, '# About A.\nA=1\nB=2\n'],
  ['fills an empty one in', 'A=\nB=2\n', { A: '1' }, 'A=1\nB=2\n'],
  ['changes the one that counts', 'A=0\nB=2\nA=9\n', { A: '1' }, 'A=0\nB=2\nA=1\n'],
  ['keeps Windows line ends', 'A=0\r\nB=2\r\n', { A: '1', C: '3' }, 'A=1\r\nB=2\r\nC=3\r\n'],
  ['replaces a file by the value', 'A_FILE=/run/a\nB=2\n', { A: '1' }, 'A=1\nB=2\n'],
  ['comments a file out', 'A=0\nA_FILE=/run/a\n', { A: '1' }, 'A=1\n#A_FILE=/run/a\n'],
  ['comments the value out for a file', 'A=0\nB=2\n', { A_FILE: '/run/a' }, '#A=0\nB=2\nA_FILE=/run/a\n'],
  ['comments every line of it out', "A='x\ny'\n", { A_FILE: '/run/a' }, "#A='x\n#y'\nA_FILE=/run/a\n"],
  ['quotes what Docker would change', 'B=2\n', { A: 'a$b#c' }, "B=2\nA='a$b#c'\n"],
  ['quotes blanks', '', { A: 'two words' }, "A='two words'\n"],
  ['does not take a value for a setting', "B='\nA=0\n'\n", { A: '1' }, "B='\nA=0\n'\nA=1\n"],
  ['keeps a comment behind a quoted value', 'A="0" # mine\n', { A: '1' }, 'A=1 # mine\n'],
  ['takes export along', 'export A=0\n', { A: '1' }, 'A=1\n'],
])('it %s', (_, before, changes, after) => {
  expect(withSettings(before, changes)).toBe(after)
})

test('a value that no quotes can hold is refused, with the name alone', () => {
  const change = () => withSettings('', { A: `it's "so"` })
  expect(change).toThrow(/^\.env is written in a way .* Set A there by hand\.$/)
})

const name = fc.constantFrom('A', 'B', 'LONG_NAME', 'A_FILE')
const value = fc.stringMatching(/^[!#-&(-~]{1,20}$/)
const line = fc.oneof(
  fc.tuple(name, value).map(([key, text]) => `${key}=${text}`),
  fc.tuple(name, value).map(([key, text]) => `${key}='${text}'`),
  value.map((text) => `# ${text}`),
  fc.constant(''),
  fc.tuple(name, value).map(([key, text]) => `  export ${key} = "${text}" # note`),
)

test('whatever is there, the new value is read, everything else is read as before, and every comment stays', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), value, (lines, text) => {
      const before = lines.join('\n')
      const after = withSettings(before, { B: text })
      expect({ ...parseEnv(after) }).toEqual({ ...parseEnv(before), B: text })
      const comments = (whole: string) => whole.split('\n').filter((each) => each.startsWith('# '))
      expect(comments(after)).toEqual(comments(before))
    }),
  )
})
