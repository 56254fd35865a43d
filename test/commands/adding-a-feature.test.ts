import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clipSeconds } from '../../sandbox/contract/clips.ts'
import { commandList } from '../../sandbox/discord/validation/commands.ts'
import { testPrefix, testRedisUrl } from '../support/redis/redis.ts'

// Follows docs/adding-a-feature.md to the letter, on a copy of the tree.

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const fixture = (name: string): string =>
  fileURLToPath(new URL(`../support/fixtures/${name}.ts`, import.meta.url))
const page = readFileSync(join(root, 'docs/adding-a-feature.md'), 'utf8')

interface Step {
  path: string
  code: string
}

/**
 * Every numbered step of the page: the file that it names, and the code below it without the list's indent.
 */
const steps: readonly Step[] = [
  ...page.matchAll(/^\d\. [A-Z][^\n]*?`([\w/.-]+\.ts)`[^\n]*:\n\n {3}```ts\n(.*?)\n {3}```$/gms),
].map(([, path = '', code = '']) => ({ path, code: `${code.replace(/^ {3}/gm, '')}\n` }))

const [record, feature, list, served] = steps

const folder = mkdtempSync(join(tmpdir(), 'adding-a-feature-'))
afterAll(() => rmSync(folder, { recursive: true }))

const read = (path: string): string => readFileSync(join(folder, path), 'utf8')
const edit = (path: string, change: (text: string) => string): void =>
  writeFileSync(join(folder, path), change(read(path)))

const node = async (...words: readonly string[]): Promise<string> =>
  (await run(process.execPath, words, { cwd: folder, maxBuffer: 1 << 26 })).stdout

/** What becomes of the bot: its commands, on Discord, on Slack and in help, and of /denoise where there is one. */
interface Declared {
  names: readonly string[]
  bodies: readonly unknown[]
  slack: { features: { slash_commands: readonly unknown[] } }
  help: readonly unknown[]
  priced?: unknown
  held?: readonly number[]
  request?: unknown
  shown?: { text: string; blocks: readonly unknown[] }
  usage?: string
  typed?: { values: unknown }
}

/** What becomes of the studio and the contract. */
interface Served {
  answer: object
  conversion: object
  seconds: number
  floor: { before: number; after: number }
  description: { paths: Readonly<Record<string, unknown>> }
  page: string
  rows: readonly { id: string; kind: string }[]
}

const declared = async (): Promise<Declared> =>
  JSON.parse(await node(fixture('declared-feature'), join(folder, 'src')))

const found: { before?: Declared; after?: Declared; served?: Served } = {}
const told = (): Declared => found.after ?? expect.fail('nothing was declared')
const servedAs = (): Served => found.served ?? expect.fail('nothing was served')

beforeAll(async () => {
  for (const name of ['src', 'studio', 'sandbox/contract', 'tools', 'docs', 'package.json', 'tsconfig.json'])
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  found.before = await declared()

  const [listImport = '', listEntry = ''] = list?.code.split('\n') ?? []
  edit(record?.path ?? '', (text) => text.replace(/^} as const satisfies/m, `${record?.code}$&`))
  writeFileSync(join(folder, feature?.path ?? ''), feature?.code ?? '')
  edit(list?.path ?? '', (text) => `${listImport}\n${text.replace(/^const features = .*$/m, listEntry)}`)
  writeFileSync(join(folder, served?.path ?? ''), served?.code ?? '')
  await node('tools/endpoints.ts')

  found.after = await declared()
  found.served = JSON.parse(
    await node(fixture('served-endpoint'), folder, testRedisUrl(), `${testPrefix}added:`),
  )
})

test('the page has four steps, one for each file by hand', () => {
  expect(steps.map(({ path }) => path)).toEqual([
    'src/core/endpoints/clip-endpoints.ts',
    'src/commands/features/denoise.ts',
    'src/commands/index.ts',
    'studio/endpoints/denoise.ts',
  ])
  expect(list?.code.trimEnd().split('\n')).toHaveLength(2)
})

test('the list is today what the page makes of it, but for the new name', () => {
  const [, entry = ''] = list?.code.split('\n') ?? []
  const today = readFileSync(join(root, 'src/commands/index.ts'), 'utf8').split('\n')
  expect(today).toContain(entry.replace(' denoise,', ''))
})

test('the page names every builder of fields', () => {
  const builders = ['fields/field-builders', 'clip/clip-field'].flatMap((name) =>
    [
      ...readFileSync(join(root, `src/core/${name}.ts`), 'utf8').matchAll(
        /^export const (\w+) = (?:<[^>]*>)?\([^=]*?\): Field</gm,
      ),
    ].map(([, builder]) => builder),
  )
  expect(builders).toContain('listed')
  for (const builder of builders) expect(page).toContain(`\`${builder}\``)
})

test('every file that the page names is there, or comes with it', () => {
  const named = [...page.matchAll(/`((?:src|studio|test)\/[\w/.-]+\.ts)`/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(5)
  const added = [feature?.path, served?.path]
  for (const path of named.filter((name) => !added.includes(name)))
    expect(readFileSync(join(root, path), 'utf8'), path).not.toBe('')
})

describe('after following the page', () => {
  test('the sources have a command that they did not have', () => {
    const before = found.before?.names ?? []
    expect(before).not.toContain('denoise')
    expect(told().names.toSorted()).toEqual([...before, 'denoise'].toSorted())
  })

  test('the tree is sound to the compiler', { timeout: 120_000 }, async () => {
    edit('tsconfig.json', (text) =>
      JSON.stringify({
        ...JSON.parse(text),
        include: ['src/commands', 'src/audio-api', 'studio', 'sandbox/contract'],
      }),
    )
    const said = await run(join(root, 'node_modules/.bin/tsc'), ['--project', folder]).catch(
      ({ stdout }: { stdout: string }) => ({ stdout }),
    )
    expect(said.stdout).toBe('')
  })

  test('Discord offers it, as a command with options and in a message’s menu', () => {
    const { bodies } = told()
    expect(commandList.safeParse(bodies).error?.issues ?? []).toEqual([])
    expect(bodies).toContainEqual(
      expect.objectContaining({
        name: 'denoise',
        options: expect.arrayContaining([
          expect.objectContaining({ name: 'clip' }),
          expect.objectContaining({ name: 'format', required: false }),
        ]),
      }),
    )
    expect(bodies).toContainEqual(expect.objectContaining({ name: 'Denoise this clip' }))
  })

  test('Slack offers it, as a command', () => {
    expect(told().slack.features.slash_commands).toContainEqual(
      expect.objectContaining({ command: '/denoise', description: 'Take the noise out of a clip' }),
    )
  })

  test('a request for it is checked, priced and written down for the service', () => {
    expect(told()).toMatchObject({
      priced: { price: 'denoise', clip: { name: 'a.ogg' } },
      request: {
        path: '/v1/denoise',
        encoding: 'form',
        body: { output_extension: 'flac' },
        files: { audio_file: { name: 'a.ogg' } },
      },
    })
  })

  test('what is held for it is the price of each minute begun', () => {
    expect(told().held).toEqual([16_000, 32_000])
  })

  test('its result can be shown', () => {
    const { shown } = told()
    expect(shown?.text).toBe('Your clean clip is ready.')
    expect(shown?.blocks[0]).toEqual({
      kind: 'line',
      facts: [
        { label: 'Clip', value: 'a.ogg' },
        { label: 'Format', value: 'FLAC' },
      ],
    })
  })

  test('it can be typed, and help tells of it', () => {
    const { typed, usage, help } = told()
    expect(typed?.values).toEqual({ clip: 'https://example.com/a.mp3', format: 'flac' })
    expect(usage).toBe(
      'https://… [<mp3|wav|flac|ogg|aac|webm>] [permission:yes|no] [seen_by:here|me] [spoiler:yes|no]',
    )
    expect(help).toContainEqual({
      label: 'Change a clip',
      value: expect.stringContaining(', /denoise'),
    })
  })

  test('the studio takes a request over HTTP and ends with a sound as long as the clip, with less noise', () => {
    const { answer, conversion, seconds, floor } = servedAs()
    expect(answer).toMatchObject({ success: true, status: 'IN_QUEUE', credit_estimate: 0.01 })
    expect(conversion).toMatchObject({ feature: 'DENOISING', status: 'COMPLETED', conversion_cost: 0.01 })
    expect(seconds).toBeCloseTo(clipSeconds('noisy'), 2)
    expect(floor.before).toBeGreaterThan(0.01)
    expect(floor.after).toBeLessThan(floor.before / 2)
  })

  test('the studio’s page and its OpenAPI description name it', () => {
    const { description, page: described } = servedAs()
    expect(description.paths['/v1/denoise']).toMatchObject({
      post: {
        summary: 'Removes steady noise from a clip',
        requestBody: { content: { 'multipart/form-data': { schema: { properties: { audio_file: {} } } } } },
      },
    })
    expect(described).toContain('<h2><code>POST /v1/denoise</code></h2>')
  })

  test('the contract has rows for it, and the studio keeps them', () => {
    const { rows } = servedAs()
    expect(rows.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        'denoise.path',
        'denoise.audio.none',
        'denoise.output_extension.other',
        'denoise.noCredits',
        'denoise.conversionType',
        'denoise.webhook_url.result',
      ]),
    )
    expect(rows.filter(({ kind }) => kind !== 'ok')).toEqual([])
  })

  test('the tables of the docs have it', () => {
    expect(read('docs/audio-service.md')).toContain(
      '| `denoise` | `POST /v1/denoise` | form | Removes steady noise from a clip | `DENOISING` |',
    )
    expect(read('docs/audio-service.md')).toContain('| `DENOISING` | `denoise` |')
    expect(read('docs/ledger.md')).toMatch(/^\| minute, rounded up \| 0\.016 \| .*`denoise`/m)
  })
})
