import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ActResult, SeenMessage } from '../../sandbox/control/people.ts'
import { readyUtility } from '../../src/core/command/command.ts'
import type { Dispatch } from '../../src/core/job/platform.ts'
import { budgetPortsOf } from '../support/commands/budget-ports.ts'
import { budgetCommand } from '../support/commands/money-commands.ts'
import { recordingKeys } from '../support/commands/recording-keys.ts'
import { dispatchOver } from '../support/jobs/dispatch-over.ts'
import { createRecordingLog } from '../support/recording-log.ts'
import { dump, openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'
import { createStage, type Harness, raise, type Stage } from './contract-stage.ts'

const apiKey = 'sk-0123456789abcdef'

/** What every platform with forms does alike with a secret, with real requests over a real store. */
export const describeSecrets = (harness: Harness): void => {
  let stage: Stage
  let store: StoreWorld
  let keys: ReturnType<typeof recordingKeys>
  let log: ReturnType<typeof createRecordingLog>

  beforeAll(async () => {
    stage = await createStage(harness, {})
  })
  afterAll(() => stage.close())

  beforeEach(() => {
    store = openStoreWorld({ now: stage.world.clock.now })
    log = createRecordingLog()
    answerWith({})
  })
  afterEach(() => store.close())

  const answerWith = (recorded: Parameters<typeof recordingKeys>[0]): void => {
    keys = recordingKeys(recorded)
    const { ownKeys } = keys
    const commands = [readyUtility(budgetCommand, { ...budgetPortsOf(store), ownKeys })]
    const { answer }: Pick<Dispatch, 'answer'> = dispatchOver(store, { commands, log })
    stage.answerWith(answer)
  }

  const act = (deed: Parameters<Stage['act']>[0]): Promise<ActResult> =>
    stage.asked(stage.act(deed, stage.places.admin)).then(({ result }) => result)

  const seen = async (says: RegExp, known: ReadonlySet<string>): Promise<SeenMessage> => {
    const find = () =>
      stage.seenBy(stage.places.admin).findLast(({ id, text }) => !known.has(id) && says.test(text))
    await stage.until(() => find() !== undefined)
    return find() ?? raise('nothing was said')
  }
  const idsSeen = () => new Set(stage.seenBy(stage.places.admin).map(({ id }) => id))

  const formOf = ({ form }: ActResult) => form ?? raise('no form')
  const keyIn = (result: ActResult) =>
    formOf(result).fields.find(({ label }) => label === 'API key') ?? raise('no field for the key')

  /** Whether the key is in anything that the bot sent to the platform, wrote to Redis or logged. */
  const isLeftBehind = async (): Promise<boolean> => {
    const ours = stage.world.wire.since(0).filter(({ kind }) => kind !== 'event')
    const left = [ours, log.lines, await dump(store)]
    // Discord answers a reply with the message that it replies to.
    return JSON.stringify(left, (name, value) => (name === 'answer' ? undefined : value)).includes(apiKey)
  }

  const press = (message: SeenMessage, button: string) => act({ press: { message: message.id, button } })
  const submit = (result: ActResult, key: string) =>
    act({ submit: { form: formOf(result).id, values: { [keyIn(result).name]: key } } })

  const ways = [
    ['in a mention', { say: `@Tunesmith budget key ${apiKey}` }],
    ...(harness.name === 'slack'
      ? [['as text', harness.command('budget', 'key', { key: apiKey })] as const]
      : []),
  ] as const

  describe('a secret', () => {
    test.each(ways)('that is typed %s is not taken, not repeated, and has its form', async (_, deed) => {
      const known = idsSeen()
      await act(deed)
      const said = await seen(/API key can only be entered in the form/, known)
      expect(said.text).not.toContain(apiKey)
      const opened = await press(said, 'Fill in')
      expect(keyIn(opened)).toMatchObject({ required: true })
      expect(keyIn(opened).value ?? '').toBe('')
      expect(await isLeftBehind()).toBe(false)
      expect(keys.changes).toEqual([])
    })

    test('is given in a form, and reaches only the action', async () => {
      const opened = await act(harness.command('budget', 'key', { action: 'set' }))
      const known = idsSeen()
      await submit(opened, apiKey)
      await seen(/Your own API key now pays for requests here/, known)
      expect(keys.changes).toMatchObject([{ set: { apiKey, actor: stage.places.admin } }])
      expect(await isLeftBehind()).toBe(false)
    })

    test('that is refused comes back as an empty field', async () => {
      answerWith({ answers: { set: { status: 'not_taken', why: 'refused' } } })
      const opened = await act(harness.command('budget', 'key', { action: 'set' }))
      const known = idsSeen()
      const refused = await submit(opened, apiKey)
      if (refused.form !== undefined) {
        // The form stays open, with the reason below its field; the app sent no value with it.
        expect(JSON.stringify(refused.form)).toContain("doesn't accept this key")
      } else {
        const said = await seen(/doesn't accept this key/, known)
        const again = await press(said, 'Edit')
        expect(keyIn(again).value ?? '').toBe('')
      }
      expect(await isLeftBehind()).toBe(false)
    })
  })
}
