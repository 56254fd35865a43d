import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Answer } from '../../../../src/core/command/answer.ts'
import { plainMessage } from '../../../../src/core/message/message.ts'
import { written } from '../../../support/commands/written.ts'
import { expectRefusals } from '../../../support/sandbox/strict.ts'
import { firstRows } from '../../../support/suite/runs.ts'
import { type Bot, hasUnanswered, modes, startBot } from '../bot.ts'
import { remixForm } from '../commands.ts'

const mp3 = Buffer.concat([Buffer.from('ID3\u0003\u0000'), Buffer.alloc(2_000)]).toString('base64')
const files = [{ name: 'clip.mp3', base64: mp3 }]

const accepted: Answer = { kind: 'accepted', jobId: 'b00xjob', message: plainMessage('Queued', 'working') }
const privately = (text: string): Answer => ({
  kind: 'message',
  message: plainMessage(text),
  seenBy: 'member',
})
const asked: Answer = { kind: 'form', form: remixForm(), message: plainMessage('Something is missing') }

let bot: Bot
afterEach(() => bot.stop())

// What differs between the ways is in test/bots/slack/way-in.test.ts and incoming/http.test.ts.
describe.each(firstRows(1, modes))('over %s', (mode) => {
  beforeEach(async () => {
    bot = await startBot(mode)
  })
  const addresses = () => bot.standIn.addresses
  const given = (thread?: string) => ({
    kind: 'given',
    message: {
      platform: 'slack',
      channel: addresses().channelId,
      message: expect.stringMatching(/^\d+\.\d{6}$/),
      ...(thread !== undefined && { thread }),
    },
  })

  test('a slash command becomes a request, and its job has a message in the channel', async () => {
    // Her name is known before: a busy machine may not learn it in the time that a request has for that.
    await bot.act({ visit: 'home' })
    await bot.until(() => bot.recorded.homes.length === 1 && !hasUnanswered(bot.wire))
    bot.answerWith(() => accepted)
    await bot.act({ command: '/remix a sea shanty for @Mia key:a' })
    await bot.until(() => bot.recorded.acknowledged.length === 1)
    const { teamId, channelId, memberId } = addresses()
    expect(bot.recorded.invocations).toEqual([
      {
        eventId: expect.stringMatching(/^\d+\.\d+\.[\da-f]+$/),
        command: 'remix',
        action: undefined,
        values: { prompt: 'a sea shanty for Mia', key: 'a' },
        form: undefined,
        pointedAt: [],
        target: { platform: 'slack', server: teamId, channel: channelId, member: memberId },
        groups: [],
        channelKinds: [],
        isAdmin: false,
        isBot: expect.any(Function),
        cannotPost: undefined,
        fileBytesMax: 100 * 1024 * 1024,
        replyToken: expect.stringContaining('/commands/'),
      },
    ])
    expect(bot.recorded.acknowledged).toEqual([{ jobId: 'b00xjob', acknowledgement: given() }])
    expect(bot.seen(addresses().adminId)).toMatchObject([
      { text: expect.stringContaining('Queued'), seenBy: 'all' },
    ])
  })

  test('an answer is seen by its recipient', async () => {
    bot.answerWith(() => privately('Only for you'))
    await bot.act({ command: '/tunesmith budget show' })
    bot.answerWith(() => ({ kind: 'message', message: plainMessage('For all'), seenBy: 'all' }))
    await bot.act({ command: '/budget show' })
    expect(bot.seen()).toMatchObject([
      { text: expect.stringContaining('Only for you'), seenBy: addresses().memberId },
      { text: expect.stringContaining('For all'), seenBy: 'all' },
    ])
    expect(bot.recorded.invocations).toMatchObject([
      { command: 'budget', action: 'show' },
      { command: 'budget', action: 'show' },
    ])
  })

  test('a text that is longer than a message says so, and is there as far as it fits', async () => {
    const words = 'Heave ho. '.repeat(2_000)
    const blocks = [{ kind: 'document', name: 'lyrics.txt', text: words } as const]
    bot.answerWith(() => ({
      kind: 'message',
      seenBy: 'member',
      message: { ...plainMessage('The words'), blocks },
    }))
    await bot.act({ command: '/help' })
    await bot.until(() => bot.seen().length === 1)
    const [{ text, files } = { text: '', files: [] }] = bot.seen()
    expect(files).toEqual([])
    expect(text).toContain("lyrics.txt is too long for a private message. Here's the beginning.")
    expect(text).toContain(words.slice(0, 8_000))
  })

  test('what is somebody’s own comes as a file in a direct message, and the answer says so', async () => {
    const text = `${JSON.stringify({ jobs: ['x'.repeat(2_000)] })}\n`
    bot.answerWith(() => ({
      kind: 'message',
      seenBy: 'member',
      message: {
        ...plainMessage('Here it is'),
        blocks: [written('mine.json', text)],
      },
    }))
    await bot.act({ command: '/help' })
    await bot.until(() => bot.seen().some((message) => message.text.includes('Here it is')))
    const { memberId, adminId } = addresses()
    const answer = bot.seen().find((message) => message.text.includes('Here it is'))
    expect(answer).toMatchObject({
      text: expect.stringContaining('I sent the file to your direct messages'),
      seenBy: memberId,
      files: [],
    })
    const filesOf = (viewer: string) => bot.seen(viewer).flatMap((message) => message.files)
    // Slack shows a file some time after it was shared.
    while (filesOf(memberId).length === 0) bot.clock.advance(10)
    expect(filesOf(memberId)).toMatchObject([{ name: 'mine.json' }])
    expect(filesOf(adminId)).toEqual([])
  })

  const cancelling: Answer = {
    kind: 'accepted',
    jobId: 'b00xjob',
    message: {
      ...plainMessage('Queued', 'working'),
      blocks: [
        {
          kind: 'buttons',
          buttons: [
            {
              label: 'Cancel',
              style: 'danger',
              commandLink: { command: 'jobs', action: 'cancel', values: { job: 'b00xjob' } },
            },
          ],
        },
      ],
    },
  }

  test('a button asks for a command in the name of the member who presses it, and is answered to them alone', async () => {
    bot.answerWith(() => cancelling)
    await bot.act({ command: '/remix x' })
    await bot.until(() => bot.recorded.acknowledged.length === 1)
    const [queued] = bot.seen()
    bot.answerWith(() => privately('Cancelled'))
    const { channelId, adminId } = addresses()
    const press = { press: { message: queued?.id ?? '', button: 'Cancel' } }
    await bot.act(press, channelId, adminId)
    await bot.until(() => bot.seen(adminId).length === 2)
    expect(bot.seen(adminId)[1]).toMatchObject({
      text: expect.stringContaining('Cancelled'),
      seenBy: adminId,
    })
    expect(bot.recorded.invocations[1]).toMatchObject({
      command: 'jobs',
      action: 'cancel',
      values: { job: 'b00xjob' },
      form: undefined,
      isAdmin: true,
      press: expect.stringMatching(
        `^${channelId} ${queued?.id} ${adminId} {"command":"jobs","action":"cancel","values":{"job":"b00xjob"}}$`,
      ),
      target: { channel: channelId, member: adminId },
    })
    await bot.act(press)
    await bot.until(() => bot.seen().length === 2)
    expect(bot.recorded.invocations[2]).toMatchObject({ isAdmin: false, action: 'cancel' })
    expect(bot.seen()[0]?.buttons).toMatchObject([{ label: 'Cancel' }])
  })

  test('a button in a thread is answered there', async () => {
    bot.answerWith(() => cancelling)
    const { event: head } = await bot.act({ say: 'listen' })
    await bot.act({ say: '@Tunesmith remix x', replyTo: head })
    await bot.until(() => bot.recorded.acknowledged.length === 1)
    bot.answerWith(() => privately('Cancelled'))
    await bot.act({ press: { message: bot.seen().at(-1)?.id ?? '', button: 'Cancel' } })
    await bot.until(() => bot.seen().length === 4)
    expect(bot.recorded.invocations[1]).toMatchObject({ action: 'cancel', target: { thread: head } })
    expect(bot.seen()[3]).toMatchObject({ replyTo: head, seenBy: addresses().memberId })
  })

  test('an admin is known as one', async () => {
    bot.answerWith(() => privately('Set'))
    await bot.act({ command: '/budget limit 5 who:@Mia' }, addresses().channelId, addresses().adminId)
    expect(bot.recorded.invocations).toMatchObject([
      { isAdmin: true, action: 'limit', values: { amount: '5', who: addresses().memberIds[1] } },
    ])
  })

  test('what cannot be shown in a channel is known before anything is bought', async () => {
    bot.answerWith(() => privately('No'))
    const [, , withoutBot, archive] = addresses().channelIds
    await bot.act({ command: '/remix x' }, withoutBot)
    await bot.act({ command: '/remix x' }, archive)
    expect(bot.recorded.invocations.map(({ cannotPost }) => cannotPost)).toEqual([
      expect.stringContaining('/invite @Tunesmith'),
      expect.stringContaining('archived'),
    ])
  })

  test('a job whose message is refused ends, and its member is told why', async () => {
    bot.answerWith(() => accepted)
    const [, , withoutBot] = addresses().channelIds
    expectRefusals('chat.postMessage: not_in_channel')
    await bot.act({ command: '/remix x' }, withoutBot)
    await bot.until(() => bot.seen().length === 1)
    expect(bot.recorded.acknowledged).toEqual([{ jobId: 'b00xjob', acknowledgement: { kind: 'too_late' } }])
    expect(bot.seen()).toMatchObject([
      {
        text: expect.stringMatching(/\/invite @Tunesmith .*Nothing was charged/),
        seenBy: addresses().memberId,
      },
    ])
  })

  test('a job that is accepted when Slack has given up ends uncharged', async () => {
    bot.answerWith(() => {
      bot.clock.advance(3_001)
      return accepted
    })
    expectRefusals('/remix: not acknowledged within 3000 ms')
    if (mode === 'socket') expectRefusals('/remix: acknowledged too late')
    await bot.act({ command: '/remix x' })
    await bot.until(() => bot.seen().some(({ text }) => text.includes('took too long')))
    expect(bot.recorded.acknowledged).toEqual([{ jobId: 'b00xjob', acknowledgement: { kind: 'too_late' } }])
    expect(bot.seen().every(({ seenBy }) => seenBy === addresses().memberId)).toBe(true)
  })

  describe('a form', () => {
    const open = async () => {
      bot.answerWith(() => asked)
      const { form } = await bot.act({ command: '/remix' })
      return form?.id ?? ''
    }

    test('opens for a slash command, is sent, and its job has a message', async () => {
      const form = await open()
      bot.answerWith(() => accepted)
      await bot.act({ submit: { form, values: { Prompt: 'a shanty', 'Clip: your own file': files[0] } } })
      await bot.until(() => bot.recorded.acknowledged.length === 1)
      expect(bot.recorded.invocations[1]).toMatchObject({
        eventId: form,
        command: 'remix',
        action: undefined,
        form: { draft: 'draft-1', sent: true },
        values: { prompt: 'a shanty', source: { kind: 'upload', name: 'clip.mp3' }, title: undefined },
        replyToken: expect.stringContaining('/commands/'),
      })
      expect(bot.recorded.acknowledged).toEqual([{ jobId: 'b00xjob', acknowledgement: given() }])
    })

    test('says what is wrong under its inputs, and takes the second try as the same request', async () => {
      const form = await open()
      bot.answerWith(() => ({
        kind: 'problems',
        problems: [{ field: 'prompt', text: 'Prompt is too vague.' }],
        message: plainMessage('Prompt is too vague. Nothing was charged.'),
        retry: remixForm(),
      }))
      const again = await bot.act({ submit: { form, values: { Prompt: 'music' } } })
      expect(again.form?.fields.filter(({ error }) => error !== undefined)).toMatchObject([
        { name: 'prompt', error: 'Prompt is too vague.' },
      ])
      bot.answerWith(() => accepted)
      await bot.act({ submit: { form, values: { Prompt: 'a shanty' } } })
      await bot.until(() => bot.recorded.acknowledged.length === 1)
      expect(bot.recorded.invocations.map(({ eventId }) => eventId).slice(1)).toEqual([form, form])
    })

    test("shows the form's own message above a remedy, without buttons, which don't work there", async () => {
      const form = await open()
      const buttons = [
        {
          label: 'Set budget',
          style: 'plain',
          commandLink: { command: 'budget', action: 'limit', values: {} },
        },
      ] as const
      bot.answerWith(() => ({
        kind: 'problems',
        problems: [{ field: '', text: 'Too few credits.' }],
        message: { ...plainMessage('Too few credits.'), blocks: [{ kind: 'buttons', buttons }] },
        formMessage: plainMessage('Too few credits. Ask an admin.'),
        retry: remixForm(),
        remedies: [
          { command: 'remix', draft: 'draft-2', label: 'One take', price: undefined, isSame: false },
        ],
      }))
      const above = await bot.act({ submit: { form, values: { Prompt: 'x' } } })
      expect(JSON.stringify(above.form)).toContain('Ask an admin.')
      expect(JSON.stringify(above.form)).not.toContain('Set budget')
    })

    test('stays open with all that was typed while nobody can answer, to be sent once more', async () => {
      const form = await open()
      const message = plainMessage('Too busy. Nothing was charged.', 'failed')
      bot.answerWith(() => ({ kind: 'message', message, seenBy: 'member', isPassing: true }))
      const again = await bot.act({ submit: { form, values: { Prompt: 'a shanty' } } })
      const { fields = [] } = again.form ?? {}
      expect(fields.find(({ name }) => name === 'prompt')?.value).toBe('a shanty')
      expect(fields.flatMap(({ error = [] }) => error)).toEqual([message.text])
      bot.answerWith(() => accepted)
      await bot.act({ submit: { form, values: {} } })
      await bot.until(() => bot.recorded.acknowledged.length === 1)
      const [, ...sent] = bot.recorded.invocations
      expect(sent.map(({ eventId, values }) => [eventId, values.prompt])).toEqual([
        [form, 'a shanty'],
        [form, 'a shanty'],
      ])
    })

    test('closes and answers in private', async () => {
      const form = await open()
      bot.answerWith(() => privately('Too little is left'))
      await bot.act({ submit: { form, values: { Prompt: 'x' } } })
      await bot.until(() => bot.seen().length === 1)
      expect(bot.seen()).toMatchObject([
        { text: expect.stringContaining('Too little is left'), seenBy: addresses().memberId },
      ])
    })

    test('becomes another form where something is missing still', async () => {
      const form = await open()
      bot.answerWith(() => ({
        kind: 'form',
        form: remixForm({ title: 'And the clip?', draft: 'draft-2' }),
        message: plainMessage('No clip'),
      }))
      const next = await bot.act({ submit: { form, values: { Prompt: 'x' } } })
      expect(next.form?.title).toBe('And the clip?')
    })

    test('fills its lists while one types, also with what nobody knows', async () => {
      const form = await open()
      bot.recorded.suggestWith([{ value: 'v1', label: 'Alto one' }])
      const suggested = () => bot.act({ autocomplete: { command: form, option: 'Voice', text: 'al' } })
      expect((await suggested()).choices).toEqual([{ name: 'Alto one', value: 'v1' }])
      expect(bot.recorded.suggestions).toEqual([
        {
          command: 'remix',
          action: undefined,
          field: 'voice',
          typed: 'al',
          asker: { platform: 'slack', server: addresses().teamId, member: addresses().memberId },
        },
      ])
      bot.recorded.suggestWith([])
      expect((await suggested()).choices).toEqual([{ name: 'al', value: 'al' }])
    })
  })

  test('a message shortcut points at that message, in its thread', async () => {
    const { event: parent } = await bot.act({ say: 'who remixes this?' })
    const { event: message } = await bot.act({ say: 'here', replyTo: parent, files })
    bot.answerWith(() => asked)
    const { form } = await bot.act({ action: { name: 'Remix this clip', message } })
    expect(bot.recorded.invocations).toMatchObject([
      {
        command: 'Remix this clip',
        pointedAt: [
          {
            message,
            isVisible: true,
            files: [{ kind: 'upload', name: 'clip.mp3', message: { message, thread: parent } }],
          },
        ],
        target: { thread: parent },
      },
    ])
    bot.answerWith(() => accepted)
    await bot.act({ submit: { form: form?.id ?? '', values: { Prompt: 'x' } } })
    await bot.until(() => bot.recorded.acknowledged.length === 1)
    expect(bot.recorded.acknowledged).toEqual([{ jobId: 'b00xjob', acknowledgement: given(parent) }])
  })

  test('a message with clips is told of, and others are not', async () => {
    await bot.act({ say: 'no files' })
    await bot.act({ say: 'a text', files: [{ name: 'a.txt', base64: 'aGk=' }] })
    const { event: message } = await bot.act({ say: 'a clip', files })
    await bot.until(() => bot.recorded.sightings.length > 0)
    const { teamId: server, channelId: channel } = addresses()
    const target = { platform: 'slack', server, channel }
    expect(bot.recorded.sightings).toMatchObject([
      { target, message, clips: [{ name: 'clip.mp3', platform: 'slack' }] },
    ])
    expect(bot.recorded.sightings[0]?.atMs).toBe(Math.floor(Number(message) * 1000))
  })

  describe('a mention', () => {
    test('is a request whose job has its message in the channel', async () => {
      bot.answerWith(() => accepted)
      const { event: message } = await bot.act({ say: '@Tunesmith remix a shanty', files })
      await bot.until(() => bot.recorded.acknowledged.length === 1)
      expect(bot.recorded.invocations).toMatchObject([
        {
          eventId: `${addresses().channelId} ${message}`,
          command: 'remix',
          values: { prompt: 'a shanty' },
          pointedAt: [{ message, files: [{ name: 'clip.mp3' }], isVisible: true }],
          cannotPost: undefined,
          replyToken: '',
        },
      ])
      expect(bot.recorded.acknowledged).toEqual([{ jobId: 'b00xjob', acknowledgement: given() }])
    })

    test('in a thread stays there and points at what stands before it, the nearest first', async () => {
      const { event: parent } = await bot.act({ say: 'mine', files })
      const { event: nearer } = await bot.act({ say: 'and this', replyTo: parent, files })
      await bot.act({ say: 'nice', replyTo: parent })
      bot.answerWith(() => accepted)
      await bot.act({ say: '@Tunesmith remix it', replyTo: parent })
      await bot.act({ say: 'later', replyTo: parent, files })
      await bot.until(() => bot.recorded.acknowledged.length === 1)
      expect(bot.recorded.invocations[0]?.pointedAt.map(({ message }) => message)).toEqual([nearer, parent])
      expect(bot.recorded.acknowledged).toEqual([{ jobId: 'b00xjob', acknowledgement: given(parent) }])
      expect(bot.seen().at(-1)).toMatchObject({ replyTo: parent })
    })

    test('in a thread finds a link in any message before it, as it finds files', async () => {
      const { event: parent } = await bot.act({ say: 'what about this one?' })
      const { event: linked } = await bot.act({ say: 'https://music.example/tide.mp3', replyTo: parent })
      await bot.act({ say: 'nice', replyTo: parent })
      bot.answerWith(() => accepted)
      await bot.act({ say: '@Tunesmith remix this', replyTo: parent })
      await bot.until(() => bot.recorded.acknowledged.length === 1)
      const pointed = bot.recorded.invocations[0]?.pointedAt ?? []
      expect(pointed.map(({ message, hasLink }) => [message, hasLink])).toEqual([
        [linked, true],
        [parent, undefined],
      ])
    })

    test.each(['member', 'all'] as const)('in a thread is answered there, to %s', async (seenBy) => {
      const { event: parent } = await bot.act({ say: 'mine' })
      bot.answerWith(() => ({ kind: 'message', message: plainMessage('Here'), seenBy }))
      await bot.act({ say: '@Tunesmith help', replyTo: parent })
      await bot.until(() => bot.seen().length === 3)
      const viewer = seenBy === 'all' ? 'all' : addresses().memberId
      expect(bot.seen()[2]).toMatchObject({ replyTo: parent, seenBy: viewer })
    })

    test('that lacks something gets a button, which opens the form', async () => {
      bot.answerWith(() => asked)
      await bot.act({ say: '@Tunesmith remix' })
      await bot.until(() => bot.seen().length === 2)
      const [, lacking] = bot.seen()
      expect(lacking).toMatchObject({
        text: expect.stringContaining('Something is missing'),
        seenBy: addresses().memberId,
      })
      const { form } = await bot.act({ press: { message: lacking?.id ?? '', button: 'Fill in' } })
      expect(form?.title).toBe('Remix this clip')
      expect(bot.recorded.invocations[1]).toMatchObject({
        command: 'remix',
        form: { draft: 'draft-1', sent: false },
        values: {},
      })
    })

    test('that has mistakes says so in private, and can be mended where there is a form for it', async () => {
      const problems = [{ field: 'prompt', text: 'Prompt is empty.' }]
      const message = plainMessage('Prompt is empty. Nothing was charged.', 'failed')
      bot.answerWith(() => ({ kind: 'problems', problems, message, retry: undefined }))
      await bot.act({ say: '@Tunesmith remix x' })
      await bot.until(() => bot.seen().length === 2)
      bot.answerWith(() => ({ kind: 'problems', problems, message, retry: remixForm({ draft: 'draft-2' }) }))
      await bot.act({ say: '@Tunesmith remix x' })
      await bot.until(() => bot.seen().length === 4)
      const [, plain, , mendable] = bot.seen()
      expect([plain?.seenBy, plain?.buttons]).toEqual([addresses().memberId, []])
      bot.answerWith(() => asked)
      await bot.act({ press: { message: mendable?.id ?? '', button: 'Edit' } })
      expect(bot.recorded.invocations[2]?.form).toEqual({ draft: 'draft-2', sent: false })
    })

    test('without a command asks for help, and one in passing for nothing', async () => {
      bot.answerWith(() => privately('Help'))
      await bot.act({ say: 'thanks, @Tunesmith' })
      await bot.act({ say: '@Tunesmith, thanks' })
      await bot.until(() => bot.seen().length === 3)
      expect(bot.recorded.invocations).toMatchObject([{ command: 'help', unread: 'thanks' }])
      expect(bot.seen()[2]).toMatchObject({ seenBy: addresses().memberId })
    })
  })
})
