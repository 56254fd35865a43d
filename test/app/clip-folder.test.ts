import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClipReader } from '../../src/app/clip-reader.ts'

let folder: string
const told: unknown[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tunesmith-test-'))
  told.length = 0
})
afterEach(() => rm(folder, { recursive: true }))

const readerIn = (parent: string) =>
  createClipReader({
    folder: parent,
    bytesMax: 1_000_000,
    secondsMax: 60,
    probe: async () => ({ kind: 'audio', contentType: 'audio/mpeg', ending: 'mp3', bytes: 1, seconds: 1 }),
    onTrouble: (error) => told.push(error),
    now: Date.now,
  })

async function* chunks() {
  yield Buffer.from('la la la')
}
const clip = () => ({ name: 'song.mp3', chunks: chunks() })

const troubleOf = (parent: string, code: string) =>
  expect.objectContaining({
    code: 'folder_unusable',
    message: expect.stringMatching(new RegExp(`stored in ${parent} \\(${code}\\).*TMPDIR`)),
    memberText: "I can't store files right now. Your bot operator needs to fix this.",
  })

test.each([
  ['is missing', 'ENOENT', () => Promise.resolve()],
  ['is a file', 'ENOTDIR', (parent: string) => writeFile(parent, '')],
])('a folder that %s is named to the operator, until clips can be stored there', async (_, code, make) => {
  const parent = join(folder, 'clips')
  await make(parent)
  const reader = readerIn(parent)
  const trouble = troubleOf(parent, code)
  await expect(reader.read(clip())).rejects.toEqual(trouble)
  expect(await reader.trouble()).toEqual(trouble)
  expect(told).toEqual([trouble, trouble])
  await rm(parent, { force: true })
  await mkdir(parent)
  expect(await reader.trouble()).toBeUndefined()
  expect((await reader.read(clip())).status).toBe('read')
  expect(told).toHaveLength(2)
  await reader.close()
  expect(await readdir(parent)).toEqual([])
})

test("an error of a chat's stream is no trouble of the folder, whatever its code", async () => {
  const reader = readerIn(folder)
  const broken = Object.assign(new Error('the other side has no space left'), { code: 'ENOSPC' })
  const stream = (async function* () {
    yield Buffer.from('la')
    throw broken
  })()
  await expect(reader.read({ name: 'song.mp3', chunks: stream })).rejects.toBe(broken)
  expect(told).toEqual([])
  await reader.close()
})

const limited = `
const { createClipReader } = await import(process.argv[1])
const reader = createClipReader({ folder: process.argv[2], bytesMax: 1e6, secondsMax: 60, now: Date.now })
async function* chunks() { yield Buffer.alloc(100_000) }
const error = await reader.read({ name: 'song.mp3', chunks: chunks() }).catch((error) => error)
console.log(JSON.stringify([error.code, error.message, (await reader.trouble())?.message]))
await reader.close()
`

test('a folder that takes files but not their bytes is named too, and nothing is left there', async () => {
  const reader = new URL('../../src/app/clip-reader.ts', import.meta.url).href
  const node = [process.execPath, '--input-type=module', '-e', limited, reader, folder]
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', 'ulimit -f 1 && exec "$0" "$@"', ...node])
  const message = expect.stringMatching(new RegExp(`stored in ${folder} \\(EFBIG\\)`))
  expect(JSON.parse(stdout)).toEqual(['folder_unusable', message, message])
  expect(await readdir(folder)).toEqual([])
})
