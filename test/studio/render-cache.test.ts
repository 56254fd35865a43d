import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCachingRenderer, trimCache } from '../../studio/render-cache.ts'
import type { Renderer } from '../../studio/renderer.ts'
import type { SoundFacts } from '../../studio/renderings/sound-files.ts'
import { UnusableInput } from '../../studio/unusable-input.ts'
import { type Rendering, rendering } from '../../studio/work.ts'

let ground = ''
let folder = ''
let cacheFolder = ''
beforeEach(async () => {
  ground = await mkdtemp(join(tmpdir(), 'render-cache-'))
  folder = join(ground, 'files')
  cacheFolder = join(ground, 'kept')
  await mkdir(folder)
})
afterEach(async () => await rm(ground, { recursive: true, force: true }))

const clipNamed = async (name: string, content: string): Promise<string> => {
  const path = join(ground, name)
  await writeFile(path, content)
  return path
}

/** A renderer that counts what it makes: a file of a number, and a thumbnail. */
const createCountingMaker = () => {
  const made: string[] = []
  const createMaker = (to: string): Renderer => ({
    render: async ({ kind }, _order, name) => {
      made.push(kind)
      await writeFile(join(to, `${name}.flac`), `${made.length}`)
      await writeFile(join(to, `${name}-thumbnail.png`), '')
      return { durationSeconds: made.length, format: 'flac' } as never
    },
    close: async () => undefined,
  })
  return { made, createMaker }
}

const makingNothing = (kind: string): Rendering<object, SoundFacts> =>
  rendering(kind, () => Promise.reject(new Error('made elsewhere')))
const [cut, mastering] = [makingNothing('cut'), makingNothing('mastering')]

const cutOf = (clipPath: string, end = 500) =>
  ({ clipPath, rangeMs: { start: 0, end }, format: 'flac' }) as const

test('what was ordered before is made once, whichever studio is asked and wherever its clip lies', async () => {
  const { made, createMaker } = createCountingMaker()
  const order = cutOf(await clipNamed('one', 'la la'))
  const facts = await createCachingRenderer(folder, cacheFolder, createMaker).render(cut, order, 'a')
  const other = createCachingRenderer(folder, cacheFolder, createMaker)
  const again = await other.render(cut, cutOf(await clipNamed('other', 'la la')), 'b')
  expect(made).toEqual(['cut'])
  expect(again).toEqual(facts)
  expect((await readdir(folder)).toSorted()).toEqual([
    'a-thumbnail.png',
    'a.flac',
    'b-thumbnail.png',
    'b.flac',
  ])
  expect(await readFile(join(folder, 'b.flac'), 'utf8')).toBe('1')
})

test('another order, another clip and another kind of work are made again', async () => {
  const { made, createMaker } = createCountingMaker()
  const { render } = createCachingRenderer(folder, cacheFolder, createMaker)
  const clipPath = await clipNamed('clip', 'la la')
  await render(cut, cutOf(clipPath), 'a')
  await render(cut, cutOf(clipPath, 600), 'b')
  await render(cut, cutOf(await clipNamed('other', 'lo lo')), 'c')
  await render(mastering, { clipPath, referencePath: clipPath, format: 'flac' }, 'd')
  expect(made).toHaveLength(4)
})

test('one that is requested by many at a time is whole for all of them', async () => {
  const { createMaker } = createCountingMaker()
  const order = cutOf(await clipNamed('clip', 'la la'))
  const studios = Array.from({ length: 4 }, () => createCachingRenderer(folder, cacheFolder, createMaker))
  await Promise.all(studios.map(({ render }, number) => render(cut, order, `${number}`)))
  expect(await readdir(folder)).toHaveLength(8)
  expect(await readdir(cacheFolder)).toHaveLength(1)
})

test('what cannot be made is not kept', async () => {
  const { createMaker } = createCountingMaker()
  const order = cutOf(await clipNamed('clip', 'x'))
  const failing = (to: string): Renderer => ({
    ...createMaker(to),
    render: async () => {
      throw new UnusableInput('no audio')
    },
  })
  await expect(createCachingRenderer(folder, cacheFolder, failing).render(cut, order, 'a')).rejects.toThrow(
    'no audio',
  )
  expect(await readdir(cacheFolder)).toEqual([])
  await createCachingRenderer(folder, cacheFolder, createMaker).render(cut, order, 'a')
  expect(await readdir(cacheFolder)).toHaveLength(1)
})

test('what was longest not wanted goes when too much is kept, and nothing else of the folder', async () => {
  const { createMaker } = createCountingMaker()
  const { render } = createCachingRenderer(folder, cacheFolder, createMaker)
  const clipPath = await clipNamed('clip', 'la la')
  for (const end of [1, 2, 3]) await render(cut, cutOf(clipPath, end), `${end}`)
  for (const name of await readdir(cacheFolder)) await utimes(join(cacheFolder, name), 0, 0)
  await render(cut, cutOf(clipPath, 2), 'wanted')
  const [name = ''] = await readdir(cacheFolder)
  const sizes = (await readdir(join(cacheFolder, name))).map((file) =>
    readFile(join(cacheFolder, name, file)).then(({ length }) => length),
  )
  const bytesOfOne = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  await mkdir(join(cacheFolder, 'somebody-else'))
  await writeFile(join(cacheFolder, 'somebody-else', 'thesis.txt'), 'x'.repeat(bytesOfOne))
  await trimCache(cacheFolder, bytesOfOne)
  expect(await readdir(cacheFolder)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), 'somebody-else'])
  await render(cut, cutOf(clipPath, 2), 'still')
  expect(await readFile(join(folder, 'still.flac'), 'utf8')).toBe('2')
})
