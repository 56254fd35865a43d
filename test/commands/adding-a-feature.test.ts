import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandList } from '../../sandbox/discord/validation/commands.ts'

// Follows docs/adding-a-feature.md to the letter, on a copy of the sources from before there was /remix.

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const probe = fileURLToPath(new URL('../support/fixtures/declared-feature.ts', import.meta.url))
const page = readFileSync(join(root, 'docs/adding-a-feature.md'), 'utf8')

interface Step {
  path: string
  code: string
}

/**
 * Every numbered step of the page: the file that it names, and the code below it without the list's indent.
 */
const steps: readonly Step[] = [
  ...page.matchAll(/^\d\. [A-Z][^\n]*?`(src\/[^`]+)`:\n\n {3}```ts\n(.*?)\n {3}```$/gms),
].map(([, path = '', code = '']) => ({ path, code: `${code.replace(/^ {3}/gm, '')}\n` }))

const feature = steps[0] ?? { path: '', code: '' }
const list = steps[1] ?? { path: '', code: '' }
const [listImport = '', listEntry = ''] = list.code.split('\n')
const listBefore = /^const features = .*$/m

const folder = mkdtempSync(join(tmpdir(), 'adding-a-feature-'))
afterAll(() => rmSync(folder, { recursive: true }))

const edit = (path: string, change: (text: string) => string): void => {
  const file = join(folder, path)
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}

/** What becomes of the sources: their commands, on Discord and in help, and of /remix where there is one. */
interface Declared {
  names: readonly string[]
  bodies: readonly unknown[]
  help: readonly unknown[]
  priced?: unknown
  request?: unknown
  shown?: { text: string; blocks: readonly unknown[] }
  usage?: string
  typed?: { values: unknown }
}

const declared = async (): Promise<Declared> =>
  JSON.parse((await run(process.execPath, [probe, join(folder, 'src')])).stdout)

const nothing: Declared = { names: [], bodies: [], help: [] }
const found = { before: nothing, after: nothing }

beforeAll(async () => {
  cpSync(join(root, 'src'), join(folder, 'src'), { recursive: true })
  for (const name of ['package.json', 'tsconfig.json']) cpSync(join(root, name), join(folder, name))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))

  rmSync(join(folder, 'src/commands/features/remix.ts'))
  edit('src/commands/index.ts', (text) =>
    text.replace(`${listImport}\n`, '').replace(listEntry, listEntry.replace(', remix', '')),
  )
  found.before = await declared()

  writeFileSync(join(folder, feature.path), feature.code)
  edit(list.path, (text) => `${listImport}\n${text.replace(listBefore, listEntry)}`)
  found.after = await declared()
})

test('the page has two steps: one file, and its name in one list', () => {
  expect(steps.map(({ path }) => path)).toEqual(['src/commands/features/remix.ts', 'src/commands/index.ts'])
  expect(list.code.trimEnd().split('\n')).toHaveLength(2)
})

test('the list is today what the page makes of it', () => {
  const today = readFileSync(join(root, 'src/commands/index.ts'), 'utf8').split('\n')
  expect(today).toContain(listImport)
  expect(today).toContain(listEntry)
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

test('every file that the page names is there', () => {
  const named = [...page.matchAll(/`((?:src|test)\/[\w/.-]+\.ts)`/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(5)
  for (const path of named) expect(readFileSync(join(root, path), 'utf8'), path).not.toBe('')
})

describe('after following the page', () => {
  test('the sources have a command that they did not have', () => {
    const { before, after } = found
    expect(before.names).not.toContain('remix')
    expect([...after.names].sort()).toEqual([...before.names, 'remix'].sort())
  })

  test('the commands are sound to the compiler', async () => {
    edit('tsconfig.json', (text) => JSON.stringify({ ...JSON.parse(text), include: ['src/commands'] }))
    const said = await run(join(root, 'node_modules/.bin/tsc'), ['--project', folder]).catch(
      ({ stdout }: { stdout: string }) => ({ stdout }),
    )
    expect(said.stdout).toBe('')
  })

  test('Discord offers it, as a command with options and in a message’s menu', () => {
    const { bodies } = found.after
    expect(commandList.safeParse(bodies).error?.issues ?? []).toEqual([])
    expect(bodies).toContainEqual(
      expect.objectContaining({
        name: 'remix',
        options: expect.arrayContaining([
          expect.objectContaining({ name: 'clip' }),
          expect.objectContaining({ name: 'prompt', required: true, max_length: 3000 }),
          expect.objectContaining({ name: 'cover', required: false }),
        ]),
      }),
    )
    expect(bodies).toContainEqual(expect.objectContaining({ name: 'Remix this clip' }))
  })

  test('a request for it is checked, priced and written down for the service', () => {
    expect(found.after).toMatchObject({
      priced: { price: 'remix', units: 2 },
      request: {
        path: '/v1/Remix',
        encoding: 'form',
        body: { prompt: 'slow jazz', generate_album_cover: true },
        files: { audio_file: { name: 'a.ogg' } },
      },
    })
  })

  test('its result can be shown', () => {
    const { shown } = found.after
    expect(shown?.text).toBe('Your remix is ready: “Take 1” (1:01) and “Take 2” (1:01).')
    expect(shown?.blocks[0]).toEqual({
      kind: 'facts',
      facts: [
        { label: 'Clip', value: 'a.ogg' },
        { label: 'Prompt', value: 'slow jazz' },
        { label: 'Cover', value: 'Yes' },
      ],
    })
  })

  test('it can be typed, and help tells of it', () => {
    const { typed, usage, help } = found.after
    expect(typed?.values).toEqual({ clip: 'https://example.com/a.mp3', prompt: 'slow jazz', cover: true })
    expect(usage).toBe('https://… <prompt> [cover:yes|no] [seen_by:here|me]')
    expect(help).toContainEqual({
      label: 'Work on a clip',
      value: expect.arrayContaining(['/remix: Make a clip into something new. At most 0.14 credits a take.']),
    })
  })
})
