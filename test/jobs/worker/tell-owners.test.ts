import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { master } from '../../../src/commands/features/master.ts'
import { remix } from '../../../src/commands/features/remix.ts'
import type { Clip } from '../../../src/core/clip/clip.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import { commandLinkText } from '../../../src/core/message/command-link.ts'
import { accountOf } from '../../../src/core/target.ts'
import { target } from '../../support/commands/invocation.ts'
import { crashPointsOf, dieAt, effectsOfAJob } from '../../support/jobs/crash.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { expectQuiet } from '../../support/jobs/verdict.ts'
import { runs } from '../../support/suite/runs.ts'

const minuteMs = 60_000

const openTellingWorld = async (): Promise<JobWorld> => {
  const opened = await openJobWorld({ features: [remix, master] })
  await opened.settings.setConsent(accountOf(target()), { clips: 'tell' })
  return opened
}

let world: JobWorld
beforeEach(async () => {
  world = await openTellingWorld()
})
afterEach(() => world.close())

const clipOf = (by: string, name = 'band.mp3'): Clip => ({
  kind: 'result',
  url: `https://audio.example/${name}`,
  name,
  seconds: 20,
  by,
})
const requested = (values: RawValues = {}) => ({
  command: 'remix',
  values: { clip: clipOf('mia'), prompt: 'folk', ...values },
})
const told = () => world.platform.words.map(({ member, message }) => `${member}: ${message.text}`)

const run = async (request: Parameters<JobWorld['start']>[0] = requested()): Promise<string> => {
  const jobId = await world.start(request)
  await world.queue.run()
  return jobId
}

const once = 'mia: Your clip “band.mp3” was used with /remix.'

describe('the owner of a clip', () => {
  test('is told once who used it and for what, with a link and a way to decline', async () => {
    const { message } = await world.job(await run())
    expect(told()).toEqual([once])
    const [line, , buttons] = world.platform.words[0]?.message.blocks ?? []
    expect(line).toEqual({
      kind: 'line',
      facts: [
        { label: 'By', value: [{ kind: 'member', id: 'member-1' }] },
        { label: '', value: [{ kind: 'message', server: 'server-1', message }] },
      ],
    })
    const links = buttons?.kind === 'buttons' ? buttons.buttons.map(({ commandLink }) => commandLink) : []
    expect(links.map(commandLinkText)).toEqual(['/privacy consent answer:decline server:server-1'])
    await expectQuiet(world)
  })

  test('is told of a private result without a link', async () => {
    await run(requested({ seen_by: 'me' }))
    const mine = world.platform.words.filter(({ member }) => member === 'mia')
    expect(mine.map(({ message }) => message.blocks[0])).toEqual([
      { kind: 'line', facts: [{ label: 'By', value: [{ kind: 'member', id: 'member-1' }] }] },
    ])
  })

  test('is told of each of several clips, as is every other owner', async () => {
    await run({ command: 'master', values: { clip: clipOf('mia'), reference: clipOf('ada', 'b.mp3') } })
    await run({ command: 'master', values: { clip: clipOf('mia'), reference: clipOf('mia', 'b.mp3') } })
    expect(told()).toEqual([
      'mia: Your clip “band.mp3” was used with /master.',
      'ada: Your clip “b.mp3” was used with /master.',
      'mia: Your clips “band.mp3” and “b.mp3” were used with /master.',
    ])
  })

  test('is told of a failure, since the clip was sent, but not of what was never sent', async () => {
    world.service.alwaysFind({ status: 'failed', said: undefined })
    await run()
    expect(told()).toEqual([once])
    world.service.submitWith({ status: 'refused', why: 'request', said: 'no' })
    await run()
    expect(told()).toEqual([once])
  })

  test('who takes no direct messages stops nothing', async () => {
    world.platform.failNext('direct', 'cannot_post')
    expect(await world.job(await run())).toMatchObject({ state: 'posted' })
    expect(told()).toEqual([])
    expect(world.log.warnings()).toEqual([])
    await expectQuiet(world)
  })

  test('is told later by a chat that is away, and the others at once', async () => {
    world.platform.failNext('direct', 'platform_unavailable')
    await run({ command: 'master', values: { clip: clipOf('mia'), reference: clipOf('ada', 'b.mp3') } })
    expect(told()).toEqual([
      'ada: Your clip “b.mp3” was used with /master.',
      'mia: Your clip “band.mp3” was used with /master.',
    ])
    await expectQuiet(world)
  })

  test('is told beside the notice of a long job, and of a quick one alone', async () => {
    await run()
    expect(world.platform.mentions).toEqual([])
    world.close()
    world = await openJobWorld({ features: [remix], deadlines: { noticeAfterMs: 1_000 } })
    await world.settings.setConsent(accountOf(target()), { clips: 'tell' })
    await run()
    expect(world.platform.mentions).toHaveLength(1)
    expect(told()).toEqual([once])
  })
})

describe('a worker that dies', async () => {
  const counted = await openTellingWorld()
  const effects = await effectsOfAJob(counted, requested())
  const first = effects.indexOf('store.finish')

  test.each(crashPointsOf(effects, first))(
    '$when effect $effect, $name: the owner is told once',
    async (point) => {
      const jobId = await dieAt(world, point, undefined, requested())
      await world.runWithSweeps(world.clock.now() + 20 * minuteMs, runs(60_000, 20_000))
      const job = await world.job(jobId)
      expect(job).toMatchObject({ state: 'posted', notes: { notice: 'over' } })
      // What may be on its way counts as sent here, as in notice.test.ts.
      const isInDoubt = job.notes.owner_0_told !== '' && told().length === 0
      expect(told()).toEqual(isInDoubt ? [] : [once])
      await expectQuiet(world)
    },
  )
})
