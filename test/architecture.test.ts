import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  architectureProblems,
  arrowsBetween,
  folderOf,
  parseSource,
  readSources,
} from './support/suite/architecture.ts'

const sources = readSources()
const problemsOf = (path: string, text: string) => architectureProblems(parseSource(path, text))
const lines = (count: number): string => 'const a = 1\n'.repeat(count)

test('the sources keep to the star', () => {
  expect(sources.map(({ path }) => path)).toContain('test/architecture.test.ts')
  expect(sources.flatMap(architectureProblems)).toEqual([])
})

const ofSrc = sources.filter(({ path }) => path.startsWith('src/'))
const importsIn = new Map(
  ofSrc.map(({ path, imports }) => [path, imports.filter((target) => target.startsWith('src/'))]),
)

test('src has main.ts and seven folders, with at most fourteen arrows between them', () => {
  const folders = ['app', 'audio-api', 'bots', 'commands', 'core', 'jobs', 'main.ts', 'redis']
  expect([...new Set(ofSrc.map(({ path }) => folderOf(path)))].toSorted()).toEqual(folders)
  expect(arrowsBetween(ofSrc).size).toBeLessThanOrEqual(14)
})

test('no file of src leads back to itself, not even by types', () => {
  const left = new Map(importsIn)
  for (let size = Number.POSITIVE_INFINITY; left.size < size; ) {
    size = left.size
    const imported = new Set([...left.values()].flat())
    for (const [path, targets] of left)
      if (!imported.has(path) || !targets.some((target) => left.has(target))) left.delete(path)
  }
  expect([...left.keys()]).toEqual([])
})

/** From the ground up: a folder imports from folders before it. Files of core itself stand between its texts and its fields. */
const stair = ['text', '', 'pacing', 'fields', 'clip', 'message', 'endpoints', 'ledger', 'command', 'job']
const stepOf = (path: string): number => stair.indexOf(/^src\/core\/([^/]+)\//.exec(path)?.[1] ?? '')

test('the folders of core are a stair', () => {
  const up = [...importsIn].flatMap(([path, targets]) =>
    path.startsWith('src/core/')
      ? targets.filter((target) => stepOf(target) > stepOf(path)).map((target) => `${path} -> ${target}`)
      : [],
  )
  expect(up).toEqual([])
})

test('the folders of jobs lead one way: requests and workers share what lies above them, and messages', () => {
  const crossing = [...importsIn].flatMap(([path, targets]) =>
    targets.filter((target) => {
      const [from, to] = [path, target].map((each) => /^src\/jobs\/(\w+)\//.exec(each)?.[1])
      return (
        from !== undefined && to !== undefined && from !== to && (from === 'messages' || to !== 'messages')
      )
    }),
  )
  expect(crossing).toEqual([])
})

test('a chat platform is loaded once there is a token for it, and not before', () => {
  const text = readFileSync(new URL('../src/app/chats.ts', import.meta.url), 'utf8')
  expect(text.match(/import\('\.\.\/bots\/.*'\)/g)).toHaveLength(3) // Slack in one workspace, and in many
  expect(text).not.toMatch(/^import (?!type ).* from '\.\.\/bots\//m)
})

test('the dashboard is loaded once there is a token for it, and not before', () => {
  const loading = ofSrc.filter(
    ({ path, imports }) =>
      !path.startsWith('src/app/dashboard/') &&
      imports.some((target) => target.startsWith('src/app/dashboard/')),
  )
  expect(loading.map(({ path }) => path)).toEqual(['src/app/serve.ts'])
  expect(loading[0]?.code).toMatch(/adminToken === undefined[^;]*await import\('\.\/dashboard\/open\.ts'\)/)
  expect(loading[0]?.code).not.toMatch(/from '\.\/dashboard\//)
})

test('a bot loads nothing that only the doctor needs', () => {
  const bySource = new Map(sources.map(({ path, imports }) => [path, imports]))
  const loaded = new Set<string>()
  const load = (path: string): void => {
    if (loaded.has(path)) return
    loaded.add(path)
    for (const target of bySource.get(path) ?? []) load(target)
  }
  load('src/app/serve.ts')
  expect([...loaded].filter((path) => /^src\/(app|redis)\/doctor\/|\/setup\/doctor/.test(path))).toEqual([])
})

test('the example of a platform stays as short as its page says', () => {
  const example = sources.find(({ path }) => path === 'test/bots/console/console.ts')
  expect(example?.lines).toBeLessThanOrEqual(255)
})

test.each([
  ['src/core/job/job.ts', 'ioredis', "import { Redis } from 'ioredis'"],
  ['src/core/job/job.ts', 'node:fs', "import { readFileSync } from 'node:fs'"],
  ['src/core/job/job.ts', 'src/redis/keys.ts', "import type { Key } from '../../redis/keys.ts'"],
  ['src/core/ledger/scope.ts', 'ioredis', "import { Redis } from 'ioredis'"],
  ['src/core/fields/field.ts', 'i18next', "import i18next from 'i18next'"],
  ['src/core/text/say.ts', 'i18next', "import 'i18next'"],
  [
    'src/core/endpoints/endpoint.ts',
    'src/audio-api/client.ts',
    "import type { A } from '../../audio-api/client.ts'",
  ],
  ['src/core/job/job.ts', 'src/commands/music.ts', "import { music } from '../../commands/music.ts'"],
  ['src/core/job/job.ts', 'src/jobs/run.ts', "import { type Run, run } from '../../jobs/run.ts'"],
  ['src/audio-api/client.ts', 'src/redis/keys.ts', "import { key } from '../redis/keys.ts'"],
  ['src/audio-api/client.ts', 'axios', "import axios from 'axios'"],
  ['src/redis/keys.ts', 'undici', "import { fetch } from 'undici'"],
  ['src/app/log.ts', 'bullmq', "import { Queue } from 'bullmq'"],
  [
    'src/commands/budget/budget.ts',
    'src/bots/discord/outgoing/open.ts',
    "import { open } from '../../bots/discord/outgoing/open.ts'",
  ],
  ['src/commands/budget/budget.ts', 'src/redis/keys.ts', "import { keys } from '../../redis/keys.ts'"],
  [
    'src/commands/budget/budget.ts',
    'src/jobs/worker/wake.ts',
    "import { wake } from '../../jobs/worker/wake.ts'",
  ],
  ['src/commands/budget/budget.ts', 'node:crypto', "import { createHash } from 'node:crypto'"],
  ['src/commands/features/music.ts', 'discord.js', "import { Client } from 'discord.js'"],
  ['src/jobs/submit.ts', 'src/commands/index.ts', "import { commands } from '../commands/index.ts'"],
  [
    'src/jobs/submit.ts',
    'src/bots/slack/render/render.ts',
    "import { render } from '../bots/slack/render/render.ts'",
  ],
  ['src/jobs/submit.ts', 'ioredis', "import { Redis } from 'ioredis'"],
  [
    'src/bots/discord/incoming/listen.ts',
    'src/bots/slack/text.ts',
    "import { text } from '../../slack/text.ts'",
  ],
  [
    'src/bots/discord/incoming/listen.ts',
    'src/jobs/submit.ts',
    "import { submit } from '../../../jobs/submit.ts'",
  ],
  [
    'src/bots/discord/incoming/listen.ts',
    'src/commands/help/help.ts',
    "import { help } from '../../../commands/help/help.ts'",
  ],
  ['src/bots/discord/incoming/listen.ts', '@slack/bolt', "import { App } from '@slack/bolt'"],
  ['src/bots/slack/incoming/listen.ts', 'discord.js', "import { Client } from 'discord.js'"],
  [
    'test/bots/console/console.ts',
    'src/bots/slack/render/markup.ts',
    "import { typedText } from '../../../src/bots/slack/render/markup.ts'",
  ],
  ['src/main.ts', 'sandbox/world/world.ts', "import { startWorld } from '../sandbox/world/world.ts'"],
  ['sandbox/world/world.ts', 'src/core/job/job.ts', "import { job } from '../../src/core/job/job.ts'"],
  ['studio/cli.ts', 'test/support/at.ts', "import { at } from '../test/support/at.ts'"],
  ['studio/cli.ts', 'sandbox/world/world.ts', "import { startWorld } from '../sandbox/world/world.ts'"],
  ['studio/cli.ts', 'src/core/job/job.ts', "import type { Job } from '../src/core/job/job.ts'"],
  [
    'sandbox/contract/run.ts',
    'src/core/text/text.ts',
    "import { parseJson } from '../../src/core/text/text.ts'",
  ],
  ['sandbox/contract/run.ts', 'studio/server.ts', "import { startStudio } from '../../studio/server.ts'"],
  [
    'sandbox/world/world.ts',
    'src/core/endpoints/shapes.ts',
    "import { responses } from '../../src/core/endpoints/shapes.ts'",
  ],
])('%s may not import %s', (path, target, text) => {
  expect(problemsOf(path, text).join()).toContain(`${path} imports ${target}: `)
})

test.each([
  ['of several lines', "import {\n  one,\n  two,\n} from '../commands/x.ts'"],
  ['of types', "import type { X } from '../commands/x.ts'"],
  ['for its effects', "import '../commands/x.ts'"],
  ['at run time', "const { x } = await import('../commands/x.ts')"],
  ['of a namespace', "import * as x from '../commands/x.ts'"],
  ['that exports', "export { x } from '../commands/x.ts'"],
  ['of a worker', "new Worker(new URL('../commands/x.ts', import.meta.url))"],
  ['in double quotes', 'import { x } from "../commands/x.ts"'],
])('an import %s is seen', (_, text) => {
  expect(parseSource('src/jobs/submit.ts', text).imports).toEqual(['src/commands/x.ts'])
})

describe('caught', () => {
  test.each([
    ['src/jobs/run.ts', 'only code that is given an effect', "await fetch('https://example.com')"],
    ['src/bots/slack/answers/reply.ts', 'only code that is given an effect', 'new webApi.WebClient(token)'],
    ['src/app/tasks/doctor.ts', 'only code that is given an effect', "import { request } from 'undici'"],
    ['src/jobs/run.ts', 'only src/main.ts reads the environment', 'const { HOME } = process.env'],
    ['src/jobs/run.ts', 'only src/main.ts reads the environment', "import { env } from 'node:process'"],
    ['src/jobs/run.ts', 'only src/main.ts deals with signals', "process.on('SIGTERM', stop)"],
    ['src/jobs/run.ts', 'only src/main.ts deals with signals', "process.once('SIGINT', stop)"],
    ['src/jobs/run.ts', 'only src/main.ts deals with signals', 'process.exit(1)'],
    [
      'src/jobs/run.ts',
      'decides whose a thing is',
      'if (accountOf(job.target) !== accountOf(target)) return',
    ],
    ['src/jobs/run.ts', 'decides whose a thing is', 'const isTheirs = draft.member === target.member'],
    ['src/commands/jobs/show.ts', 'decides whose a thing is', 'return target.server !== job.target.server'],
    ['src/main.ts', 'the bot does not name its stand-ins', "spawn('studio/cli.ts')"],
    ['src/main.ts', 'computed imports', 'await import(name)'],
    ['src/core/all.ts', 'no barrels', "export * from './job.ts'"],
    ['src/core/all.ts', 'no barrels', "export { job } from './job.ts'"],
    ['src/core/all.ts', 'no barrels', "export type { Job } from './job.ts'"],
    ['src/jobs/index.ts', 'only src/commands has an index', ''],
    ['sandbox/discord/index.ts', 'only src/commands has an index', ''],
    ['test/a.test.ts', 'no test is skipped', "test.skip('later', () => {})"],
    ['test/a.test.ts', 'no test is skipped', "test.only('this', () => {})"],
    ['test/a.test.ts', 'no test is skipped', "describe.concurrent.only('this', () => {})"],
    ['test/a.test.ts', 'no test is skipped', "test.todo('later')"],
    ['test/a.test.ts', 'no test is skipped', "xit('later', () => {})"],
    ['test/a.test.ts', 'no module is mocked', "vi.mock('ioredis')"],
    ['test/a.test.ts', 'no module is mocked', 'vi.hoisted(() => {})'],
    ['src/core/job/job.ts', 'has 301 lines, more than 300', lines(301)],
    ['sandbox/world/world.ts', 'has 301 lines, more than 300', lines(301)],
    ['tools/verify.ts', 'has 301 lines, more than 300', lines(301)],
    ['test/a.test.ts', 'has 501 lines, more than 500', lines(501)],
  ])('%s: %s', (path, problem, text) => {
    expect(problemsOf(path, text).join()).toContain(problem)
  })
})

test.each([
  [
    'src/core/job/job.ts',
    'zod, assert and a neighbour',
    "import 'zod'\nimport 'node:assert'\nimport './a.ts'",
  ],
  ['src/app/speech.ts', 'i18next and the texts', "import 'i18next'\nimport '../core/text/say.ts'"],
  ['src/core/ledger/scope.ts', 'the pure core', "import '../credits.ts'\nimport './budget.ts'"],
  ['src/redis/keys.ts', 'ioredis and the core', "import 'ioredis'\nimport '../core/job/job.ts'"],
  ['src/commands/features/music.ts', 'the pure core', "import '../../core/command/feature.ts'"],
  ['src/commands/index.ts', 'the list', "import { a } from './a.ts'\nexport const commands = [a]"],
  ['src/jobs/worker/wake.ts', 'bullmq and the core', "import 'bullmq'\nimport '../../core/job/job.ts'"],
  [
    'src/bots/discord/incoming/listen.ts',
    'discord.js',
    "import 'discord.js'\nimport '../../../core/job/job.ts'",
  ],
  ['src/bots/slack/incoming/listen.ts', 'Slack', "import '@slack/bolt'"],
  [
    'src/main.ts',
    'what is composed',
    "import './app/serve.ts'\nprocess.once('SIGTERM', () => process.env.A)",
  ],
  ['studio/work.ts', 'a record', "import type { Endpoint } from '../src/core/endpoints/endpoint.ts'"],
  ['sandbox/contract/run.ts', 'a record', "import '../../src/core/endpoints/endpoint.ts'"],
  ['src/commands/budget/member.ts', 'a value that is not there', 'return input.member === undefined'],
  ['src/core/a.ts', 'a comment on a banned thing', '/** Not process.env. */\n// export * from\n'],
  ['sandbox/world/world.ts', 'the name of a program to run', "spawn(['src/main.ts'])"],
  ['test/a.test.ts', 'a test for some machines', "test.runIf(linux)('dies', () => {})"],
  ['test/b.test.ts', '500 lines', lines(500)],
  ['src/core/job/job.ts', '300 lines', lines(300)],
])('%s may hold %s', (path, _, text) => {
  expect(problemsOf(path, text)).toEqual([])
})
