import { describe, expect, test } from 'vitest'
import { lockProblems, manifestProblems } from '../../tools/lock-problems.ts'

const hash = { integrity: 'sha512-x' }

describe('a lock file', () => {
  test('is fine when every package that is needed has an entry, near or far', () => {
    const packages = {
      '': { dependencies: { a: '1.0.0' }, devDependencies: { own: 'file:own' } },
      own: { devDependencies: { b: '1.0.0' } },
      'node_modules/own': { resolved: 'own', link: true },
      'node_modules/a': { ...hash, dependencies: { c: '^1.0.0' }, optionalDependencies: { b: '^1.0.0' } },
      'node_modules/a/node_modules/c': hash,
      'node_modules/b': hash,
    }
    expect(lockProblems({ packages })).toEqual([])
  })

  test.each([
    [
      'a package for another platform has no entry',
      { 'node_modules/a': { ...hash, optionalDependencies: { 'a-darwin': '1.0.0' } } },
      'package-lock.json: node_modules/a needs a-darwin, which has no entry',
    ],
    [
      'a package is only to be found inside another one',
      { 'node_modules/a/node_modules/b': hash, 'node_modules/c': { ...hash, dependencies: { b: '1' } } },
      'package-lock.json: node_modules/c needs b, which has no entry',
    ],
    [
      'an entry names a registry',
      { 'node_modules/a': { ...hash, resolved: 'https://registry.example/a/-/a-1.0.0.tgz' } },
      'package-lock.json: node_modules/a names where it was fetched from',
    ],
    [
      'an entry comes from a repository',
      { 'node_modules/a': { resolved: 'git+ssh://git@example.com/a.git#1' } },
      'package-lock.json: node_modules/a names where it was fetched from',
    ],
    [
      'an entry has no hash',
      { 'node_modules/a': {} },
      'package-lock.json: node_modules/a has no integrity hash',
    ],
    [
      'the hash of an entry can be forged',
      { 'node_modules/a': { integrity: 'sha1-x' } },
      'package-lock.json: node_modules/a has a weak integrity hash',
    ],
  ])('is refused when %s', (_, packages, problem) => {
    expect(lockProblems({ packages })).toEqual([problem])
  })
})

test.each([
  ['1.2.3', true],
  ['1.2.3-beta.1', true],
  ['file:tools/node-runtime', true],
  ['^1.2.3', false],
  ['~1.2.3', false],
  ['1', false],
  ['>=1.2.3', false],
  ['latest', false],
  ['*', false],
])('a dependency on "%s" is exact: %s', (version, exact) => {
  const problem = `package.json: a is "${version}", not an exact version`
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    expect(manifestProblems('package.json', { [kind]: { a: version } })).toEqual(exact ? [] : [problem])
  }
})
