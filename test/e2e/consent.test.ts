import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatPlatform, chatPlatforms } from '../../sandbox/world/addresses.ts'
import type { World } from '../../sandbox/world/world.ts'
import { createPeople, type People, type SeenMessage } from '../support/sandbox/people.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'

// Max uses what Tunesmith made for Mia, as far as the rules of their server and her own answers let him.

let world: World

beforeAll(async () => {
  world = await startStrictWorld({ bot: { callbacks: true } })
})
afterAll(() => world.stop())

describe.each<ChatPlatform>(chatPlatforms)('on %s', (platform) => {
  const [admin, requester, owner] = ['ada', 'max', 'mia']
  let people: People
  let take: string
  let voice: string
  let since: string

  /** Slack needs quotes around text with spaces. */
  const quoted = (text: string): string => (platform === 'discord' ? text : `“${text}”`)
  const clip = (name = take) => (platform === 'discord' ? { clip_link: name } : { clip: name })
  const presses = async (
    as: string,
    { id, channel, buttons }: SeenMessage,
    begins: string,
  ): Promise<void> => {
    const label = buttons.find((button) => button.label.startsWith(begins))?.label ?? begins
    expect((await people.presses(as, id, label, channel)).refused).toBeUndefined()
  }
  const rule = async (clips: string): Promise<void> => {
    await people.uses(admin, '/settings consent', { clips })
    await people.sees(admin, 'These rules for clips now apply.', since)
    since = await people.latest(requester)
  }
  const cuts = (end: string) => people.uses(requester, '/cut', { ...clip(), start: '0s', end })

  beforeAll(async () => {
    people = createPeople(world.addresses, platform)
    await people.allows(admin, 20)
    const discord = createPeople(world.addresses, 'discord')
    const [found] = await discord.suggestions(world.addresses.discord.memberId, '/voice', 'voice', 'a')
    voice = found?.name ?? ''
    await people.uses(owner, '/tts', { text: quoted('This is how I sound, all day and all night.') })
    const { text } = await people.sees(owner, 'Made with AI')
    take = `${/Job:?\s+(\w{8})/.exec(text)?.[1]}.1`
    since = await people.latest(requester)
  })

  test('a voice is changed once its requester says that they may, by one button', async () => {
    await people.uses(requester, '/voice', { ...clip(), voice: quoted(voice) })
    const refusal = await people.sees(requester, /Did you make .*, or did the owner agree\?/, since)
    expect(refusal.seenBy).not.toBe('all')
    await presses(requester, refusal, 'I have permission (')
    await people.sees(requester, /in a new voice[\s\S]*Made with AI|Made with AI[\s\S]*new voice/i, since)
  })

  test('an owner who has to be asked gets one message, and what they allow is made', async () => {
    await rule('ask')
    await cuts('1s')
    const refusal = await people.sees(requester, "I've asked the owner of", since)
    const question = await people.sees(owner, 'Can others use your clips?', since)
    expect(question.channel).not.toBe(refusal.channel)
    await cuts('1s')
    await presses(owner, question, 'Allow')
    await people.sees(owner, 'Others can use your clips.', since)
    await presses(requester, refusal, 'Try again')
    await people.sees(requester, 'Made with AI', since)
    const questions = (await people.messages(owner, since)).filter(({ text }) =>
      text.includes('Can others use your clips?'),
    )
    expect(questions).toHaveLength(1)
  })

  test('an owner who declines is respected under every rule', async () => {
    await people.uses(owner, '/privacy consent', { answer: 'decline' })
    await people.sees(owner, "Others can't use your clips.", since)
    for (const mode of ['ask', 'off']) {
      await rule(mode)
      await cuts('1s')
      await people.sees(requester, "doesn't allow others to use it", since)
    }
    await people.uses(owner, '/privacy consent', { answer: 'forget' })
    await people.sees(owner, "You haven't said whether others can use your clips.", since)
  })

  test('a result that another member shows again stays its owner’s, by its buttons and in its menu', async () => {
    await people.uses(requester, '/result', { job: take.replace('.1', '') })
    const copy = await people.sees(requester, 'Nothing charged', since)
    await people.uses(owner, '/privacy consent', { answer: 'decline' })
    await people.sees(owner, "Others can't use your clips.", since)
    const refusal = "doesn't allow others to use it"
    for (const open of [
      () => people.presses(requester, copy.id, 'Trim'),
      () => people.picks(requester, 'Trim this clip', copy.id),
    ]) {
      since = await people.latest(requester)
      const { form, refused } = await open()
      expect(refused).toBeUndefined()
      const sent = await people.sends(requester, { id: form?.id ?? '' }, { Start: '0s', End: '1s' })
      // A form that stays open says it itself.
      if (!JSON.stringify(sent).includes(refusal)) await people.sees(requester, refusal, since)
    }
    since = await people.latest(requester)
    await presses(requester, copy, 'Lineage')
    await people.sees(requester, 'was made from, oldest first', since)
    await people.uses(owner, '/privacy consent', { answer: 'forget' })
    await people.sees(owner, "You haven't said whether others can use your clips.", since)
  })

  test('an owner who has to be told is told once, with a link to the result', async () => {
    await rule('tell')
    await cuts('1.5s')
    const result = await people.sees(requester, 'Made with AI', since)
    const isNotice = ({ text }: SeenMessage) => /Your clip .* was used with \/cut\./.test(text)
    const notice = await people.sees(owner, isNotice, since)
    expect(notice.channel).not.toBe(result.channel)
    await cuts('2s')
    await people.sees(owner, (message) => isNotice(message) && message.id !== notice.id, since)
    expect((await people.messages(owner, since)).filter(isNotice)).toHaveLength(2)
    await rule('off')
  })
})
