import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { privately } from '../../../src/core/command/answer.ts'
import { effectKey } from '../../../src/core/job-id.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import { isLong } from '../../support/suite/runs.ts'
import { asksFor, type Listening, remixForm, soundFile, startListening } from './listening.ts'

// What members write, with and without Discord's permission to read messages that do not mention the bot.

let at: Listening

const stopQuietly = async () => {
  await at.stop()
  expect(at.log.errors()).toEqual([])
}

/** Writes as a member, and waits for the bot's reply. */
const ask = async (say: string, more: { replyTo?: string; files?: ReturnType<typeof soundFile>[] } = {}) => {
  const { event } = await at.act({ say, ...more })
  return { event, reply: await at.replyTo(event) }
}

/** The mention of the role that Discord made for the bot, which its client offers under the same name. */
const roleMention = async (): Promise<string> => {
  const { api, guildId, token, applicationId } = at.standIn.addresses
  const headers = { authorization: `Bot ${token}` }
  const response = await fetch(`${api}/v10/guilds/${guildId}/roles`, { headers })
  const roles = (await response.json()) as readonly { id: string; tags?: { bot_id?: string } }[]
  return `<@&${roles.find(({ tags }) => tags?.bot_id === applicationId)?.id}>`
}

const clip = (message: string, name = 'tide.mp3') => ({
  kind: 'upload',
  platform: 'discord',
  name,
  bytes: 8,
  url: expect.stringContaining('/attachments/'),
  message: { platform: 'discord', channel: at.channel, message },
})
const pointed = (message: string, isVisible: boolean, names: readonly string[]) => ({
  message,
  isVisible,
  atMs: expect.any(Number),
  by: at.standIn.addresses.memberId,
  files: names.map((name) => clip(message, name)),
})

describe('a message that begins with the bot’s name', () => {
  beforeEach(async () => {
    at = await startListening()
  })
  afterEach(stopQuietly)

  test('of a member who is shut out is answered once a minute, which everybody sees', async () => {
    const { memberIds } = at.standIn.addresses
    const other = memberIds.find((id) => id !== at.member) ?? ''
    const message = plainMessage('Not now.', 'failed')
    at.answerWith({ kind: 'message', message, seenBy: 'member', isShutOut: true })
    await ask('@Tunesmith help')
    const { event: unanswered } = await at.act({ say: '@Tunesmith help' })
    await at.replyTo((await at.act({ say: '@Tunesmith help' }, other)).event)
    expect(at.asked).toHaveLength(3)
    at.clock.advance(60_000)
    await ask('@Tunesmith help')
    expect(at.standIn.people.messages({}).filter(({ replyTo }) => replyTo === unanswered)).toEqual([])
  })

  test('in a thread brings the channel around it', async () => {
    const { threadIds, channelIds } = at.standIn.addresses
    const [thread = '', archived = ''] = threadIds
    for (const channel of [thread, archived]) {
      const { event } = await at.act({ say: '@Tunesmith help' }, at.member, channel)
      await at.replyTo(event)
      expect(at.lastAsked().target).toMatchObject({ channel, parent: channelIds[1] })
    }
  })

  test('whose answer was lost still has one message, in which the job speaks', async () => {
    const jobId = 'b07x0123456789abcdefghijklmno'
    at.answerWith({ kind: 'accepted', jobId, message: plainMessage('Queued, perhaps.', 'working') })
    const route = 'POST /channels/:channelId/messages'
    at.standIn.faults.add({ respond: { route, status: 500, after: 'acting', times: 2 } })
    await at.act({ say: '@Tunesmith music a sea shanty' })
    await at.sees('Queued, perhaps.')
    while (at.acknowledged.length === 0) await new Promise(setImmediate)
    expect(at.acknowledged).toMatchObject([{ jobId, acknowledgement: { kind: 'unknown' } }])
    const note = () => Promise.resolve()
    const attempt = {
      key: effectKey(jobId),
      notes: {},
      note,
      askedAtMs: 0,
      fileBytesMax: 1,
      linksAllowed: true,
    }
    await at.discord.post(at.lastAsked().target, plainMessage('Interrupted, certainly.', 'failed'), attempt)
    const texts = at.standIn.people.messages({}).map(({ text }) => text)
    expect(texts.filter((text) => text.startsWith('Interrupted, certainly.'))).toHaveLength(1)
    expect(texts.filter((text) => text.startsWith('Queued, perhaps.'))).toEqual([])
  })

  test('whose answer has to wait begins its job at once, and the answer becomes its message', async () => {
    const jobId = 'b07x0123456789abcdefghijklmno'
    at.answerWith({ kind: 'accepted', jobId, message: plainMessage('Queued.', 'working') })
    const route = 'POST /channels/:channelId/messages'
    at.standIn.faults.add({ rateLimit: { route, retryAfterMs: 3_000 } })
    const { reply } = await ask('@Tunesmith music a sea shanty')
    while (at.acknowledged.length < 2) await new Promise(setImmediate)
    const message = { platform: 'discord', channel: at.channel, message: reply.id }
    expect(at.acknowledged).toEqual([
      { jobId, acknowledgement: { kind: 'given', message: undefined } },
      { jobId, acknowledgement: { kind: 'given', message } },
    ])
  })

  // Discord's rates let five of them through in five seconds.
  test.runIf(isLong)('begins its job without an answer where twenty others wait in the channel', async () => {
    const jobOf = (event: string) => `b07x${event.padStart(25, '0')}`
    const message = plainMessage('Queued.', 'working')
    at.answerWith(({ eventId }) => ({ kind: 'accepted', jobId: jobOf(eventId), message }))
    const route = 'POST /channels/:channelId/messages'
    at.standIn.faults.add({ rateLimit: { route, retryAfterMs: 3_000 } })
    const events: string[] = []
    for (let asked = 0; asked < 21; asked += 1)
      events.push((await at.act({ say: '@Tunesmith music a sea shanty' })).event)
    const last = events.pop() ?? ''
    for (const event of events) await at.replyTo(event)
    expect(at.acknowledged.filter(({ jobId }) => jobId === jobOf(last))).toEqual([
      { jobId: jobOf(last), acknowledgement: { kind: 'given', message: undefined } },
    ])
    expect(at.standIn.people.messages({}).filter(({ replyTo }) => replyTo === last)).toEqual([])
  })

  test.runIf(isLong)('gets no answer where twenty others wait in the channel', async () => {
    at.answerWith({ kind: 'message', message: plainMessage('Well.'), seenBy: 'all' })
    const route = 'POST /channels/:channelId/messages'
    at.standIn.faults.add({ rateLimit: { route, retryAfterMs: 3_000 } })
    const events: string[] = []
    for (let asked = 0; asked < 21; asked += 1) events.push((await at.act({ say: '@Tunesmith help' })).event)
    const last = events.pop() ?? ''
    for (const event of events) await at.replyTo(event)
    expect(at.standIn.people.messages({}).filter(({ replyTo }) => replyTo === last)).toEqual([])
  })

  test('is a request, answered by a reply that rings nobody', async () => {
    at.answerWith({ kind: 'message', message: plainMessage('Well. @everyone'), seenBy: 'all' })
    const { event, reply } = await ask('@Tunesmith Remix as bossa nova')
    expect(at.asked).toEqual([
      {
        eventId: event,
        command: 'remix',
        action: undefined,
        values: { prompt: 'as bossa nova' },
        form: undefined,
        pointedAt: [],
        isAdmin: false,
        isBot: expect.any(Function),
        cannotPost: undefined,
        replyToken: '',
        target: {
          platform: 'discord',
          server: at.standIn.addresses.guildId,
          channel: at.channel,
          member: at.member,
        },
        groups: [],
        channelKinds: [],
        fileBytesMax: 10 * 1024 * 1024,
      },
    ])
    expect(reply).toMatchObject({ replyTo: event, seenBy: 'all' })
    const sent = at.wire.since(0).find(({ summary }) => /^POST \S+\/messages /.test(summary))
    expect(sent?.detail).toMatchObject({
      body: {
        nonce: event,
        enforce_nonce: true,
        allowed_mentions: { parse: [], replied_user: false },
        message_reference: { message_id: event, fail_if_not_exists: false },
      },
    })
  })

  test('may name its role instead', async () => {
    const { event } = await ask(`${await roleMention()} remix as jazz`)
    expect(at.lastAsked()).toMatchObject({ eventId: event, command: 'remix', values: { prompt: 'as jazz' } })
  })

  test('is an admin’s where its member may manage the server', async () => {
    const { event } = await at.act({ say: '@Tunesmith budget show' }, at.standIn.addresses.adminId)
    await at.replyTo(event)
    expect(at.lastAsked()).toMatchObject({ command: 'budget', action: 'show', isAdmin: true })
  })

  test('and names no command is answered with the help', async () => {
    await ask('@Tunesmith what can you do?')
    expect(at.lastAsked()).toMatchObject({ command: 'help', values: {} })
  })

  test('points at its own files, then at those of the message replied to', async () => {
    const { event: other } = await at.act({ say: '', files: [soundFile('ebb.mp3')] })
    const { event } = await ask('@Tunesmith remix as jazz', { replyTo: other, files: [soundFile()] })
    expect(at.lastAsked().pointedAt).toEqual([
      { ...pointed(event, true, ['tide.mp3']), isRequest: true },
      pointed(other, true, ['ebb.mp3']),
    ])
  })

  test('points at the message replied to also when that is the oldest that is kept', async () => {
    const { event: first } = await at.act({ say: '', files: [soundFile()] })
    for (let count = 1; count < 50; count += 1) await at.act({ say: `message ${count}` })
    await ask('@Tunesmith remix as jazz', { replyTo: first })
    expect(at.lastAsked().pointedAt).toEqual([pointed(first, true, ['tide.mp3'])])
  })

  test('is answered in front of all even where a command would be answered in private', async () => {
    at.answerWith(privately(plainMessage('Well. 5 credits are left.')))
    expect((await ask('@Tunesmith budget show')).reply.seenBy).toBe('all')
  })

  test('and lacks something is answered with a button that opens the form', async () => {
    at.answerWith({ ...asksFor(remixForm()), message: plainMessage('Well. It needs a prompt.') })
    const { reply } = await ask('@Tunesmith remix')
    expect(reply.buttons).toMatchObject([{ label: 'Fill in' }])
    const { form, event } = await at.act({ press: { message: reply.id, button: 'Fill in' } })
    expect(form?.title).toBe('Remix this clip')
    expect(at.lastAsked()).toMatchObject({
      eventId: event,
      command: 'remix',
      form: { draft: 'draft-1', sent: false },
    })
  })

  test('and becomes a job tells which message is the job’s', async () => {
    at.answerWith({ kind: 'accepted', jobId: 'job-1', message: plainMessage('Well. Queued.') })
    const { reply } = await ask('@Tunesmith remix as jazz')
    await at.discord.stop('all')
    const message = { platform: 'discord', channel: at.channel, message: reply.id }
    expect(at.acknowledged).toEqual([{ jobId: 'job-1', acknowledgement: { kind: 'given', message } }])
  })

  test('is not heard where nothing may be said', async () => {
    const [, , quiet = ''] = at.standIn.addresses.channelIds
    await at.act({ say: '@Tunesmith help' }, at.member, quiet)
    await ask('@Tunesmith help')
    expect(at.asked).toHaveLength(1)
  })
})

describe('other messages', () => {
  beforeEach(async () => {
    at = await startListening()
  })
  afterEach(stopQuietly)

  test.each(['hello', 'hello @Tunesmith', '/remix as jazz'])('such as %j ask for nothing', async (say) => {
    await at.act({ say })
    await ask('@Tunesmith help')
    expect(at.asked).toHaveLength(1)
  })

  test.each(['ask @managers', '@managers help', '@everyone help'])(
    'such as %j ask for nothing, whatever role they mention',
    async (say) => {
      await at.act({ say })
      await at.act({ say: `thanks to ${await roleMention()}` })
      await ask('@Tunesmith help')
      expect(at.asked).toHaveLength(1)
      expect(at.standIn.people.messages({}).filter(({ replyTo }) => replyTo !== undefined)).toHaveLength(1)
    },
  )

  test('of the bot itself ask for nothing', async () => {
    await at.postRaw({ content: `<@${at.standIn.addresses.applicationId}> help` })
    await at.postRaw({ content: `${await roleMention()} help` })
    await ask('@Tunesmith help')
    expect(at.asked).toHaveLength(1)
  })

  test('that bring audio are told of, and others are not', async () => {
    await at.act({ say: 'words' })
    await at.act({ say: 'a picture', files: [{ name: 'cover.png', base64: 'bGE=' }] })
    const { event } = await at.act({ say: 'two', files: [soundFile(), soundFile('ebb.mp3')] })
    const own = await ask('@Tunesmith remix as jazz', { files: [soundFile('own.mp3')] })
    const server = at.standIn.addresses.guildId
    const target = { platform: 'discord', server, channel: at.channel, member: at.member }
    const sighting = { target, atMs: expect.any(Number) }
    expect(at.sightings).toEqual([
      { ...sighting, message: event, clips: [clip(event), clip(event, 'ebb.mp3')] },
      { ...sighting, message: own.event, clips: [clip(own.event, 'own.mp3')] },
    ])
  })
})

describe('without the right to read messages that do not mention it, the bot', () => {
  beforeEach(async () => {
    at = await startListening({ intents: [], messageContent: false })
  })
  afterEach(stopQuietly)

  test('says of a message replied to that it cannot see it', async () => {
    const { event } = await at.act({ say: 'my tide', files: [soundFile()] })
    await ask('@Tunesmith remix as jazz', { replyTo: event })
    expect(at.lastAsked()).toMatchObject({ command: 'remix', values: { prompt: 'as jazz' } })
    expect(at.lastAsked().pointedAt).toEqual([pointed(event, false, [])])
  })

  test('says once a minute that it cannot read what mentions its role', async () => {
    const mention = await roleMention()
    const { reply } = await ask(`${mention} remix as jazz`, { files: [soundFile()] })
    expect(reply.text).toContain('pick the bot, not the role')
    const { event: unanswered } = await at.act({ say: `${mention} remix as jazz` })
    at.clock.advance(60_000)
    await ask(`${mention} remix as jazz`)
    expect(at.standIn.people.messages({}).filter(({ replyTo }) => replyTo === unanswered)).toEqual([])
    expect(at.asked).toEqual([])
  })

  test('says nothing to what mentions other roles, nor to itself', async () => {
    await at.act({ say: '@managers help' })
    await at.act({ say: '@everyone help' }, at.standIn.addresses.adminId)
    await at.act({ say: `${await roleMention()} help` }, at.member, at.standIn.addresses.channelIds[2])
    await at.postRaw({ content: `${await roleMention()} help` })
    await ask('@Tunesmith help')
    expect(at.asked).toHaveLength(1)
    expect(at.standIn.people.messages({}).filter(({ replyTo }) => replyTo !== undefined)).toHaveLength(1)
  })

  test('sees what mentions it, and what it said itself', async () => {
    const first = await ask('@Tunesmith help', { files: [soundFile()] })
    expect(at.lastAsked().pointedAt).toEqual([
      { ...pointed(first.event, true, ['tide.mp3']), isRequest: true },
    ])
    await ask('@Tunesmith remix as jazz', { replyTo: first.event })
    expect(at.lastAsked().pointedAt).toEqual([pointed(first.event, true, ['tide.mp3'])])
    await ask('@Tunesmith remix as jazz', { replyTo: first.reply.id })
    expect(at.lastAsked().pointedAt).toEqual([
      { ...pointed(first.reply.id, true, []), by: at.standIn.addresses.applicationId },
    ])
  })

  test('tells of no clips', async () => {
    await at.act({ say: 'my tide', files: [soundFile()] })
    await ask('@Tunesmith help', { files: [soundFile()] })
    expect(at.sightings).toEqual([])
  })

  test('is still handed the whole message that is acted on', async () => {
    const { event } = await at.act({ say: 'my tide', files: [soundFile()] })
    await at.act({ action: { name: 'Remix this clip', message: event } })
    expect(at.lastAsked().pointedAt).toEqual([pointed(event, true, ['tide.mp3'])])
  })
})
