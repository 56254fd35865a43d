import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ResultClip, UploadedClip } from '../../../src/core/clip/clip.ts'
import type { PointedMessage } from '../../../src/core/command/invocation.ts'
import { clipsBroughtBy } from '../../../src/jobs/request/clips-brought.ts'
import { invocation } from '../../support/commands/invocation.ts'
import { openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

let store: StoreWorld
beforeEach(() => {
  store = openStoreWorld()
})
afterEach(() => store.close())

const request = invocation({})
const account = `discord:${request.target.server}` as const
const here = request.target.channel

const upload = (name: string): UploadedClip => ({
  kind: 'upload',
  platform: 'discord',
  url: `https://cdn.example/${name}`,
  name,
  bytes: 10,
  message: { platform: 'discord', channel: here, message: 'forward-1' },
})
const result = (name: string): ResultClip => ({
  kind: 'result',
  url: `https://files.example/${name}`,
  name,
  seconds: 12,
})

/** A forward of a message in another channel, in which we posted two takes by now. */
const forward = (name: string, more: Partial<PointedMessage> = {}): PointedMessage => ({
  message: 'forward-1',
  by: 'member-1',
  atMs: store.clock.now(),
  files: [upload(name)],
  isVisible: true,
  forwardOf: { channel: 'elsewhere', message: 'posted-1' },
  ...more,
})

const brought = async (pointed: PointedMessage, sees = true) => {
  const { clips, clock } = store
  await clips.remember({ account, channel: 'elsewhere' }, 'posted-1', [
    { clip: result('Tide.mp3'), from: 'us', atMs: clock.now() },
    { clip: result('Tide (take 2).mp3'), from: 'us', atMs: clock.now() },
  ])
  await clips.remember({ account, channel: here }, 'forward-1', [
    { clip: upload('Tide.mp3'), from: 'member', atMs: clock.now() },
  ])
  const known = await clipsBroughtBy(
    { clips, jobList: store.jobList, commands: [], canSee: () => Promise.resolve(sees) },
    request,
    pointed,
  )
  return known.map(({ clip, from }) => [from, clip.kind, clip.kind === 'link' ? clip.url : clip.name])
}

test.each([
  ['is ours, as far as the forward holds it', 'Tide.mp3', {}, true, ['us', 'result', 'Tide.mp3']],
  ['is ours in another format', 'Tide.wav', {}, true, ['us', 'result', 'Tide.mp3']],
  ['is ours by another spelling', 'Tide-take-2.mp3', {}, true, ['us', 'result', 'Tide (take 2).mp3']],
  ['is a file for who does not see the original', 'Tide.mp3', {}, false, ['member', 'upload', 'Tide.mp3']],
  [
    'is a file where the original is not known',
    'Tide.mp3',
    { forwardOf: { channel: 'elsewhere', message: 'posted-2' } },
    true,
    ['member', 'upload', 'Tide.mp3'],
  ],
  [
    'is a file where nobody saw the forward come',
    'Ebb.mp3',
    { message: 'forward-2', forwardOf: { channel: 'elsewhere', message: 'posted-2' } },
    true,
    ['member', 'upload', 'Ebb.mp3'],
  ],
])('the clip of a forwarded result %s', async (_, name, more, sees, expected) => {
  expect(await brought(forward(name, more), sees)).toEqual([expected])
})

test('a forward whose files have other names brings all that we posted there', async () => {
  const takes = ['Tide.mp3', 'Tide (take 2).mp3'].map((name) => ['us', 'result', name])
  expect(await brought(forward('_.mp3'))).toEqual(takes)
})

test('a forward that shows no file brings nothing of what we posted', async () => {
  expect(await brought(forward('Tide.mp3', { message: 'forward-2', files: [] }))).toEqual([])
})

describe('whose the file of a forward is', () => {
  const ownersOf = async (pointed: PointedMessage, sees = false) => {
    const options = {
      clips: store.clips,
      jobList: store.jobList,
      commands: [],
      canSee: () => Promise.resolve(sees),
    }
    return (await clipsBroughtBy(options, request, pointed)).map(({ clip, by }) => ({
      ...(clip.kind === 'upload' && { clipBy: clip.by, job: clip.job, isOwnerLost: clip.isOwnerLost }),
      by,
    }))
  }
  const remembered = (clip: UploadedClip | ResultClip, from: 'us' | 'member', by?: string) =>
    store.clips.remember({ account, channel: 'elsewhere' }, 'posted-1', [
      {
        clip: { ...clip, ...(by !== undefined && { by }) },
        from,
        atMs: store.clock.now(),
        ...(by !== undefined && { by }),
      },
    ])

  test('is who posted the original, if that is known', async () => {
    await remembered(upload('Tide.mp3'), 'member', 'mia')
    expect(await ownersOf(forward('Tide.mp3'))).toEqual([{ clipBy: 'mia', by: 'mia' }])
  })

  test('is who had the original made, also where its channel cannot be seen', async () => {
    const job = `b00x${'a'.repeat(25)}`
    await remembered({ ...result('Tide.mp3'), take: `${job}.1` }, 'us', 'mia')
    expect(await ownersOf(forward('Tide.mp3'))).toEqual([{ clipBy: 'mia', job, by: 'mia' }])
  })

  test('is not known where that of the original is not', async () => {
    await remembered({ ...upload('Tide.mp3'), isOwnerLost: true }, 'member')
    expect(await ownersOf(forward('Tide.mp3'))).toEqual([{ isOwnerLost: true }])
  })

  test('is not known where nothing is known of the original', async () => {
    expect(await ownersOf(forward('Tide.mp3'))).toEqual([{ isOwnerLost: true }])
  })

  test('is who uploaded it, where the platform says so', async () => {
    await remembered(upload('Tide.mp3'), 'member', 'ada')
    const files = [{ ...upload('Tide.mp3'), by: 'mia' }]
    expect(await ownersOf(forward('Tide.mp3', { files }))).toEqual([{ clipBy: 'mia', by: 'mia' }])
  })

  test('is not known of our own file without a job', async () => {
    const files = [{ ...upload('Tide.mp3'), isOwnerLost: true as const }]
    expect(await ownersOf(forward('Tide.mp3', { files }))).toEqual([{ isOwnerLost: true }])
  })
})
