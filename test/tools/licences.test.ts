import { describe, expect, test } from 'vitest'
import { exceptions, licenceProblems, packagesOf, scriptProblems } from '../../tools/licences.ts'

interface Entry {
  license?: string
  dev?: boolean
  link?: boolean
  hasInstallScript?: boolean
}

const explained = (): string =>
  Object.keys(exceptions)
    .map((name) => `\`${name}\``)
    .join()

/** What is wrong with one package, in the lock file and in its own package.json. */
const problemsOf = (path: string, entry: Entry, manifest?: object, textOf = explained) =>
  licenceProblems(
    packagesOf({ packages: { '': {}, [path]: entry } }, () => manifest),
    textOf,
  )

describe('a licence', () => {
  test.each([
    'MIT',
    'Apache-2.0',
    'MPL-2.0',
    'MIT OR GPL-3.0',
    '(MIT OR CC0-1.0)',
    'MIT AND ISC',
    'Apache License',
  ])('%s is allowed', (license) => {
    expect(problemsOf('node_modules/a', { license })).toEqual([])
  })

  test.each([
    'GPL-3.0',
    'AGPL-3.0-only',
    'LGPL-3.0-or-later',
    'MIT AND GPL-2.0',
    'GPL-2.0 OR AGPL-3.0',
    'SSPL-1.0',
    'BUSL-1.1',
    'UNLICENSED',
    'SEE LICENSE IN LICENSE.md',
    '',
  ])('%s is not', (license) => {
    const problem = `node_modules/a has the licence ${license}, which is not allowed`
    expect(problemsOf('node_modules/a', { license })).toEqual([problem])
  })

  test('has to be there', () => {
    expect(problemsOf('node_modules/a', {})).toEqual(['node_modules/a has no licence'])
  })

  test('is that of the package wherever it lies, and of nothing that is ours', () => {
    expect(problemsOf('node_modules/a/node_modules/@b/c', { license: 'GPL-3.0' })).toEqual([
      'node_modules/a/node_modules/@b/c has the licence GPL-3.0, which is not allowed',
    ])
    expect(problemsOf('node_modules/@tunesmith/studio', { link: true })).toEqual([])
    expect(problemsOf('studio', {})).toEqual([])
  })

  test.each([
    ['as a text', { license: 'MIT' }],
    ['as an object', { license: { type: 'MIT' } }],
    ['as a list', { licenses: [{ type: 'MIT' }] }],
  ])('is compared with what is installed, %s', (_, manifest) => {
    expect(problemsOf('node_modules/a', { license: 'MIT' }, manifest)).toEqual([])
    expect(problemsOf('node_modules/a', { license: 'ISC' }, manifest)).toEqual([
      'node_modules/a has the licence MIT, but ISC in package-lock.json',
    ])
  })
})

describe('an exception', () => {
  const path = 'node_modules/codec-parser'
  const license = 'LGPL-3.0-or-later'

  test('is for development, and explained on its page', () => {
    expect(problemsOf(path, { license, dev: true })).toEqual([])
  })

  test.each([
    ['is installed with the bot', { license }, explained, 'is installed with the bot'],
    ['is not explained', { license, dev: true }, () => '', 'studio/README.md does not explain codec-parser'],
    [
      'has another licence by now',
      { license: 'GPL-3.0', dev: true },
      explained,
      'has the licence GPL-3.0 instead of LGPL-3.0-or-later',
    ],
  ])('is refused that %s', (_, entry, textOf, problem) => {
    expect(problemsOf(path, entry, undefined, textOf).join()).toContain(problem)
  })
})

test.each([
  ['by the lock file', { hasInstallScript: true }, undefined],
  ['by its own package.json', {}, { scripts: { postinstall: 'node steal.js' } }],
])('an install script is known %s, and has to be named', (_, entry, manifest) => {
  const packages = packagesOf({ packages: { 'node_modules/a': entry } }, () => manifest)
  expect(scriptProblems(packages, ['a'])).toEqual([])
  expect(scriptProblems(packages, [])).toEqual([
    'node_modules/a has an install script, and allowScripts in package.json does not name it',
  ])
})

test('a script that npm does not run when it installs a package is none', () => {
  const manifest = { scripts: { prepare: 'build', test: 'test' } }
  expect(
    scriptProblems(
      packagesOf({ packages: { 'node_modules/a': {} } }, () => manifest),
      [],
    ),
  ).toEqual([])
})
