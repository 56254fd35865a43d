import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, privately } from '../../src/core/command/answer.ts'
import type { Choice, RawValues } from '../../src/core/fields/field.ts'
import { readValues } from '../../src/core/fields/read-values.ts'
import { plainMessage } from '../../src/core/message/message.ts'
import type { PlatformName } from '../../src/core/target.ts'
import { choosingFields } from '../support/commands/commands.ts'
import { createStage, type Harness, type Stage } from './contract-stage.ts'

type Name = keyof typeof choosingFields

/** Where a form shows what it was opened with: Slack's input for numbers takes nothing else. */
const both: readonly PlatformName[] = ['discord', 'slack']
const discord: readonly PlatformName[] = ['discord']
const nowhere: readonly PlatformName[] = []

const clips: readonly Choice[] = [{ value: 'clip:0', label: 'song.mp3' }]

/** What every platform does alike with a form that is sent as it opened. */
export const describeUntouchedForms = (harness: Harness): void => {
  let stage: Stage
  let sent = 0

  beforeAll(async () => {
    stage = await createStage(harness, {})
  })
  afterAll(() => stage.close())

  const formOf = (values: RawValues, offered: readonly Choice[]): Answer => ({
    kind: 'form',
    form: {
      command: 'choose',
      action: undefined,
      draft: 'draft-1',
      title: 'Choose',
      fields: Object.fromEntries(Object.keys(values).map((name) => [name, choosingFields[name as Name]])),
      values,
      missing: [],
      clips: offered,
    },
    message: plainMessage('Which?'),
  })

  /** What a form shows, and what is known of its fields once it was sent as it opened. */
  const sentAsItOpened = async (values: RawValues, offered: readonly Choice[] = []) => {
    sent += 1
    const thanks = `thank you for ${sent}.`
    stage.answerWith(({ form }) =>
      form?.sent === true ? privately(plainMessage(thanks)) : formOf(values, offered),
    )
    const { result } = await stage.asked(stage.act(harness.command('choose', undefined, {})))
    if (result.form === undefined) throw new Error('no form')
    const { id, fields } = result.form
    const { invocation } = await stage.asked(stage.act({ submit: { form: id, values: {} } }))
    await stage.until(() => stage.seenBy(stage.places.member).some(({ text }) => text.includes(thanks)))
    return {
      shown: fields.flatMap(({ value }) => value ?? []).filter((value) => value !== ''),
      known: { ...values, ...invocation.values },
    }
  }

  describe('of a form that is sent as it opened', () => {
    test.each<[string, RawValues, readonly PlatformName[], (readonly Choice[])?]>([
      ['a choice', { pace: 'v9' }, nowhere],
      ['a switch', { loud: 'perhaps' }, nowhere],
      ['a switch beside another', { loud: 'perhaps', quiet: 'perhaps' }, nowhere],
      ['an amount', { sum: 'much' }, discord],
      ['a number', { pitch: 'high' }, discord],
      ['a number that is too large', { pitch: '99' }, discord],
      ['a number that is very long', { pitch: '9'.repeat(5_000) }, nowhere],
      ['a time', { start: 'later' }, both],
      ['a time that is very long', { start: '1'.repeat(5_000) }, nowhere],
      ['a text that is too long', { title: 'x'.repeat(81) }, both],
      ['an entry of a list', { voice: 'x'.repeat(51) }, both],
      ['a clip, where there are none', { source: 'the last one' }, nowhere],
      ['a clip, where there are some', { source: 'the last one' }, nowhere, clips],
      ['a clip given in two ways', { source: ['clip:0', 'https://example.com/a.mp3'] }, nowhere, clips],
      ['a member', { who: '@nobody' }, nowhere],
      ['a channel', { where: '#nowhere' }, nowhere],
      ['a group', { role: '@nobodies' }, nowhere],
    ])('a wrong value counts where it is shown, and is left out where not: %s', async (...row) => {
      const [, values, shownBy, offered] = row
      const isShown = shownBy.includes(harness.name)
      const { shown, known } = await sentAsItOpened(values, offered)
      expect(shown).toEqual(isShown ? Object.values(values) : [])
      const left = Object.fromEntries(Object.keys(values).map((name) => [name, undefined]))
      expect(known).toEqual(isShown ? values : left)
      expect(readValues(choosingFields, known).ok).toBe(!isShown)
    })

    test('a text that it has no room for is kept', async () => {
      const values = { title: 'x'.repeat(5_000), pace: 'fast' }
      expect((await sentAsItOpened(values)).known).toEqual(values)
    })

    test('what is right is kept, shown or not', async () => {
      const values = { pace: 'fast', pitch: '+3', source: 'http:example.com' }
      expect(readValues(choosingFields, values)).toMatchObject({ ok: true })
      expect((await sentAsItOpened(values)).known).toEqual(values)
    })
  })
}
