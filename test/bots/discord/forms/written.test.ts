import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Answer } from '../../../../src/core/command/answer.ts'
import { plainMessage } from '../../../../src/core/message/message.ts'
import { slackToken } from '../../../support/fixtures/secret-samples.ts'
import { asksFor, type Listening, remixForm, startListening } from '../listening.ts'

// Discord closes a form as it is sent: what was written must not be gone where nobody could answer.

let at: Listening

beforeEach(async () => {
  at = await startListening()
})
afterEach(async () => {
  await at.stop()
})

const busy: Answer = {
  kind: 'message',
  message: plainMessage('Please try again in a minute.', 'failed'),
  seenBy: 'member',
  isPassing: true,
}

const sendsForm = async (values: Record<string, string>, answer: Answer) => {
  at.answerWith(asksFor(remixForm()))
  const { form } = await at.act({ command: '/remix', options: { prompt: 'as jazz' } })
  at.answerWith(answer)
  await at.act({ submit: { form: form?.id ?? '', values } })
  return at.sees(answer.message.text)
}

describe('a form that nobody could answer', () => {
  test('gives every text back as it was written, to its sender alone', async () => {
    const seen = await sendsForm({ prompt: 'as *jazz*', lyrics: 'One\nTwo' }, busy)
    expect(seen).toMatchObject({ seenBy: at.member, files: [] })
    expect(seen.text).toContain('Prompt, as you wrote it\nas \\*jazz\\*')
    expect(seen.text).toContain('Lyrics, as you wrote it\nOne\nTwo')
  })

  test('gives back no secret', async () => {
    const seen = await sendsForm({ prompt: `as ${slackToken}`, lyrics: 'One' }, busy)
    expect(seen.text).toContain('Prompt, as you wrote it\nas \\[secret]')
  })

  test('gives a long text back as a file', async () => {
    const lyrics = 'The tide comes in.\n'.repeat(150).trim() // 2,849 characters
    const { files } = await sendsForm({ prompt: 'as jazz', lyrics }, busy)
    expect(files).toMatchObject([{ name: 'lyrics.txt' }])
    expect(await (await fetch(files[0]?.url ?? '')).text()).toBe(lyrics)
  })
})

test('what was answered gives nothing back, and neither does a command without a form', async () => {
  const answer: Answer = { kind: 'message', message: plainMessage('There you are.'), seenBy: 'member' }
  expect((await sendsForm({ prompt: 'as jazz' }, answer)).text).toBe('There you are.')
  at.answerWith(busy)
  await at.act({ command: '/remix', options: { prompt: 'as jazz' } })
  expect((await at.sees(busy.message.text)).text).toBe(busy.message.text)
})
