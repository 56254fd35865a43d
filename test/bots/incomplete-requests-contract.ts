import { expect, test } from 'vitest'
import { readClip } from '../../src/core/clip/clip.ts'
import type { Answer, Form } from '../../src/core/command/answer.ts'
import { fieldsOf } from '../../src/core/command/command.ts'
import { readValues } from '../../src/core/fields/read-values.ts'
import { plainMessage } from '../../src/core/message/message.ts'
import { allCommands, pointing } from '../support/commands/commands.ts'
import { readsClip, samplesFor, upload } from './contract-samples.ts'
import { type Harness, raise, type Stage } from './contract-stage.ts'

const remixFields = fieldsOf(
  allCommands.find(({ name }) => name === 'remix') ?? raise('no /remix'),
  undefined,
)

const remixForm = (values: Form['values']): Form => ({
  command: 'remix',
  action: undefined,
  draft: 'draft-1',
  title: 'Remix',
  fields: remixFields,
  values,
  missing: ['clip'],
  clips: [],
})

const formAnswer = (values: Form['values']): Answer => ({
  kind: 'form',
  form: remixForm(values),
  message: plainMessage('Which clip?'),
})

const thanks: Answer = { kind: 'message', message: plainMessage('thank you'), seenBy: 'member' }

/** What every platform that has forms does alike with them. */
const describeShownForms = (
  harness: Harness,
  forms: NonNullable<Harness['forms']>,
  stage: () => Stage,
): void => {
  test('that lacks something gets a form, and what is sent with it arrives', async () => {
    stage().answerWith(({ form, values }) =>
      form?.sent === true
        ? { kind: 'message', message: plainMessage('thank you'), seenBy: 'member' }
        : formAnswer(values),
    )
    const { result } = await stage().asked(
      stage().act(harness.command('remix', undefined, { prompt: 'slow jazz' })),
    )
    const { id, title, fields } = result.form ?? raise('no form')
    expect(title).toContain('Remix')
    const prompt = fields.find(({ label }) => label === 'Prompt') ?? raise('no prompt')
    const file = fields.find(({ kind }) => kind === 'file') ?? raise('no clip')
    expect(prompt.value).toBe('slow jazz')
    const values = { [prompt.name]: 'jazz & <brushes>', [file.name]: [upload] }
    const { invocation } = await stage().asked(stage().act({ submit: { form: id, values } }))
    expect(invocation).toMatchObject({
      command: 'remix',
      form: { draft: 'draft-1', sent: true },
      target: stage().target(),
      values: { prompt: 'jazz & <brushes>', clip: { kind: 'upload', name: 'clip.mp3' } },
    })
    await readsClip(stage(), readClip(invocation.values.clip))
    await stage().until(() =>
      stage()
        .seenBy(stage().places.member)
        .some(({ text }) => text.includes('thank you')),
    )
  })

  test('that refers to people and places has menus for them, with what is known in them', async () => {
    const { places } = stage()
    const fields = fieldsOf(pointing, undefined)
    const known = samplesFor(fields, places)
    stage().answerWith(({ form }) =>
      form?.sent === true
        ? { kind: 'message', message: plainMessage('seen'), seenBy: 'member' }
        : {
            kind: 'form',
            form: {
              command: 'point',
              action: undefined,
              draft: 'draft-3',
              title: 'Point',
              fields,
              values: { who: known.who, where: known.where },
              missing: ['role'],
              clips: [],
            },
            message: plainMessage('Which?'),
          },
    )
    const deed = harness.command('point', undefined, known)
    const { form } = (await stage().asked(stage().act(deed, places.admin))).result
    const id = form?.id ?? raise('no form')
    const shown = (label: string) =>
      form?.fields.find((field) => field.label === label) ?? raise(`no ${label}`)
    expect([shown('Who').value].flat()).toEqual([known.who])
    expect([shown('Channel').value].flat()).toEqual([known.where])
    const role = await forms.pickGroup(stage(), id)
    const { invocation } = await stage().asked(
      stage().act({ submit: { form: id, values: { [shown('Role').name]: role } } }, places.admin),
    )
    expect(readValues(fields, invocation.values)).toEqual({ ok: true, input: known })
  })
}

/** The same for a platform without forms: a message says how to type what is missing, and a reply to it is the form. */
const describeTypedForms = (harness: Harness, stage: () => Stage): void => {
  const asksFor = async (
    answer: (values: Form['values']) => Answer,
  ): Promise<{ id: string; text: string }> => {
    stage().answerWith(({ form, values }) => (form?.sent === true ? thanks : answer(values)))
    const before = new Set(
      stage()
        .all()
        .map(({ id }) => id),
    )
    const asks = harness.command('remix', undefined, { prompt: 'slow jazz' })
    const { result } = await stage().asked(stage().act(asks))
    const ours = () =>
      stage()
        .all()
        .find(({ id }) => id !== result.event && !before.has(id))
    await stage().until(() => ours() !== undefined)
    return ours() ?? raise('no answer')
  }

  test('that lacks something is told what and how to type it, and a reply to that arrives', async () => {
    const { id, text } = await asksFor(formAnswer)
    expect(text).toContain('Remix still needs: Clip.\nReply with: https://…\n')
    expect(text).toContain('Prompt: slow jazz')
    const { invocation } = await stage().asked(
      stage().act({ say: 'jazz & <brushes>', replyTo: id, files: [upload] }),
    )
    expect(invocation).toMatchObject({
      command: 'remix',
      form: { draft: 'draft-1', sent: true },
      target: stage().target(),
      values: { prompt: 'jazz & <brushes>' },
      pointedAt: [{ isRequest: true, files: [{ name: 'clip.mp3' }] }, { message: id }],
    })
    await readsClip(stage(), invocation.pointedAt[0]?.files[0])
    await stage().until(() =>
      stage()
        .all()
        .some((seen) => seen.text.includes('thank you')),
    )
  })

  test('with mistakes is told how to type what was wrong', async () => {
    const problems = [{ field: 'prompt', text: 'Prompt is too long.' }]
    const { id, text } = await asksFor((values) => ({
      kind: 'problems',
      problems,
      message: plainMessage('Prompt is too long.'),
      retry: remixForm(values),
    }))
    expect(text).toContain('Prompt is too long.\nReply with: <prompt>\n')
    const { invocation } = await stage().asked(stage().act({ say: 'shorter', replyTo: id }))
    expect(invocation).toMatchObject({
      form: { draft: 'draft-1', sent: true },
      values: { prompt: 'shorter' },
    })
  })

  test('below such a message is a request of its own', async () => {
    const { id } = await asksFor(formAnswer)
    const { invocation } = await stage().asked(
      stage().act({ say: '@Tunesmith music a sea shanty', replyTo: id }),
    )
    expect(invocation).toMatchObject({ command: 'music', form: undefined })
  })
}

/** What every platform does alike where a request lacks something, or has mistakes. */
export const describeIncompleteRequests = (harness: Harness, stage: () => Stage): void => {
  if (harness.forms === undefined) describeTypedForms(harness, stage)
  else describeShownForms(harness, harness.forms, stage)
}
