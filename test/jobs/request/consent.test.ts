import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { remix } from '../../../src/commands/features/remix.ts'
import { tts } from '../../../src/commands/features/tts.ts'
import { voice } from '../../../src/commands/features/voice.ts'
import type { Clip } from '../../../src/core/clip/clip.ts'
import { type Answer, formButtonOf, type Remedy, remedyText } from '../../../src/core/command/answer.ts'
import type { ConsentRules } from '../../../src/core/command/consent.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { microcredits } from '../../../src/core/credits.ts'
import { AppError } from '../../../src/core/errors.ts'
import { ownersToTell } from '../../../src/core/job/lineage.ts'
import type { DispatchOptions } from '../../../src/jobs/request/dispatch.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import { jobsCommandOf } from '../../support/commands/jobs-command.ts'
import { listsWith } from '../../support/commands/lists.ts'
import { dispatchOver } from '../../support/jobs/dispatch-over.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { giveBudget } from '../../support/redis/store-world.ts'
import { finished } from '../../support/service/scripted-audio-service.ts'

const account = 'discord:server-1'
const lists = listsWith({ voices: () => Promise.resolve([{ value: 'id-ada', label: 'Ada' }]) })

let world: JobWorld
beforeEach(async () => {
  world = await openJobWorld({ features: [voice, tts, remix] })
  world.service.sing([{ value: 'id-ada', label: 'Ada' }])
  // What a short clip costs, so that none seems forged.
  world.service.alwaysFind({ ...finished, cost: microcredits(16_000) })
})
afterEach(() => world.close())

let events = 0

const ask = (asked: Partial<Invocation>, overrides: Partial<DispatchOptions> = {}): Promise<Answer> => {
  events += 1
  const commands = [voice, tts, remix, jobsCommandOf(world)]
  const dispatch = dispatchOver(world, { ...world.requestDeps, lists, commands, ...overrides })
  return dispatch.answer(invocation({ eventId: `event-${events}`, ...asked }))
}

/** A take that was made for a member; undefined for a clip that came with the request. */
const clipOf = (by?: string): Clip => ({
  kind: 'result',
  url: `https://audio.example/${by}.mp3`,
  name: 'band.mp3',
  seconds: 20,
  by,
})

const change = (clip: Clip, more: object = {}, overrides: Partial<DispatchOptions> = {}): Promise<Answer> =>
  ask({ command: 'voice', values: { clip, voice: 'id-ada', ...more } }, overrides)
const remixed = (clip: Clip, more: Partial<Invocation> = {}): Promise<Answer> =>
  ask({ command: 'remix', values: { clip, prompt: 'folk' }, ...more })

const rule = (rules: Partial<ConsentRules>) => world.settings.setConsent(account, rules)
const say = (member: string, answer: 'allow' | 'decline') => world.consents.answer(account, member, answer)

const remediesOf = (answer: Answer): readonly Remedy[] =>
  answer.kind === 'problems' ? (answer.remedies ?? []) : []
const labelsOf = (answer: Answer) => remediesOf(answer).map((remedy) => remedyText(remedy, 80))

const press = (answer: Answer, overrides: Partial<DispatchOptions> = {}): Promise<Answer> => {
  const [first] = remediesOf(answer)
  if (first === undefined) throw new Error(answer.message.text)
  const form = { draft: first.draft, sent: true }
  return ask({ command: first.command, press: 'message-1 button member-1', form }, overrides)
}

const jobOf = async (answer: Answer) => {
  if (answer.kind !== 'accepted') throw new Error(answer.message.text)
  return world.job(answer.jobId)
}

const expectNothingHeld = async (): Promise<void> => {
  expect(await world.balances()).toEqual({ spent: 0, held: 0 })
}

const confirm = 'Did you make “band.mp3”, or did the owner agree? Confirm it to go on. Nothing was charged.'

describe('a voice that is changed or imitated', () => {
  test.each<[string, Clip]>([
    ['that came with the request', clipOf()],
    ["of the requester's own", clipOf('member-1')],
    ['of another member', clipOf('mia')],
  ])('in a clip %s needs permission, which one button adds and sends', async (_, clip) => {
    const answer = await change(clip)
    expect(answer.message.text).toBe(confirm)
    expect(labelsOf(answer)).toEqual([expect.stringMatching(/^I have permission \(0\.\d\d credits\)$/)])
    await expectNothingHeld()
    const { values } = await jobOf(await press(answer))
    expect(values).toMatchObject({ permission: true, voice: 'id-ada' })
  })

  test('is taken with the permission, which stays with the job', async () => {
    expect((await jobOf(await change(clipOf('mia'), { permission: true }))).values.permission).toBe(true)
  })

  test('from a sample needs it too, and without one there is nothing to permit', async () => {
    const spoken = await ask({ command: 'tts', values: { text: 'hello', sample: clipOf() } })
    expect(spoken.message.text).toBe(confirm)
    expect((await ask({ command: 'tts', values: { text: 'hello' } })).kind).toBe('accepted')
  })

  test('is not looked at in a server that the operator lets spend nothing, whose members could have owners asked', async () => {
    await rule({ voices: 'ask' })
    await world.allowlist.remove(account)
    expect((await change(clipOf('mia'))).message.text).toContain("Credits aren't turned on here.")
    expect(await world.consents.due()).toEqual([])
  })

  test('needs it in direct messages', async () => {
    const direct = target({ server: '@member-1', channel: 'direct-1' })
    await giveBudget(world, 1_000_000, 'discord:@member-1')
    const values = { clip: clipOf(), voice: 'id-ada' }
    expect((await ask({ command: 'voice', values, target: direct })).message.text).toBe(confirm)
  })

  test('is free where an admin says so', async () => {
    await rule({ voices: 'off' })
    expect((await change(clipOf('mia'))).kind).toBe('accepted')
  })

  test('of an owner who agreed needs nothing besides', async () => {
    await say('mia', 'allow')
    expect((await change(clipOf('mia'))).kind).toBe('accepted')
  })
})

describe("another member's clip", () => {
  test('is free for everything else at first, and needs permission where an admin says so', async () => {
    expect((await remixed(clipOf('mia'))).kind).toBe('accepted')
    await rule({ clips: 'attest' })
    expect((await remixed(clipOf('mia'))).message.text).toBe(confirm)
    expect((await remixed(clipOf('member-1'))).kind).toBe('accepted')
    expect((await remixed(clipOf())).kind).toBe('accepted')
  })

  test('whose owner has to be asked is refused, and the owner is asked once', async () => {
    await rule({ clips: 'ask' })
    const answer = await remixed(clipOf('mia'))
    expect(answer.message.text).toBe(
      "I've asked the owner of “band.mp3”. Try again once they agree. Nothing was charged.",
    )
    expect(answer.message.blocks).toEqual([
      { kind: 'line', facts: [{ label: 'Owner', value: [{ kind: 'member', id: 'mia' }] }] },
    ])
    await remixed(clipOf('mia'))
    expect(await world.consents.due()).toEqual([{ account, owner: 'mia' }])
    expect(await world.consents.begin({ account, owner: 'mia' })).toMatchObject({
      requester: 'member-1',
      channel: 'channel-1',
      feature: 'remix',
      clip: 'band.mp3',
    })
    await expectNothingHeld()
    await say('mia', 'allow')
    expect((await jobOf(await press(answer))).feature).toBe('remix')
  })

  test('of a bot, which can be asked nothing, needs permission instead', async () => {
    await rule({ voices: 'ask', clips: 'ask' })
    const isBot = (id: string) => Promise.resolve(id === 'robot')
    const values = { clip: clipOf('robot'), voice: 'id-ada' }
    expect((await ask({ command: 'voice', values, isBot })).message.text).toBe(confirm)
    expect((await remixed(clipOf('robot'), { isBot })).kind).toBe('accepted')
    expect(await world.consents.due()).toEqual([])
  })

  test.each<Partial<ConsentRules>>([{}, { clips: 'tell' }, { clips: 'ask' }, { clips: 'attest' }])(
    'that the owner declines is refused under the rules %j',
    async (rules) => {
      await rule(rules)
      await say('mia', 'decline')
      const answer = await remixed(clipOf('mia'))
      expect(answer.message.text).toBe(
        "The owner of “band.mp3” doesn't allow others to use it. Choose another clip.\nNothing was charged.",
      )
      expect(labelsOf(answer)).toEqual([])
      expect(formButtonOf(answer)?.form.values).toMatchObject({ prompt: 'folk' })
      await expectNothingHeld()
    },
  )

  test('that is declined can be left out where it is not needed', async () => {
    await say('mia', 'decline')
    const answer = await ask({ command: 'tts', values: { text: 'hello', sample: clipOf('mia') } })
    expect(labelsOf(answer)).toEqual([expect.stringMatching(/^Without Sample \(/)])
  })

  test("stays its owner's own to use", async () => {
    await say('member-1', 'decline')
    expect((await remixed(clipOf('member-1'))).kind).toBe('accepted')
  })

  test('is noted where the owner has to be told', async () => {
    await rule({ clips: 'tell' })
    expect(ownersToTell(await jobOf(await remixed(clipOf('mia'))))).toEqual(['mia'])
    expect(ownersToTell(await jobOf(await remixed(clipOf('member-1'))))).toEqual([])
    await rule({ clips: 'off' })
    expect(ownersToTell(await jobOf(await remixed(clipOf('mia'))))).toEqual([])
  })
})

describe('while the answers of owners cannot be read', () => {
  const away = () => Promise.reject(new AppError('store_unavailable', 'away', { retryable: true }))
  const consents = { answersOf: away, isAnyDeclined: away, ask: away }

  test("another member's clip is refused under every rule, and can be tried again", async () => {
    const answer = await change(clipOf('mia'), { permission: true }, { consents })
    expect(answer.message.text).toBe(
      "I can't check right now whether the clip's owner agrees. Try again in a minute. Nothing was charged.",
    )
    expect(labelsOf(answer)).toEqual([expect.stringMatching(/^Try again \(/)])
    await expectNothingHeld()
    expect((await press(answer)).kind).toBe('accepted')
  })

  test("a requester's own clip is taken", async () => {
    expect((await change(clipOf('member-1'), { permission: true }, { consents })).kind).toBe('accepted')
  })

  test('nobody is asked, and nothing is held', async () => {
    await rule({ clips: 'ask' })
    const answersOf = () => Promise.resolve(new Map())
    const values = { clip: clipOf('mia'), prompt: 'folk' }
    const answer = await ask(
      { command: 'remix', values },
      { consents: { answersOf, isAnyDeclined: away, ask: away } },
    )
    expect(answer.kind).toBe('message')
    await expectNothingHeld()
  })
})

describe('a request that is run again', () => {
  const made = async (clip: Clip): Promise<string> => {
    const jobId = await world.start({
      command: 'voice',
      values: { clip, voice: 'id-ada', permission: true },
    })
    await world.queue.run()
    return jobId
  }
  const again = (job: string, member = 'member-1'): Promise<Answer> =>
    ask({
      command: 'jobs',
      action: 'again',
      values: { job },
      press: `button-${job} ${member}`,
      target: target({ member }),
    })

  test('by its requester does not ask for permission again', async () => {
    const job = await made(clipOf('mia'))
    expect((await jobOf(await again(job))).values.permission).toBe(true)
  })

  test('by another member does', async () => {
    const job = await made(clipOf('mia'))
    expect((await again(job, 'member-2')).message.text).toBe(confirm)
  })

  test('is refused once the owner has declined', async () => {
    const job = await made(clipOf('mia'))
    await say('mia', 'decline')
    expect((await again(job)).message.text).toContain("doesn't allow others to use it")
  })

  test('by another member uses a clip of the member who brought it', async () => {
    const message = { platform: 'discord', channel: 'channel-1', message: 'message-1' } as const
    const job = await made({ ...world.platform.upload('band.mp3', 'la la'), message })
    await say('member-1', 'decline')
    expect((await again(job, 'member-2')).message.text).toContain("doesn't allow others to use it")
    expect((await again(job)).kind).toBe('accepted')
  })
})
