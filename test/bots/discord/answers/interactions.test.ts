import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, privately, toReader } from '../../../../src/core/command/answer.ts'
import { plainMessage } from '../../../../src/core/message/message.ts'
import { written } from '../../../support/commands/written.ts'
import { asksFor, type Listening, remixForm, soundFile, startListening } from '../listening.ts'

// The official client between a bot whose dispatch is scripted and a Discord
// that refuses what Discord refuses.

let at: Listening

beforeEach(async () => {
  at = await startListening()
})
afterEach(async () => {
  await at.stop()
  expect(at.log.errors()).toEqual([])
})

const link = 'https://example.com/ebb.mp3'
const upload = {
  kind: 'upload',
  platform: 'discord',
  name: 'tide.mp3',
  bytes: 8,
  message: undefined,
  url: expect.stringContaining('/ephemeral-attachments/'),
}
const prompt = { prompt: 'as jazz' }

const failed = (retry: ReturnType<typeof remixForm> | undefined): Answer => ({
  kind: 'problems',
  problems: [{ field: 'prompt', text: 'Prompt is empty.' }],
  message: plainMessage('Prompt is empty.', 'failed'),
  retry,
})

describe('a slash command', () => {
  test('brings its place, its member, and the right to edit its answer', async () => {
    const { event } = await at.act({ command: '/remix', options: prompt })
    expect(at.lastAsked()).toMatchObject({
      eventId: event,
      command: 'remix',
      action: undefined,
      values: prompt,
      form: undefined,
      target: {
        platform: 'discord',
        server: at.standIn.addresses.guildId,
        channel: at.channel,
        member: at.member,
      },
      pointedAt: [],
      isAdmin: false,
      cannotPost: undefined,
      fileBytesMax: 10 * 1024 * 1024,
      replyToken: expect.stringContaining(`${at.standIn.addresses.applicationId}/`),
    })
  })

  test('in a thread brings the thread and the channel around it', async () => {
    const { threadIds, channelIds } = at.standIn.addresses
    const [thread = ''] = threadIds
    await at.act({ command: '/remix', options: prompt }, at.member, thread)
    expect(at.lastAsked().target).toMatchObject({ channel: thread, parent: channelIds[1] })
    await at.act({ command: '/remix', options: prompt })
    expect(at.lastAsked().target).not.toHaveProperty('parent')
  })

  test.each([
    ['a channel', 'channelId', []],
    ['an age-restricted channel', 'ageRestrictedChannelId', ['age_restricted']],
    ['an announcement channel', 'announcementChannelId', ['announcement']],
    ['a thread of an announcement channel', 'announcementThreadId', ['announcement']],
  ] as const)('in %s brings its kinds, and so does a mention', async (_, place, kinds) => {
    const channel = at.standIn.addresses[place]
    await at.act({ command: '/remix', options: prompt }, at.member, channel)
    expect(at.lastAsked()).toMatchObject({ target: { channel }, channelKinds: kinds })
    const { event } = await at.act({ say: '@Tunesmith help' }, at.member, channel)
    await at.replyTo(event)
    expect(at.lastAsked()).toMatchObject({ command: 'help', target: { channel }, channelKinds: kinds })
  })

  test('in a thread brings the kinds that its channel has now', async () => {
    const { threadIds, channelIds, adminId } = at.standIn.addresses
    const [thread = ''] = threadIds
    await at.act({ manage: { what: 'age-restrict channel' } }, adminId, channelIds[1])
    await at.act({ command: '/remix', options: prompt }, at.member, thread)
    expect(at.lastAsked()).toMatchObject({ target: { channel: thread }, channelKinds: ['age_restricted'] })
    const { announcementChannelId, announcementThreadId } = at.standIn.addresses
    await at.act({ manage: { what: 'age-restrict channel' } }, adminId, announcementChannelId)
    await at.act({ command: '/remix', options: prompt }, at.member, announcementThreadId)
    expect(at.lastAsked()).toMatchObject({ channelKinds: ['age_restricted', 'announcement'] })
  })

  test.each([
    ['uploaded', {}, [soundFile()], upload],
    ['named by its address', { clip_link: link }, [], link],
    ['given in both ways', { clip_link: link }, [soundFile()], [upload, link]],
  ])('brings a clip that is %s', async (_, options, files, clip) => {
    await at.act({ command: '/remix', options: { ...prompt, ...options }, files })
    expect(at.lastAsked().values).toEqual({ ...prompt, clip })
  })

  test('for admins comes from people who may use it on Discord, so they are admins here', async () => {
    await at.act({ command: '/budget show' }, at.standIn.addresses.adminId)
    expect(at.lastAsked()).toMatchObject({ command: 'budget', action: 'show', isAdmin: true })
    const { api, token, applicationId } = at.standIn.addresses
    const open = { type: 1, name: 'budget', description: 'As admins allow it under Integrations' }
    await fetch(`${api}/v10/applications/${applicationId}/commands`, {
      method: 'PUT',
      headers: { authorization: `Bot ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify([open]),
    })
    await at.act({ command: '/budget' })
    expect(at.lastAsked()).toMatchObject({ command: 'budget', isAdmin: true })
  })

  test('of an admin’s for everybody is an admin’s too', async () => {
    await at.act({ command: '/remix', options: prompt }, at.standIn.addresses.adminId)
    expect(at.lastAsked().isAdmin).toBe(true)
  })

  test('says why no result could be posted in its channel', async () => {
    const [, , quiet = ''] = at.standIn.addresses.channelIds
    await at.act({ command: '/remix', options: prompt }, at.member, quiet)
    expect(at.lastAsked().cannotPost).toBe(
      "I can't post results here. Missing permissions: Send Messages, Embed Links, Attach Files. Someone who manages this channel can grant them.",
    )
  })

  test.each(['all', 'member'] as const)('is answered for %s to see', async (seenBy) => {
    at.answerWith({ kind: 'message', message: plainMessage('There you are.'), seenBy })
    await at.act({ command: '/help' })
    expect(await at.sees('There you are.')).toMatchObject({ seenBy: seenBy === 'all' ? 'all' : at.member })
  })

  test('that becomes a job tells which message is the job’s', async () => {
    at.answerWith({ kind: 'accepted', jobId: 'job-1', message: plainMessage('Queued your remix.') })
    await at.act({ command: '/remix', options: prompt })
    const { id, seenBy } = await at.sees('Queued your remix.')
    expect(seenBy).toBe('all')
    const message = { platform: 'discord', channel: at.channel, message: id }
    await at.discord.stop('all')
    expect(at.acknowledged).toEqual([{ jobId: 'job-1', acknowledgement: { kind: 'given', message } }])
  })
})

describe('an answer with a text', () => {
  const words = (length: number): Answer => ({
    kind: 'message',
    seenBy: 'member',
    message: {
      ...plainMessage('The words.'),
      blocks: [{ kind: 'document', name: 'lyrics.txt', text: '*'.repeat(length) }],
    },
  })

  test.each([
    ['stands in the message where it is short', 1_500, []],
    ['is a file where it is long', 1_501, [{ name: 'lyrics.txt' }]],
  ])('%s', async (_, length, files) => {
    at.answerWith(words(length))
    await at.act({ command: '/help' })
    const seen = await at.sees('The words.')
    expect(seen).toMatchObject({ seenBy: at.member, files })
    const read = seen.files.map(async ({ url }) => (await fetch(url)).text())
    const told = [seen.text, ...(await Promise.all(read))].join('\n')
    expect(told.split('*').length - 1).toBe(length)
  })

  test('is only begun, and says so, where the bot may attach nothing', async () => {
    at.answerWith(words(20_000))
    const [, , quiet = ''] = at.standIn.addresses.channelIds
    await at.act({ command: '/help' }, at.member, quiet)
    const { text, files } = await at.sees('The words.')
    expect(files).toEqual([])
    expect(text).toContain("I can't attach files here, so this is only the start of lyrics.txt.")
    expect(text).toMatch(/(\\\*){1500}.*…$/)
  })
})

describe('the entry of a message’s menu', () => {
  test('hands over that message with its audio, and of its other files their names', async () => {
    const files = [soundFile(), { name: 'notes.txt', base64: 'bGE=' }]
    const by = at.standIn.addresses.adminId
    const { event } = await at.act({ say: 'my tide', files }, by)
    await at.act({ action: { name: 'Remix this clip', message: event } })
    const message = { platform: 'discord', channel: at.channel, message: event }
    expect(at.lastAsked()).toMatchObject({ command: 'Remix this clip', values: {}, form: undefined })
    expect(at.lastAsked().pointedAt).toEqual([
      {
        message: event,
        isVisible: true,
        atMs: expect.any(Number),
        by,
        files: [{ ...upload, url: expect.stringContaining('/attachments/'), message }],
        others: ['notes.txt'],
      },
    ])
  })
})

describe('a form', () => {
  test.each([
    ['a slash command', () => at.act({ command: '/remix', options: prompt })],
    [
      'the entry of a menu',
      async () => {
        const { event } = await at.act({ say: 'my tide', files: [soundFile()] })
        return at.act({ action: { name: 'Remix this clip', message: event } })
      },
    ],
  ])('opens at once for %s', async (_, ask) => {
    at.answerWith(asksFor(remixForm()))
    const { form } = await ask()
    expect(form?.title).toBe('Remix this clip')
    expect(form?.fields.map(({ label, required }) => [label, required])).toEqual([
      ['Prompt', true],
      ['Clip', false],
      ['Clip: your own file', false],
      ['Lyrics', false],
      ['More options', false],
    ])
  })

  test.each([
    ['what was typed', { prompt: 'as jazz' }, prompt],
    ['a known clip', { ...prompt, clip: 'Tide.mp3 (just now)' }, { ...prompt, clip: 'clip:0' }],
    ['an upload', { ...prompt, clip_upload: [soundFile()] }, { ...prompt, clip: upload }],
    [
      'both ways at once',
      { ...prompt, clip: 'clip:0', clip_upload: [soundFile()] },
      { ...prompt, clip: [upload, 'clip:0'] },
    ],
  ])('brings %s back with its draft', async (_, values, brought) => {
    at.answerWith(asksFor(remixForm()))
    const { form } = await at.act({ command: '/remix', options: prompt })
    at.answerWith(privately(plainMessage('Thanks.')))
    const { event } = await at.act({ submit: { form: form?.id ?? '', values } })
    expect(at.lastAsked()).toMatchObject({
      eventId: event,
      command: 'remix',
      action: undefined,
      form: { draft: 'draft-1', sent: true },
    })
    expect(at.lastAsked().values).toEqual(brought)
  })

  test('that becomes a job is answered before all', async () => {
    at.answerWith(asksFor(remixForm()))
    const { form } = await at.act({ command: '/remix', options: prompt })
    at.answerWith({ kind: 'accepted', jobId: 'job-1', message: plainMessage('Queued your remix.') })
    await at.act({ submit: { form: form?.id ?? '', values: prompt } })
    const { id, seenBy } = await at.sees('Queued your remix.')
    expect(seenBy).toBe('all')
    await at.discord.stop('all')
    expect(at.acknowledged).toMatchObject([{ acknowledgement: { kind: 'given', message: { message: id } } }])
  })

  test('that still lacks something is a private message whose button opens it again', async () => {
    at.answerWith(asksFor(remixForm()))
    const { form } = await at.act({ command: '/remix', options: prompt })
    at.answerWith(asksFor(remixForm({ draft: 'draft-2', title: 'Once more' })))
    await at.act({ submit: { form: form?.id ?? '', values: prompt } })
    const message = await at.sees('still needs: Prompt.')
    expect(message).toMatchObject({ seenBy: at.member, buttons: [{ label: 'Fill in' }] })
    const pressed = await at.act({ press: { message: message.id, button: 'Fill in' } })
    expect(pressed.form?.title).toBe('Once more')
    expect(at.lastAsked()).toMatchObject({
      eventId: pressed.event,
      command: 'remix',
      values: {},
      form: { draft: 'draft-2', sent: false },
    })
  })

  test('whose sender wants more options offers the next page, or to send it as it is, once', async () => {
    at.answerWith(asksFor(remixForm()))
    const { form } = await at.act({ command: '/remix', options: prompt })
    at.answerWith(
      asksFor(remixForm({ draft: 'draft-2', values: prompt, missing: [], askedFirst: ['prompt'] })),
    )
    const values = { ...prompt, 'More options': 'Set these first' }
    await at.act({ submit: { form: form?.id ?? '', values } })
    expect(at.lastAsked()).toMatchObject({
      values: prompt,
      form: { draft: 'draft-1', sent: false, isPart: true },
    })
    const message = await at.sees('More options: Title, Cover, Timestamps, Permission, Spoiler, Gender')
    expect(message).toMatchObject({
      seenBy: at.member,
      buttons: [{ label: 'More options' }, { label: 'Send' }],
    })
    const more = await at.act({ press: { message: message.id, button: 'More options' } })
    expect(more.form?.fields.map(({ label }) => label)).toEqual([
      'Title',
      'Cover, Timestamps, Permission, and Spoiler',
      'Gender',
      'Seen by',
    ])
    at.answerWith(privately(plainMessage('Thanks.')))
    for (const _ of ['one press', 'another']) {
      await at.act({ press: { message: message.id, button: 'Send' } })
      expect(at.lastAsked()).toMatchObject({
        eventId: 'send draft-2',
        command: 'remix',
        values: {},
        form: { draft: 'draft-2', sent: true },
      })
    }
  })

  test('with a mistake on a later page opens there again', async () => {
    at.answerWith(asksFor(remixForm()))
    const { form } = await at.act({ command: '/remix', options: prompt })
    const retry = remixForm({ draft: 'draft-3', values: prompt })
    at.answerWith({
      kind: 'problems',
      problems: [{ field: 'gender', text: 'Gender is wrong.' }],
      message: plainMessage('Gender is wrong.', 'failed'),
      retry,
    })
    await at.act({ submit: { form: form?.id ?? '', values: prompt } })
    const message = await at.sees('Gender is wrong.')
    at.answerWith(asksFor(retry))
    const again = await at.act({ press: { message: message.id, button: 'Edit' } })
    expect(again.form?.fields.map(({ label }) => label)).toContain('Gender')
  })

  test('with mistakes says them to its member, and can be tried again', async () => {
    at.answerWith(asksFor(remixForm()))
    const { form } = await at.act({ command: '/remix', options: prompt })
    at.answerWith(failed(remixForm({ draft: 'draft-3', values: prompt })))
    await at.act({ submit: { form: form?.id ?? '', values: prompt } })
    const message = await at.sees('Prompt is empty.')
    expect(message).toMatchObject({ seenBy: at.member, buttons: [{ label: 'Edit' }] })
    at.answerWith(asksFor(remixForm({ draft: 'draft-3', values: prompt })))
    const again = await at.act({ press: { message: message.id, button: 'Edit' } })
    expect(at.lastAsked().form).toEqual({ draft: 'draft-3', sent: false })
    expect(again.form?.fields[0]).toMatchObject({ label: 'Prompt', value: 'as jazz' })
  })

  test('that cannot be mended is only told', async () => {
    at.answerWith(failed(undefined))
    await at.act({ command: '/remix', options: prompt })
    expect(await at.sees('Prompt is empty.')).toMatchObject({ seenBy: at.member, buttons: [] })
  })

  test('of an earlier version says so', async () => {
    const button = { type: 2, style: 1, custom_id: 'from-before', label: 'Old' }
    const id = await at.postRaw({ content: 'x', components: [{ type: 1, components: [button] }] })
    await at.act({ press: { message: id, button: 'Old' } })
    expect(await at.sees('an older version')).toMatchObject({ seenBy: at.member })
    expect(at.asked).toEqual([])
  })
})

describe('a button that asks for a command', () => {
  const commandLink = { command: 'jobs', action: 'cancel', values: { job: 'a:b=%3A' } }
  const cancelling: Answer = {
    kind: 'message',
    seenBy: 'all',
    message: {
      ...plainMessage('Working on your song.', 'working'),
      blocks: [{ kind: 'buttons', buttons: [{ label: 'Cancel', style: 'danger', commandLink }] }],
    },
  }

  test('is a request by the member who presses it, answered to them alone, as often as it is pressed', async () => {
    at.answerWith(cancelling)
    await at.act({ command: '/remix', options: prompt })
    const { id } = await at.sees('Working on your song.')
    at.answerWith(privately(plainMessage('Cancelled.')))
    const { adminId } = at.standIn.addresses
    const { event } = await at.act({ press: { message: id, button: 'Cancel' } }, adminId)
    expect(at.lastAsked()).toMatchObject({
      eventId: event,
      ...commandLink,
      form: undefined,
      pointedAt: [],
      isAdmin: true,
      press: `${id} do:jobs:cancel:job=a%3Ab%3D%253A ${adminId}`,
      target: { server: at.standIn.addresses.guildId, channel: at.channel, member: adminId },
    })
    expect(await at.sees('Cancelled.')).toMatchObject({ seenBy: adminId })
    await at.act({ press: { message: id, button: 'Cancel' } })
    expect(at.lastAsked()).toMatchObject({ isAdmin: false, target: { member: at.member } })
    expect(await at.sees('Working on your song.')).toMatchObject({ id, buttons: [{ label: 'Cancel' }] })
  })

  test.each(['do:', 'do:jobs', 'do::cancel:job=1', 'do:jobs:cancel:job', 'do:jobs:cancel:job=1=2', 'do:%'])(
    'with the id %j is answered as none of ours',
    async (custom_id) => {
      const button = { type: 2, style: 4, custom_id, label: 'Odd' }
      const id = await at.postRaw({ content: 'x', components: [{ type: 1, components: [button] }] })
      await at.act({ press: { message: id, button: 'Odd' } })
      expect(await at.sees('an older version')).toMatchObject({ seenBy: at.member })
      expect(at.asked).toEqual([])
    },
  )
})

// Resuming replays what a client may have had: https://docs.discord.com/developers/events/gateway#resuming
test.each([
  ['a command', { command: '/remix', options: prompt }],
  ['a mention', { say: '@Tunesmith help' }],
])('%s that Discord brings twice is answered once', async (_what, deed) => {
  at.standIn.faults.add({ events: 'repeat' })
  await at.act(deed)
  await at.sees('Well.')
  const { event } = await at.act({ say: '@Tunesmith credits' })
  await at.replyTo(event)
  expect(at.asked.map(({ command }) => command)).toEqual([expect.any(String), 'credits'])
})

describe('an answer with what is somebody’s own', () => {
  const own: Answer = privately({
    ...plainMessage('Here it is.'),
    blocks: [written('mine.json', `${'x'.repeat(2_000)}\n`)],
  })

  test('brings it as a file that only the requester sees', async () => {
    at.answerWith(own)
    await at.act({ command: '/help' })
    const { files, seenBy } = await at.sees('Here it is.')
    expect({ files: files.map(({ name }) => name), seenBy }).toEqual({
      files: ['mine.json'],
      seenBy: at.member,
    })
  })

  test('does not bring it in front of everybody, where a mention is answered', async () => {
    at.answerWith(own)
    const { event } = await at.act({ say: '@Tunesmith help' })
    const { text, files } = await at.replyTo(event)
    expect(text).toMatch(/^Everyone here would see that answer\. .*direct message\.$/)
    expect(files).toEqual([])
  })

  test('tells nothing of it there either, where it is all in words', async () => {
    at.answerWith(toReader(plainMessage('A secret title.'), true))
    const { event } = await at.act({ say: '@Tunesmith jobs mine' })
    expect((await at.replyTo(event)).text).toMatch(
      /^Everyone here would see that answer\. .*instead of mentioning me\.$/,
    )
    await at.act({ command: '/help' })
    expect(await at.sees('A secret title.')).toMatchObject({ seenBy: at.member })
  })
})
