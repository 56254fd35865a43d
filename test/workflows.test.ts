import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { pinsIn, workflowProblems } from './support/suite/workflows.ts'

const folder = new URL('../.github/workflows/', import.meta.url)
const names = readdirSync(folder)
const textOf = (name: string): string => readFileSync(new URL(name, folder), 'utf8')

test('there are workflows for tests, code, dependencies and the project', () => {
  expect(names.toSorted()).toEqual(['ci.yml', 'codeql.yml', 'dependencies.yml', 'scorecard.yml'])
})

test.each(names)('%s runs nothing that may change, with no more rights than it needs', (name) => {
  expect(workflowProblems(textOf(name))).toEqual([])
})

test('each version of an action is one commit, and each action has one version', () => {
  const pins = names.flatMap((name) => pinsIn(textOf(name)))
  const repositories = pins.map(({ action, ...pin }) => ({ ...pin, of: action.split('/', 2).join('/') }))
  const distinct = new Set(repositories.map(({ of, commit, version }) => `${of} ${commit} ${version}`))
  expect(distinct.size).toBe(new Set(repositories.map(({ of }) => of)).size)
})

test('a job installs without running scripts of packages, links Node and runs all tests', () => {
  expect(textOf('ci.yml')).toContain('npm ci --ignore-scripts && node tools/link-node.mjs && npm test')
})

describe('a workflow is refused that', () => {
  const sound = textOf('ci.yml')
  const checkout = /actions\/checkout@\w{40} # v[\d.]+/

  test.each([
    ['names a tag', [checkout, 'actions/checkout@v7 # v7.0.1'], 'actions/checkout@v7 is not pinned'],
    ['names a short commit', [checkout, 'actions/checkout@3d3c42e # v7.0.1'], 'is not pinned'],
    ['names an image', [checkout, 'docker://alpine:3'], 'docker://alpine:3 is not pinned'],
    ['does not say the version', [/ # v[\d.]+/, ''], 'actions/checkout has no comment with its version'],
    ['keeps the credentials', ['persist-credentials: false', 'fetch-depth: 1'], 'keeps its credentials'],
    ['has rights by default', ['permissions: {}', 'permissions: read-all'], 'does not begin with'],
    ['says nothing of rights', ['permissions: {}\n', ''], 'does not begin with'],
    ['lists no rights for a job', [/ {4}permissions:\n.*\n/, ''], 'verify: does not list its permissions'],
    ['gives a job all rights', [/ {4}permissions:\n.*\n/, '    permissions: write-all\n'], 'does not list'],
    ['lets a job push', ['contents: read', 'contents: write'], 'verify: may write contents'],
    ['lets a job sign', ['contents: read', 'id-token: write'], 'verify: may write id-token'],
    ['runs on whatever is newest', ['ubuntu-24.04', 'ubuntu-latest'], 'verify: has no fixed runner'],
    ['may run for hours', [/ {4}timeout-minutes: 30\n/, ''], 'verify: has no timeout-minutes'],
    ['runs forks with our rights', ['pull_request:', 'pull_request_target:'], 'runs on pull_request_target'],
    ['follows other workflows', ['pull_request:', 'workflow_run:'], 'runs on workflow_run'],
    ['pastes a title into a shell', ['.ci/run', `echo \${{ github.event.issue.title }}`], 'pastes'],
    ['uses secrets', ['.ci/run', `.ci/run \${{ secrets.TOKEN }}`], 'uses secrets'],
  ] as const)('%s', (_, [from, to], problem) => {
    expect(workflowProblems(sound)).toEqual([])
    expect(workflowProblems(sound.replace(from, to)).join('\n')).toContain(problem)
  })
})
