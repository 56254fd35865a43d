import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, type Form, formButtonOf } from '../../../src/core/command/answer.ts'
import { readRequest } from '../../../src/core/command/command-text.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { personalServer } from '../../../src/core/target.ts'
import { allCommands } from '../../support/commands/commands.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import { listsWith } from '../../support/commands/lists.ts'
import { secretSamples, slackToken } from '../../support/fixtures/secret-samples.ts'
import { dispatchOver } from '../../support/jobs/dispatch-over.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { dump, openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

// A member pastes the wrong thing. It must not be kept, sent or repeated.

let store: StoreWorld
let log: ReturnType<typeof createRecordingLog>
let searched: (string | undefined)[]

beforeEach(() => {
  store = openStoreWorld()
  log = createRecordingLog()
  searched = []
})
afterEach(() => store.close())

/** Every port of a command refuses to act, so an answer means that it was not run. */
const dispatch = () => {
  const voices = (_asker: unknown, typed?: string) => {
    searched.push(typed)
    return Promise.resolve([])
  }
  return dispatchOver(store, { commands: allCommands, log, lists: listsWith({ voices }) })
}

const ask = (asked: Partial<Invocation>): Promise<Answer> =>
  dispatch().answer(invocation({ isAdmin: true, ...asked }))

const says = (typed: string, more: Partial<Invocation> = {}): Promise<Answer> =>
  ask({ ...readRequest(allCommands, typed), ...more })

const formOf = (answer: Answer): Form => {
  const form = formButtonOf(answer)?.form
  if (form === undefined) throw new Error(`no form: ${answer.message.text}`)
  return form
}

/** Everything that an answer, the log and the store have, and what was searched for elsewhere. */
const leftBehind = async (answer: Answer): Promise<string> =>
  JSON.stringify([answer, log.lines, searched, await dump(store)])

/** What is left of a secret that is on several lines, too. */
const lineOf = (secret: string): string => secret.split('\n')[1] ?? secret

describe('a secret in a request', () => {
  test.each([
    ['invisible letters', [...slackToken].join('\u200b')],
    ['controls in it', [...slackToken].join('\u0001')],
    ['a control before it', `a song\v${secretSamples.find(([what]) => what === 'an Anthropic key')?.[1]}`],
  ])('is refused with %s', async (_, prompt) => {
    const answer = await ask({ values: { prompt, title: 'Ahoy' } })
    expect(answer).toMatchObject({ kind: 'problems', problems: [{ field: 'prompt' }] })
  })

  test.each(secretSamples)(
    'is refused by what it looks like, and is nowhere: %s: %s',
    async (what, secret) => {
      const answer = await ask({ values: { prompt: `a song about ${secret}`, title: 'Ahoy' } })
      expect(answer).toMatchObject({ kind: 'problems', problems: [{ field: 'prompt' }] })
      expect(answer.message.text).toBe(
        `Prompt contains what looks like ${what}. Remove it.\nNothing was charged.`,
      )
      expect(await leftBehind(answer)).not.toContain(lineOf(secret))
    },
  )

  test.each([
    ['an option', `music a shanty title:${slackToken}`, 'Title'],
    ['lyrics', `music a shanty lyrics: ${slackToken}`, 'Lyrics'],
    ['a voice, which would be searched for', `tts hello voice:${slackToken}`, 'Voice'],
    ['a clip', `remix ${slackToken} clip:${slackToken}`, 'Clip'],
    ['an option that does not exist', `music a shanty key:${slackToken}`, 'Prompt'],
    ['a number', `music a shanty takes:${slackToken}`, 'Takes'],
    ['a choice', `settings server model:${slackToken}`, 'Model'],
    ['a reason', `budget give 5 @max reason:${slackToken}`, 'Reason'],
    ['the reason for an own key', `budget key remove reason:${slackToken}`, 'Reason'],
    ['an amount', `budget limit ${slackToken}`, 'Credits'],
    ['a command that is searched', `help ${slackToken}`, 'Command'],
    ['an action', `budget ${slackToken}`, 'Your text'],
    ['words for no command', `my key is ${slackToken}`, 'Your text'],
    ['the first word', slackToken, 'Your text'],
  ])('that is typed as %s is refused', async (_, typed, named) => {
    const answer = await says(typed)
    expect(answer.message.text).toContain(`${named} contains what looks like a Slack token. Remove it.`)
    expect(await leftBehind(answer)).not.toContain(slackToken)
  })

  test('that comes with a button is refused', async () => {
    const answer = await ask({ command: 'history', values: { feature: slackToken }, press: 'press' })
    expect(answer.message.text).toContain('contains what looks like a Slack token')
    expect(await leftBehind(answer)).not.toContain(slackToken)
  })

  test('leaves the rest of a feature in its form', async () => {
    const first = await says(`music ${slackToken} title:Ahoy`)
    expect(formOf(first)).toMatchObject({ values: { title: 'Ahoy' }, missing: ['prompt'] })
    const { draft } = formOf(first)
    const again = await ask({ values: { prompt: slackToken, title: 'Ahoy' }, form: { draft, sent: true } })
    expect(again).toMatchObject({ problems: [{ field: 'prompt' }] })
    expect(formOf(again)).toMatchObject({ values: { title: 'Ahoy' }, missing: ['prompt'] })
    expect(await leftBehind(again)).not.toContain(slackToken)
  })
})

describe('a secret that others may have read', () => {
  const advice = 'Others may have seen it here, so create a new one and delete the old one.'

  test('is to be replaced', async () => {
    const answer = await says(`music ${slackToken}`, { replyToken: '' })
    expect(answer.message.text).toBe(
      `Prompt contains what looks like a Slack token. Remove it.\n${advice} Nothing was charged.`,
    )
  })

  test.each<[string, Partial<Invocation>]>([
    ['a slash command', {}],
    ['a reply to a message', { pointedAt: [{ message: 'm', atMs: 0, files: [], isVisible: true }] }],
    ['a button’s request', { replyToken: '', press: 'press' }],
    ['a direct message', { replyToken: '', target: target({ server: personalServer('member-1') }) }],
  ])('was not read in %s', async (_, asked) => {
    expect((await says(`music ${slackToken}`, asked)).message.text).not.toContain(advice)
  })
})

test('nothing is suggested for a secret, so it is not searched for', async () => {
  const typing = { command: 'tts', action: undefined, field: 'voice', asker: target() }
  expect(await dispatch().suggest({ ...typing, typed: slackToken })).toEqual([])
  expect(searched).toEqual([])
  await dispatch().suggest({ ...typing, typed: 'Elvis' })
  expect(searched).toEqual(['Elvis'])
})
