import type { Upload } from '../../../../sandbox/control/people.ts'
import { clipFieldsOf } from '../../../../src/core/clip/clip-field.ts'
import { everybodyHere, seenByName } from '../../../../src/core/command/seen-by.ts'
import type { Field, Fields } from '../../../../src/core/fields/field.ts'
import { filledRequests } from '../../commands/filled.ts'
import { type FormStage, type FormValues, fillIn, type Mistake, opensInTheEnd } from '../forms.ts'
import type { SeenForm } from '../people.ts'
import { hasForm } from '../uses/wanted.ts'
import { expectArrived, fileNamed, type Made, materialOf, seesResult } from './features.ts'
import { openForm } from './open-form.ts'
import { featuresOf, othersShareOf, type Stage } from './stage.ts'

/** An invisible character, which no text field accepts. */
const unseen = '\u200b'

/**
 * A mistake that the platform lets through: an empty text, a wrong time, or a removed clip. Job lists are tested
 * elsewhere.
 */
const mistakeIn = (
  fields: Fields,
  values: FormValues,
  pointed: { field: string; known: string } | undefined,
): Mistake | undefined => {
  const named = Object.entries(fields).filter(([name]) => values[name] !== undefined)
  const ofKind = (kind: Field['control']['kind']) =>
    named.find(([, { control }]) => control.kind === kind)?.[0]
  const [time, words] = [ofKind('time'), ofKind('text')]
  if (time !== undefined) return { kind: 'text', field: time, text: 'soon' }
  if (words !== undefined) return { kind: 'text', field: words, text: unseen }
  if (pointed === undefined) return undefined
  return { kind: 'taken out', ...pointed }
}

/** Opens the form of a feature: from the menu of a message with that clip, or by the command. */
const openFeature = async (
  stage: Stage,
  feature: ReturnType<typeof featuresOf>[number],
  action: string | undefined,
  clip: Upload,
): Promise<SeenForm> => {
  const { people, other: as } = stage
  if (action === undefined) return openForm(stage, as, `/${feature.name}`)
  const message = await people.says(as, 'this one', { files: [clip] })
  return opensInTheEnd(() => people.picks(as, action, message))
}

/**
 * Fills in the form of a feature and sends it, wrong at first; what it takes is on the message whose menu
 * it was picked from.
 */
const fillFeature = async (stage: Stage, feature: ReturnType<typeof featuresOf>[number]): Promise<Made> => {
  const { people, other: as, platform, clipNamed } = stage
  const material = materialOf(stage, feature, 'form', { [seenByName]: everybodyHere })(1)
  const called = (name: string): string => `${material.mark.replaceAll(' ', '-')}-${name}.mp3`
  const [filled = {}] = filledRequests(feature, () => ({
    ...material,
    clipFor: (name) => fileNamed(called(name)),
  }))
  const [first] = clipFieldsOf(feature.fields)
  const action = feature.messageAction
  const pointed =
    action === undefined || first === undefined ? undefined : { field: first, known: called(first) }
  const form = await openFeature(stage, feature, action, clipNamed(called(first ?? '')))
  const values = Object.fromEntries(
    Object.entries(filled).flatMap(([name, { typed, isFile }]) => {
      if (name === pointed?.field) return []
      return [[name, isFile === true ? clipNamed(String(typed)) : typed]]
    }),
  )
  const formStage: FormStage = { platform, people, as, fields: feature.fields }
  await fillIn(formStage, form, values, mistakeIn(feature.fields, values, pointed))
  return { feature, filled, mark: material.mark }
}

const hasText = (fields: Fields): boolean =>
  Object.values(fields).some(({ control }) => control.kind === 'text')

/** What is asked for again with one text changed: the request that has to come of it, known by another mark. */
const changed = ({ feature, filled, mark }: Made): Made & { field: string } => {
  const field = Object.keys(filled).find((name) => feature.fields[name]?.control.kind === 'text')
  if (field === undefined) throw new Error(`no words were filled into the form of /${feature.name}`)
  const text = `${mark.replaceAll(' ', '')} in another way`
  return { feature, field, filled: { ...filled, [field]: { typed: text, meant: text } }, mark: text }
}

/**
 * Presses 'Edit' below a result that was requested with words, and sends the form with other words in
 * one field: nothing else is filled in again.
 */
const editFeature = async (stage: Stage, made: Made, message: string): Promise<Made> => {
  const { people, other: as, platform } = stage
  const again = changed(made)
  const { feature, field, filled } = again
  const form = await opensInTheEnd(() => people.presses(as, message, 'Edit'))
  const ticked = Object.entries(filled).flatMap(([name, { typed }]) =>
    typed === true ? [[name, typed] as const] : [],
  )
  const values: FormValues = { ...Object.fromEntries(ticked), [field]: filled[field]?.typed ?? '' }
  await fillIn({ platform, people, as, fields: feature.fields }, form, values, undefined)
  return again
}

/** One feature with a clip and one without: all are filled in the same way. */
const editedOf = (features: readonly ReturnType<typeof featuresOf>[number][]) =>
  [true, false].map((takesClip) =>
    features.find(({ fields }) => clipFieldsOf(fields).length > 0 === takesClip && hasText(fields)),
  )

/**
 * Fills in every form that needs something, to the last field, and edits some results: everything arrives. The
 * short form fills in what was typed on the other platform. One at a time, because Slack allows one message per
 * second per channel.
 */
export const fillFeatures = async (stage: Stage): Promise<void> => {
  const features = othersShareOf(
    stage,
    featuresOf(stage).filter(({ fields }) => hasForm({ fields })),
  )
  const edited = editedOf(features)
  for (const feature of features) {
    const made = await fillFeature(stage, feature)
    const { id } = await seesResult(stage, made, stage.other)
    await expectArrived(stage, made)
    if (!edited.includes(feature)) continue
    const again = await editFeature(stage, made, id)
    await seesResult(stage, again, stage.other)
    await expectArrived(stage, again)
  }
}
