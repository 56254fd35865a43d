import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cut } from '../../../src/commands/features/cut.ts'
import { master } from '../../../src/commands/features/master.ts'
import { music } from '../../../src/commands/features/music.ts'
import { remix } from '../../../src/commands/features/remix.ts'
import { result } from '../../../src/commands/features/result.ts'
import { transcribe } from '../../../src/commands/features/transcribe.ts'
import type { Clip, UploadedClip } from '../../../src/core/clip/clip.ts'
import { AppError } from '../../../src/core/errors.ts'
import { target } from '../../support/commands/invocation.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { giveBudget } from '../../support/redis/store-world.ts'
import { outcomeOf, output } from '../../support/service/outcome.ts'
import { finished } from '../../support/service/scripted-audio-service.ts'

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld({ features: [music, remix, cut, master, transcribe, result] })
})
afterEach(() => world.close())

const channel = { account: 'discord:server-1', channel: 'channel-1' } as const
const startRemix = (clip: Clip) =>
  world.start({ command: 'remix', values: { clip, prompt: 'as bossa nova' } })
const shanty = (): UploadedClip => world.platform.upload('shanty.mp3', 'a sea shanty')

describe('an uploaded clip', () => {
  test('is read when the request leaves, sent as a file, and removed', async () => {
    const clip = shanty()
    await startRemix(clip)
    expect(world.platform.opened).toEqual([])
    await world.queue.run()
    expect(world.platform.opened).toEqual([clip])
    expect(world.service.submissions).toMatchObject([
      { path: '/v1/Remix', encoding: 'form', body: { prompt: 'as bossa nova' } },
    ])
    expect(world.service.files).toMatchObject([{ audio_file: { name: 'shanty.mp3', bytes: 12 } }])
    expect(world.clipReader.kept.size).toBe(0)
  })

  test('is named in the answer, before it is used', async () => {
    const answer = await world.ask({ command: 'remix', values: { clip: shanty(), prompt: 'x' } })
    expect(answer.message.blocks[0]).toMatchObject({
      facts: expect.arrayContaining([{ label: 'Clip', value: 'shanty.mp3' }]),
    })
  })

  test('that was handed over is remembered for its member once it has been read', async () => {
    const clip = shanty()
    const jobId = await startRemix(clip)
    expect(await world.clips.latest(channel, 5)).toEqual([])
    world.service.lookUpWith({ status: 'pending' })
    await world.queue.run(world.clock.now() + 1_000)
    expect(await world.clips.latest(channel, 5)).toEqual([
      { clip: { ...clip, by: 'member-1' }, from: 'member', atMs: expect.any(Number), by: 'member-1' },
    ])
    expect(await world.clips.inMessage(channel, jobId)).toHaveLength(1)
  })

  test('that came with a private request is not remembered', async () => {
    await world.start({ command: 'remix', values: { clip: shanty(), prompt: 'x', seen_by: 'me' } })
    world.service.lookUpWith({ status: 'pending' })
    await world.queue.run(world.clock.now() + 1_000)
    expect(world.service.submissions).toHaveLength(1)
    expect(await world.clips.latest(channel, 5)).toEqual([])
  })

  test.each([
    ['contains no music', 'nothing but silence', 'silent.mp3 is nothing but silence.'],
    ['is gone', undefined, 'The clip is gone. Upload it again.'],
  ])('that %s ends the job uncharged, with the reason', async (_, words, reason) => {
    const clip = world.platform.upload('silent.mp3', words ?? '')
    const meant = words === undefined ? { ...clip, url: 'https://cdn.example/gone.mp3' } : clip
    const jobId = await startRemix(meant)
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'voided', ending: 'clip_refused' })
    expect(world.service.submissions).toEqual([])
    expect(world.texts()).toEqual([
      `Your remix failed. The clip can't be used. ${reason} Nothing was charged.`,
    ])
    expect(await world.balances()).toEqual({ spent: 0, held: 0 })
    expect(world.clipReader.kept.size).toBe(0)
  })

  test('that cannot be read right now is tried again', async () => {
    await startRemix(shanty())
    world.platform.failNext('open', 'platform_unavailable', 'platform_unavailable')
    await world.queue.run()
    expect(world.platform.opened).toHaveLength(3)
    expect(world.texts()).toEqual([expect.stringContaining('“Title 1” and “Title 2”')])
  })

  test('that cannot be read for ten minutes is asked for again', async () => {
    const jobId = await startRemix(shanty())
    world.platform.failNext('open', ...Array.from({ length: 60 }, () => 'platform_unavailable' as const))
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'voided', ending: 'clip_refused' })
    expect(world.texts()).toEqual([
      expect.stringContaining("It couldn't be read. Upload it again. Nothing was charged."),
    ])
    expect(world.service.submissions).toEqual([])
  })

  test('that a bug on our side keeps from being read is given up at once, and said to be our fault', async () => {
    const jobId = await startRemix(shanty())
    world.platform.failNext('open', 'program_fault')
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'voided', ending: 'clip_refused' })
    expect(world.platform.opened).toHaveLength(1)
    expect(world.texts()).toEqual([
      expect.stringContaining('because of a problem on our side. Nothing was charged.'),
    ])
    expect(world.log.lines).toContainEqual(expect.objectContaining({ level: 'error' }))
  })

  test.each([
    ['has no room', 'folder_unusable'],
    ['has no process', 'probe_unusable'],
  ] as const)(
    'for which this machine %s is tried again for ten minutes, and no file is blamed',
    async (_, code) => {
      const trouble = new AppError(code, 'Raise the limit.', {
        memberText: 'Your bot operator can fix this.',
      })
      await startRemix(shanty())
      world.clipReader.failures.push(trouble, trouble)
      await world.queue.run()
      expect(world.texts()).toEqual([expect.stringContaining('“Title 1” and “Title 2”')])
      const jobId = await startRemix(shanty())
      world.clipReader.failures.push(...Array.from({ length: 60 }, () => trouble))
      await world.queue.run()
      expect(await world.job(jobId)).toMatchObject({ state: 'voided', ending: 'clip_refused' })
      expect(world.texts().at(-1)).toContain(
        "The clip can't be used. Your bot operator can fix this. Nothing was charged.",
      )
      expect(world.service.submissions).toHaveLength(1)
      expect(world.log.warnings()).toEqual([])
    },
  )

  test.each([
    ['later', 'info', 'platform_unavailable'],
    ['not at all', 'warn', 'file_refused'],
  ] as const)('that the chat hands out %s is one line with its job', async (_, level, code) => {
    const jobId = await startRemix(shanty())
    world.platform.failNext('open', code)
    await world.queue.run()
    expect(world.log.lines.filter(({ message }) => message.startsWith('a clip'))).toEqual([
      {
        level,
        message: 'a clip could not be read',
        details: { code, reason: expect.any(String), job: jobId },
      },
    ])
  })

  test('is read while a place is held, and gives the place back when it cannot be used', async () => {
    const narrow = await openJobWorld({ parallel: 1 })
    const silent = narrow.platform.upload('silent.mp3', narrow.clipReader.silence)
    await narrow.start({ command: 'remix', values: { clip: silent, prompt: 'x' } })
    await narrow.start()
    await narrow.queue.run(narrow.clock.now() + 1_000)
    expect(narrow.service.submissions).toMatchObject([{ path: '/v2/MusicAI' }])
    narrow.close()
  })
})

describe('a part of an uploaded clip, whose length is known once it was read', () => {
  const startCut = (end: string) => {
    const clip = world.platform.upload('tone.mp3', '3.4 seconds')
    return world.start({ command: 'cut', values: { clip, start: '1', end } })
  }

  test('that lies behind its end is refused before anything is bought', async () => {
    const jobId = await startCut('0:05')
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'voided', ending: 'clip_misfit' })
    expect(world.texts()).toEqual([
      "Your trimmed clip failed. These settings don't work for this clip. End (0:05) is past the end of the clip, which is 0:03.4 long. Nothing was charged.",
    ])
    expect(world.service.submissions).toEqual([])
    expect(world.clipReader.kept.size).toBe(0)
  })

  test('that ends with it in whole seconds ends within it by any count', async () => {
    await startCut('0:04')
    await world.queue.run()
    expect(world.service.submissions).toMatchObject([{ body: { start_time: 1_000, end_time: 3_300 } }])
  })
})

test('a cut that is shown again is called after its clip, as it was before', async () => {
  world.service.lookUpWith({ ...finished, outcome: outcomeOf([output(1, { title: undefined })]) })
  const job = await world.start({ command: 'cut', values: { clip: shanty(), start: '0', end: '1' } })
  await world.queue.run()
  await world.start({ command: 'result', values: { job } })
  await world.queue.run()
  expect(world.texts().at(-1)).toBe('“shanty cut”')
  expect(world.platform.messages.at(-1)?.message.blocks).toContainEqual(
    expect.objectContaining({ kind: 'audio', file: expect.objectContaining({ name: 'shanty cut.mp3' }) }),
  )
})

test('a transcript is waited for until its words are there', async () => {
  const clip = shanty()
  const file = { audioUrl: 'https://cdn.example/1.txt' }
  const transcription = '1\n00:00:00,000 --> 00:00:01,000\nHeave\n'
  world.service.lookUpWith({ ...finished, outcome: outcomeOf([output(1, file)]) })
  world.service.lookUpWith({ ...finished, outcome: outcomeOf([output(1, file)], { transcription }) })
  const jobId = await world.start({ command: 'transcribe', values: { clip } })
  await world.queue.run()
  const job = await world.job(jobId)
  expect(job).toMatchObject({ state: 'posted', outcome: { transcription } })
  expect(world.texts()).toEqual([expect.stringMatching(/Your transcript of “.+” is ready\./)])
  expect(await world.clips.inMessage(channel, job.message?.message ?? '')).toEqual([])
})

describe('a clip with an address', () => {
  test.each([
    ['of a member', { kind: 'link', url: 'https://example.com/a.mp3' }],
    [
      'of the service itself',
      { kind: 'result', url: 'https://cdn.example/a.mp3', name: 'a.mp3', seconds: 20 },
    ],
  ] satisfies [string, Clip][])('%s is never read by us, and sent as an address', async (_, clip) => {
    await startRemix(clip)
    await world.queue.run()
    expect(world.platform.opened).toEqual([])
    expect(world.service.submissions).toMatchObject([{ body: { audio_url: clip.url }, files: {} }])
    expect(world.service.files).toEqual([{}])
  })
})

test('what was posted is remembered by its message, as files of the service', async () => {
  const jobId = await world.start()
  await world.queue.run()
  const job = await world.job(jobId)
  const known = await world.clips.inMessage(channel, job.message?.message ?? '')
  expect(known.map(({ clip, from }) => ({ from, ...clip }))).toEqual(
    finished.outcome.outputs.map(({ audioUrl, durationSeconds }, index) => ({
      from: 'us',
      kind: 'result',
      url: audioUrl,
      name: expect.stringMatching(/\.mp3$/),
      seconds: durationSeconds,
      take: `${jobId}.${index + 1}`,
      by: 'member-1',
      source: 'trainedAlgorithmicMedia',
    })),
  )
})

describe('a take beside an upload', () => {
  const take: Clip = { kind: 'result', url: 'https://cdn.example/1.mp3', name: 'Take 1.mp3', seconds: 20 }

  test('is read from the audio service and sent as a file, too', async () => {
    await world.start({ command: 'master', values: { clip: take, reference: shanty() } })
    await world.queue.run()
    expect(world.service.submissions).toMatchObject([{ path: '/v1/audio_mastering', body: {} }])
    expect(world.service.files).toMatchObject([
      {
        audio_file: { name: 'Take 1.mp3', bytes: take.url.length },
        reference_audio_file: { name: 'shanty.mp3', bytes: 12 },
      },
    ])
    expect(world.clipReader.kept.size).toBe(0)
  })

  test('that is not there any more ends the job uncharged, with the reason', async () => {
    world.gone.add(take.url)
    const jobId = await world.start({ command: 'master', values: { clip: shanty(), reference: take } })
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'voided', ending: 'clip_refused' })
    expect(world.texts().join()).toContain(
      'The audio service no longer has Take 1.mp3. Choose another clip. Nothing was charged.',
    )
    expect(world.service.submissions).toEqual([])
    expect(await world.balances()).toEqual({ spent: 0, held: 0 })
    expect(world.clipReader.kept.size).toBe(0)
  })
})

describe('a take whose address does not work any more when its request leaves', () => {
  const renewed = outcomeOf(
    [1, 2].map((take) => output(take, { audioUrl: `https://new.example/${take}.mp3` })),
  )
  const old = 'https://cdn.example/2.mp3'

  /** A song's second take, as a clip. */
  const takeOfSong = async (more: object = {}): Promise<Clip> => {
    const job = await world.start(more)
    await world.queue.run()
    world.gone.add(old)
    return { kind: 'result', url: old, name: 'Take 2.mp3', seconds: 22, take: `${job}.2` }
  }
  const bodies = () => world.service.submissions.slice(1).map(({ body }) => body)

  test.each<[string, (clip: Clip) => Promise<string>, object]>([
    ['is sent at the address', startRemix, { audio_url: 'https://new.example/2.mp3' }],
    [
      'is read at the address',
      (clip) => world.start({ command: 'master', values: { clip: shanty(), reference: clip } }),
      {},
    ],
  ])('%s that the service gives now', async (_, start, body) => {
    const clip = await takeOfSong()
    world.service.lookUpWith({ ...finished, outcome: renewed })
    await start(clip)
    await world.queue.run()
    expect(bodies()).toMatchObject([body])
    expect(world.service.lookUps.map(({ taskId }) => taskId)).toEqual(['task-1', 'task-1', 'task-2'])
    expect(world.clipReader.kept.size).toBe(0)
  })

  test('waits while the service cannot be asked for another', async () => {
    const clip = await takeOfSong()
    world.service.lookUpWith({ status: 'unreadable', reason: 'HTTP 503' }, { ...finished, outcome: renewed })
    await startRemix(clip)
    await world.queue.run()
    expect(bodies()).toMatchObject([{ audio_url: 'https://new.example/2.mp3' }])
  })

  test.each<[string, () => Promise<Clip>]>([
    ['whose job is forgotten', async () => ({ ...(await takeOfSong()), take: `b00x${'a'.repeat(25)}.2` })],
    ['that has no other address', () => takeOfSong()],
    ['that names no job', async () => ({ ...(await takeOfSong()), take: undefined })],
    [
      'of another server',
      async () => {
        await giveBudget(world, 100_000_000, 'discord:server-2')
        return takeOfSong({ target: target({ server: 'server-2' }) })
      },
    ],
  ])('is not paid for where it is one %s', async (_, clipOf) => {
    const clip = await clipOf()
    const jobId = await startRemix(clip)
    await world.queue.run()
    expect(bodies()).toEqual([])
    expect(await world.job(jobId)).toMatchObject({ state: 'voided', ending: 'clip_refused' })
    expect(world.texts().join()).toContain(
      'The audio service no longer has Take 2.mp3. Choose another clip. Nothing was charged.',
    )
  })
})
