import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Deed } from '../../sandbox/control/people.ts'
import { music as musicCommand } from '../../src/commands/features/music.ts'
import type { Answer, FormAnswer } from '../../src/core/command/answer.ts'
import type { Draft } from '../../src/core/command/draft.ts'
import { type Block, plainMessage } from '../../src/core/message/message.ts'
import { createAdmit, letIn } from '../../src/jobs/request/admit.ts'
import { createRecordingLog } from '../support/recording-log.ts'
import { noAllowances, openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'
import { createStage, type DirectHarness, raise, type Stage } from './contract-stage.ts'

/** How people call their direct messages with the bot, on every platform. */
const ours = '@tunesmith'

const buttons: Block = {
  kind: 'buttons',
  buttons: [
    {
      label: 'Again',
      style: 'plain',
      commandLink: { command: 'jobs', action: 'again', values: { job: 'b07x1' } },
    },
  ],
}
const withButton: Answer = {
  kind: 'message',
  message: { ...plainMessage('Here you are.'), blocks: [buttons] },
  seenBy: 'all',
}
const withForm: FormAnswer = {
  kind: 'form',
  form: {
    command: 'music',
    action: undefined,
    draft: 'draft-1',
    title: 'Music',
    values: {},
    fields: musicCommand.fields,
    missing: ['prompt'],
    clips: [],
  },
  message: plainMessage('What should it be?'),
}

/** Something that a member does once their rate is used up. */
interface WayIn {
  deed: Deed
  /** Where it is done: in the first channel, unless told. */
  at?: string
}

/** What every platform asks of the chat for members whose rate is used up: nothing. */
export const describeAdmission = (harness: DirectHarness): void => {
  let store: StoreWorld
  let stage: Stage
  let isUsedUp: boolean

  beforeEach(async () => {
    isUsedUp = false
    store = openStoreWorld({
      allowances: { ...noAllowances, command: { member: 1, server: 0 } },
    })
    stage = await createStage(harness, {})
    const { server, member, channel } = stage.places
    const place = { platform: harness.name, server, channel, member }
    /** What they opened in a direct message goes on in the name of the channel. */
    const draft: Draft = {
      command: 'music',
      action: undefined,
      member,
      values: {},
      clips: [],
      defaults: [],
      shown: {},
      target: place,
    }
    const options = {
      store: store.store,
      drafts: { read: async () => draft },
      operatorBlocked: [],
      admit: createAdmit({ gate: store.gate, operatorBlocked: [], log: createRecordingLog() }),
    }
    stage.heard.letInBy(async ({ learn, ...asked }) =>
      isUsedUp
        ? letIn(options, { ...asked, ...(learn !== undefined && { learn }) }, musicCommand)
        : { invocation: asked, learn },
    )
  })
  afterEach(async () => {
    await stage.close()
    store.close()
  })

  const useUp = async (): Promise<void> => {
    const { server, channel, member } = stage.places
    for (const account of [server, harness.personalServer(stage.places, member)])
      await store.gate.admit({ platform: harness.name, server: account, channel, member }, false)
    isUsedUp = true
  }

  const music = () => harness.command('music', undefined, { prompt: 'sea' })
  const posted = async (answer: Answer, deed: Deed, at?: string): Promise<string> => {
    stage.answerWith(() => answer)
    await stage.asked(stage.act(deed, stage.places.member, at))
    const has = (label: string) =>
      stage
        .seenBy(stage.places.member)
        .findLast(({ buttons: shown }) => shown.some((button) => button.label === label))
    const label = answer.kind === 'form' ? 'Fill in' : 'Again'
    await stage.until(() => has(label) !== undefined)
    return has(label)?.id ?? raise('nothing was posted')
  }

  const ways: readonly (readonly [string, () => Promise<WayIn>])[] = [
    ['a command', async () => ({ deed: music() })],
    [
      'a command that names somebody',
      async () => ({ deed: harness.command('music', undefined, { prompt: `for ${harness.called.other}` }) }),
    ],
    ['words', async () => ({ deed: { say: `@Tunesmith music for ${harness.called.other}` } })],
    [
      'words in a thread or a reply',
      async () => ({
        deed: { say: '@Tunesmith remix', replyTo: (await stage.act({ say: 'listen' })).event },
      }),
    ],
    [
      'a button',
      async () => ({ deed: { press: { message: await posted(withButton, music()), button: 'Again' } } }),
    ],
    ['the menu of a message', async () => harness.remixOf((await stage.act({ say: 'listen' })).event)],
    [
      'a form',
      async () => {
        const message = await posted(withForm, { say: '@Tunesmith music' })
        const { result } = await stage.asked(stage.act({ press: { message, button: 'Fill in' } }))
        return { deed: { submit: { form: result.form?.id ?? '', values: { prompt: 'sea' } } } }
      },
    ],
    ['words in a direct message', async () => ({ deed: { say: 'music sea' }, at: ours })],
    ['a command in a direct message', async () => ({ deed: music(), at: ours })],
    [
      'a button in a direct message, in the name of a channel',
      async () => ({
        deed: { press: { message: await posted(withForm, { say: 'music' }, ours), button: 'Fill in' } },
        at: ours,
      }),
    ],
  ]

  describe('of a member whose rate is used up, the chat is asked nothing', () => {
    test.each(ways)('by %s, and told nothing twice', async (_, wayIn) => {
      const { deed, at } = await wayIn()
      await useUp()
      const before = stage.world.wire.since(0).at(-1)?.id ?? 0
      const turnedAway = async (count: number) => {
        await stage.act(deed, stage.places.member, at)
        await stage.until(() => stage.heard.turnedAway.length === count)
      }
      await turnedAway(1)
      if (!('submit' in deed)) await turnedAway(2)
      await stage.platform.stop('listening')
      const calls = stage.world.wire
        .since(before)
        .filter(({ kind }) => kind === 'request')
        .map(({ summary }) => summary)
      const asked = calls.filter((summary) => !harness.isAnswer(summary))
      expect(asked).toEqual([])
      if ('say' in deed) expect(calls.length).toBeLessThanOrEqual(1)
    })
  })
}
