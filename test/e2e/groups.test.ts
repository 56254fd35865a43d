import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChatPlatform } from '../../sandbox/world/addresses.ts'
import type { World } from '../../sandbox/world/world.ts'
import { createPeople, type SeenMessage } from '../support/sandbox/people.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'
import { createStudioClient } from '../support/service/studio-client.ts'

/** A request that was taken, however far it is by now. */
const taken = /(Queued|Making) your song|Made with AI/

const platforms: readonly ChatPlatform[] = ['discord', 'slack']

let world: World

beforeAll(async () => {
  world = await startStrictWorld({ bot: { callbacks: true } })
  await createStudioClient(world.addresses.studio).set({ etaSeconds: 1 })
  for (const platform of platforms) await createPeople(world.addresses, platform).allows('ada', 5)
})
afterAll(() => world.stop())

describe.each(platforms)('on %s', (platform) => {
  const asker = () => createPeople(world.addresses, platform)

  test('a voice that was chosen by a button reads what names none', async () => {
    const people = asker()
    const since = await people.latest('max')
    await people.uses('max', '/voices')
    const first = await people.sees('max', /\d+ voices, page 1 of/, since)
    await people.presses('max', first.id, 'Next')
    const second = await people.sees('max', /\d+ voices, page 2 of/, since)
    const { label = '' } = second.buttons.find((button) => button.label.startsWith('Hear ')) ?? {}
    const name = /^Hear (.*?)(?: \(|$)/.exec(label)?.[1]
    await people.presses('max', second.id, `Use ${name}`)
    await people.sees('max', `Voice: ${name}, unless a request says otherwise.`, since)
    await people.uses('max', '/settings show')
    await people.sees('max', `${name} (your default)`, since)
    await people.uses('max', '/tts', { text: 'Good morning.' })
    await people.sees(
      'max',
      ({ text }) => text.includes('Made with AI') && text.includes(`Voice: ${name}`),
      since,
    )
  })

  test('where an admin allows another channel alone, everybody is told so before anything is held, and may ask there', async () => {
    const people = asker()
    const since = await people.latest('max')
    const [, elsewhere = ''] = world.addresses[platform].channelIds
    await people.uses('max', '/settings where', { rule: 'allow' }, elsewhere)
    await people.sees('max', 'can use /settings where', since)
    await people.uses('ada', '/settings where', { rule: 'allow' }, elsewhere)
    await people.sees('ada', 'only in allowed channels', since)
    for (const name of ['max', 'ada']) {
      await people.uses(name, '/tts', { text: 'Not here.' })
      const { seenBy } = await people.sees(name, "Tunesmith isn't allowed in this channel", since)
      expect(seenBy).not.toBe('all')
    }
    await people.uses('max', '/tts', { text: 'But here.' }, elsewhere)
    await people.sees('max', /(Queued|Working on) your speech|Made with AI/, since)
    await people.uses('ada', '/settings where', { rule: 'everywhere' })
    await people.sees('ada', 'Members can now use Tunesmith in every channel', since)
  })

  test('a request with a word that an admin refuses is told so, keeps the rest, and is counted', async () => {
    const people = asker()
    const since = await people.latest('max')
    await people.uses('ada', '/settings words', { words: 'sh?nty, tide*' })
    await people.sees('ada', 'any of these 2 words are now refused', since)
    for (const name of ['max', 'ada']) {
      await people.uses(name, '/music', { prompt: 'Shánties', title: 'Shánty' })
      const { seenBy } = await people.sees(name, /Title contains “Shánty”, which isn't allowed here/, since)
      expect(seenBy).not.toBe('all')
    }
    await people.uses('ada', '/settings words', { words: 'none' })
    const told = await people.sees('ada', 'No words are refused anymore', since)
    expect(told.text).toContain('2 for words')
  })

  test('what an admin wants covered is covered for everybody, and also where it is shown again', async () => {
    const people = asker()
    const since = await people.latest('max')
    const expectCovered = async ({ id, files }: SeenMessage) => {
      if (platform === 'slack') {
        expect(files).toEqual([])
        await people.sees('max', (below) => below.replyTo === id && below.files.length === 1, since)
      } else expect(files).toMatchObject([{ contentType: 'audio/mpeg', isSpoiler: true }])
    }
    await people.uses('ada', '/settings channel', { spoiler: true })
    await people.sees('ada', 'Spoiler: yes, whatever a request says.', since)
    await people.uses('max', '/tts', { text: 'It was the butler.', spoiler: false })
    const isMade = ({ text }: SeenMessage) => /butler[\s\S]*Made with AI/.test(text)
    const made = await people.sees('max', isMade, since)
    await expectCovered(made)
    await people.uses('ada', '/settings channel', { clear: 'spoiler' })
    await people.sees('ada', 'Spoiler: default cleared.', since)
    const [, job = ''] = /Job:\s(\w{8})/.exec(made.text) ?? []
    const [, elsewhere = ''] = world.addresses[platform].channelIds
    await people.uses('max', '/result', { job }, elsewhere)
    const isAgain = ({ channel, text }: SeenMessage) =>
      channel === elsewhere && /butler[\s\S]*Made with AI/.test(text)
    await expectCovered(await people.sees('max', isAgain, since))
  })

  test('limits of a feature and of a model refuse what they are for, and nothing else', async () => {
    const people = asker()
    const since = await people.latest('max')
    await people.uses('ada', '/budget feature', { feature: 'music', credits: 0.01 })
    await people.sees('ada', 'Limit for this feature: 0.01 credits', since)
    await people.uses('max', '/music', { prompt: 'a tide' })
    await people.sees('max', /Not enough credits: .* with 0\.01 left for \/music\./, since)
    await people.uses('max', '/tts', { text: 'But this.' })
    await people.sees('max', /(Queued|Working on) your speech|Made with AI/, since)
    await people.uses('max', '/credits')
    await people.sees('max', /Left for \/music/, since)
    await people.uses('ada', '/budget model', { model: 'v7-pro', credits: 0.02 })
    await people.sees('ada', 'Limit for this model: 0.02 credits', since)
    await people.uses('ada', '/budget show')
    await people.sees('ada', /\/music: 0\.01 credits[\s\S]*v7 pro: 0\.02 credits/, since)
    await people.uses('ada', '/budget feature', { feature: 'music', lift: true })
    await people.sees('ada', "Removed this feature's limit.", since)
    await people.uses('max', '/music', { prompt: 'a tide', model: 'v7-pro' })
    await people.sees('max', /Not enough credits: .* left for model v7 pro\./, since)
    await people.uses('max', '/music', { prompt: 'a tide' })
    await people.sees('max', taken, since)
  })
})

test('age-restricted and announcement channels on Discord are refused by kind, with their threads, except by name', async () => {
  const people = createPeople(world.addresses)
  const { adminId, memberId, ageRestrictedChannelId, announcementChannelId, announcementThreadId } =
    world.addresses.discord
  const since = await people.latest(memberId)
  for (const kind of ['age_restricted', 'announcement'])
    await people.uses(adminId, '/settings where', { rule: 'refuse', kind })
  await people.sees(adminId, /Not allowed in: age-restricted channels, announcement channels/, since)
  await people.uses(memberId, '/tts', { text: 'After dark.' }, ageRestrictedChannelId)
  await people.sees(memberId, 'An admin has turned Tunesmith off in age-restricted channels.', since)
  await people.uses(memberId, '/tts', { text: 'Below the news.' }, announcementThreadId)
  await people.sees(memberId, 'An admin has turned Tunesmith off in announcement channels.', since)
  await people.uses(memberId, '/tts', { text: 'Here it goes.' })
  await people.sees(memberId, /(Queued|Working on) your speech|Made with AI/, since)
  await people.uses(adminId, '/settings where', { rule: 'allow', channel: announcementChannelId })
  await people.sees(adminId, /Allowed only in: #news/, since)
  await people.uses(memberId, '/tts', { text: 'Below the news.' }, announcementThreadId)
  await people.sees(
    memberId,
    ({ channel, text }) => channel === announcementThreadId && /your speech|Made with AI/.test(text),
    since,
  )
  await people.uses(adminId, '/settings where', { rule: 'everywhere' })
  await people.sees(adminId, 'Members can now use Tunesmith in every channel', since)
})

test('an admin on Slack is told that Slack has no such channels', async () => {
  const people = createPeople(world.addresses, 'slack')
  const { adminId } = world.addresses.slack
  await people.uses(adminId, '/settings where', { rule: 'refuse', kind: 'announcement' })
  await people.sees(adminId, 'Slack has no age-restricted or announcement channels. Leave Kind out.')
})

test('a role’s limit on Discord applies to its holders only', async () => {
  const people = createPeople(world.addresses)
  const { adminId, memberId } = world.addresses.discord
  await people.allows(adminId, 5)
  await people.uses(adminId, '/budget group', { group: '@Managers', credits: 0.01 })
  await people.uses(adminId, '/music', { prompt: 'a tide' })
  await people.sees(adminId, /Not enough credits: .* left for your group\./)
  await people.uses(memberId, '/music', { prompt: 'a tide' })
  await people.sees(memberId, taken)
})

test('a user group’s limit on Slack applies to its members only', async () => {
  const people = createPeople(world.addresses, 'slack')
  const [outside = '', inside = ''] = world.addresses.slack.memberIds
  const { adminId } = world.addresses.slack
  await people.uses(adminId, '/budget limit 5')
  await people.sees(adminId, '5 credits')
  await people.uses(adminId, '/budget group @musicians credits:0.01')
  await people.uses(inside, '/music a tide')
  await people.sees(inside, /Not enough credits: .* left for your group\./)
  await people.uses(outside, '/music a tide')
  await people.sees(outside, taken)
})

test('a channel’s limit on Discord counts in its threads too', async () => {
  const people = createPeople(world.addresses)
  const { adminId, memberId, channelIds, threadIds } = world.addresses.discord
  await people.uses(adminId, '/budget channel', { channel: channelIds[1], credits: 0.01 })
  await people.uses(memberId, '/music', { prompt: 'a tide' }, threadIds[0])
  await people.sees(memberId, /Not enough credits: .* left for this channel\./)
})

test('a channel’s limit on Slack holds for everybody there, and nowhere else', async () => {
  const people = createPeople(world.addresses, 'slack')
  const { adminId, memberIds, channelIds } = world.addresses.slack
  const [member = ''] = memberIds
  const [, elsewhere = ''] = channelIds
  const since = await people.latest(member)
  await people.uses(adminId, '/budget channel channel:#music credits:0.01')
  await people.sees(adminId, 'Limit for this channel: 0.01 credits', since)
  await people.uses(member, '/tts', { text: 'Here.' }, elsewhere)
  await people.sees(member, /Not enough credits: .* left for this channel\./, since)
  await people.uses(member, '/tts', { text: 'There.' })
  await people.sees(member, /(Queued|Working on) your speech|Made with AI/, since)
})
