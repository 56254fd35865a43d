import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChatPlatform } from '../../sandbox/world/addresses.ts'
import type { World } from '../../sandbox/world/world.ts'
import { createPeople, type People, type SeenMessage } from '../support/sandbox/people.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'
import { createStudioClient, type StudioClient } from '../support/service/studio-client.ts'
import { firstRows } from '../support/suite/runs.ts'

// One task at once: whatever is asked for besides it waits in the line.

let world: World
let studio: StudioClient

/** The tests let the time of the audio service pass. */
const makingMs = 10 * 60_000

/** What is cancelled and shown after all on Discord is in every-command.test.ts, too. */
const platforms: readonly ChatPlatform[] = firstRows(1, ['slack', 'discord'])

beforeAll(async () => {
  world = await startStrictWorld({ bot: true })
  studio = createStudioClient(world.addresses.studio)
  await studio.set({ etaSeconds: 1 })
  for (const platform of platforms) await createPeople(world.addresses, platform).allows('ada', 5)
})

afterAll(() => world.stop())

describe.each(platforms)('on %s', (platform) => {
  let people: People
  let balance: number
  let running: SeenMessage
  let kept: SeenMessage
  let name: string

  /** A request that waits behind the running one. */
  const waiting = async (as: string, text: string): Promise<SeenMessage> => {
    const since = await people.latest(as)
    await people.uses(as, '/tts', { text })
    return people.sees(as, 'Queued your speech', since)
  }

  /** The message, once its text matches. */
  const becomes = ({ id }: SeenMessage, text: RegExp): Promise<SeenMessage> =>
    people.sees('max', (message) => message.id === id && text.test(message.text))

  const answerTo = async (as: string, does: () => Promise<unknown>, text: RegExp): Promise<SeenMessage> => {
    const since = await people.latest(as)
    await does()
    const answer = await people.sees(as, text, since)
    expect((await people.messages(as === 'max' ? 'mia' : 'max')).map(({ id }) => id)).not.toContain(answer.id)
    return answer
  }

  /** Asks until that fits: a message is there a moment before its record says so. */
  const answerInTheEnd = async (
    as: string,
    does: () => Promise<unknown>,
    text: RegExp,
  ): Promise<SeenMessage> => {
    for (;;) {
      const answer = await answerTo(as, does, /here/)
      if (text.test(answer.text)) return answer
    }
  }

  /** Asks until the line has the job, which is a moment after its message; answers with what it is called. */
  const firstInLine = async (as: string): Promise<string> => {
    for (;;) {
      const { text } = await answerTo(as, () => people.uses(as, '/jobs mine'), /Your jobs here/)
      const [, job] = /1st in the queue · up to [\d.]+ credits .*?Job:\s(\w{8})/.exec(text) ?? []
      if (job !== undefined) return job
    }
  }

  beforeAll(async () => {
    people = createPeople(world.addresses, platform)
    balance = await studio.balance()
    await studio.plan({ delayMs: makingMs })
    await people.uses('max', '/tts', { text: 'Kept back.' })
    running = await people.sees('max', 'Working on your speech')
  })

  test('who cancels what waits pays nothing, and a stranger cannot', async () => {
    const message = await waiting('mia', 'Called off.')
    expect((await becomes(message, /1st in the queue/)).text).toMatch(/Reserved: up to/)
    const press = (as: string) => () => people.presses(as, message.id, 'Cancel')
    await answerTo('max', press('max'), /someone else's/)
    await answerTo('mia', press('mia'), /Cancelled\. Nothing was charged\./)
    const { buttons } = await becomes(message, /was cancelled\. Nothing was charged/)
    expect(buttons.map(({ label }) => label)).toEqual(['Again', 'Edit', 'Delete'])
    await answerTo('mia', () => people.uses('mia', '/jobs mine'), /cancelled · nothing charged/)
    const remove = (as: string) => () => people.presses(as, message.id, 'Delete')
    await answerTo('max', remove('max'), /someone else's/)
    await answerTo('mia', remove('mia'), /I'm deleting the message\. Nothing was charged\./)
    await people.sees('mia', ({ id, state }) => id === message.id && state === 'deleted')
  })

  test('a queued member can see their position, and an admin can cancel the job', async () => {
    const message = await waiting('mia', 'Ended by an admin.')
    const job = await firstInLine('mia')
    const show = () => people.uses('mia', '/jobs show', { job })
    await answerTo('mia', show, /1st in the queue[\s\S]*Expected: /)
    await answerTo('max', () => people.uses('max', '/jobs cancel', { job }), /someone else's/)
    await answerTo('ada', () => people.uses('ada', '/jobs cancel', { job }), /Nothing was charged/)
    await becomes(message, /was cancelled\. Nothing was charged/)
  })

  test('who hides what runs is told that it is still billed, what it cost in the end, and how to get it', async () => {
    const press = () => people.presses('max', running.id, 'Hide result')
    const told = await answerTo('max', press, /Too late to cancel, so it's still billed/)
    expect(told.buttons).toEqual([])
    expect((await becomes(running, /It's too late to cancel, so it's still billed/)).buttons).toEqual([])
    await answerTo('max', () => people.uses('max', '/jobs mine'), /working, result hidden/)
    await studio.passTime(makingMs)
    const { text, files } = await becomes(running, /is done, but hidden\./)
    expect(files).toEqual([])
    name = /\/jobs recover (\w{8}) /.exec(text)?.[1] ?? ''
    expect(name).not.toBe('')
    const [, used] = /([\d.]+) credits/.exec(text) ?? []
    expect(balance - (await studio.balance())).toBeCloseTo(Number(used), 6)
    await answerTo('max', () => people.uses('max', '/jobs mine'), /done, but hidden/)
    await answerTo(
      'max',
      () => people.uses('max', '/history'),
      new RegExp(`tts[\\s\\S]*hidden[\\s\\S]*${name}`),
    )
    await answerTo('mia', () => people.uses('mia', '/history'), /No results here/)
  })

  test('what was kept back is shown where it was requested, to everybody there and for nothing', async () => {
    const before = await studio.balance()
    const [, elsewhere = ''] = world.addresses[platform].channelIds
    const stranger = () => people.uses('mia', '/jobs recover', { job: name })
    await answerTo('mia', stranger, /someone else's/)
    await people.uses('max', '/jobs recover', { job: name }, elsewhere)
    await people.sees('max', /will appear where it was requested, free of charge/)
    const shown = await people.sees('mia', ({ files }) => files.some((file) => file.name.startsWith('Kept')))
    expect(shown.text).toMatch(/Made with AI/)
    expect(shown.text).toMatch(/[\d.]+ credits/)
    // On Slack a message with files is a new one, which takes the place of the message before it.
    if (platform === 'discord') expect(shown.id).toBe(running.id)
    else await people.sees('mia', ({ id, state }) => id === running.id && state === 'deleted')
    kept = shown
    expect(await studio.balance()).toBe(before)
    await answerInTheEnd('max', () => people.uses('max', '/jobs mine'), /done · 0\.\d+ credits/)
    const history = () => people.uses('mia', '/history', { feature: 'tts' })
    const listed = await answerTo('mia', history, new RegExp(`0:\\d\\d[\\s\\S]*${name}`))
    // On Discord an address leads to the message, on Slack its channel is named.
    if (platform === 'discord') expect(listed.text).toContain(running.id)
  })

  test('who wants to know gets all that is kept of them as a file of their own, and may have it deleted', async () => {
    await answerTo('max', () => people.uses('max', '/privacy show'), /Requests: .*Kept 90 days/)
    const since = await people.latest('max')
    await people.uses('max', '/privacy export')
    const exported = await people.sees(
      'max',
      ({ files }) => files.some((file) => file.name.startsWith('tunesmith-export')),
      since,
    )
    expect((await people.messages('mia')).map(({ id }) => id)).not.toContain(exported.id)
    const asks = () => people.uses('max', '/tts', { text: 'x', voice: 'nobody at all' })
    const inVain = await answerTo('max', asks, /Voice/)
    const tryAgain = () => people.presses('max', inVain.id, 'Edit')
    expect((await tryAgain()).form).toBeDefined()
    const asked = await answerTo('max', () => people.uses('max', '/privacy delete'), /can't be undone/)
    const press = () => people.presses('max', asked.id, 'Delete it all')
    await answerTo(
      'max',
      press,
      /(?:record was|records were) deleted.*Your forms and requests to admins were deleted/,
    )
    await answerTo('max', tryAgain, /This form has expired/)
    await answerTo('max', () => people.uses('max', '/jobs mine'), /You have no jobs here/)
    await answerTo('max', () => people.uses('max', '/jobs show', { job: name }), /No job called/)
    expect((await becomes(kept, /Made with AI/)).id).toBe(kept.id)
  })
})
