import { expect, vi } from 'vitest'
import type { Upload } from '../../../sandbox/control/people.ts'
import type { ChatPlatform } from '../../../sandbox/world/addresses.ts'
import { moreName, uploadName } from '../../../src/bots/discord/forms/form-parts.ts'
import { clipInputs } from '../../../src/bots/slack/forms/form.ts'
import { type Field, type Fields, switchesName } from '../../../src/core/fields/field.ts'
import type { People, SeenForm, SeenMessage } from './people.ts'

/** Who fills in forms, and where. */
export interface FormStage {
  platform: ChatPlatform
  people: People
  as: string
  fields: Fields
}

/** What is filled in, by the fields' names: texts as they are typed, names of what is picked, files. */
export type FormValues = Readonly<Record<string, string | number | boolean | Upload>>

type SeenField = SeenForm['fields'][number]
type Answered = Awaited<ReturnType<People['presses']>>

/** What is seen in a form's part that is named so; nothing where a form has none. */
const partNamed = ({ fields }: SeenForm, name: string): SeenField | undefined =>
  fields.find((field) => field.name === name)

/** The form that opened. Throws with what the client said where none did. */
export const opened = ({ form, refused }: Answered): SeenForm => {
  if (form === undefined) throw new Error(refused ?? 'no form opened')
  return form
}

const patience = { interval: 1_000, timeout: 120_000 }

/**
 * Slack lets an app open so many forms; a caller faster than a person is told so in time, and asks
 * again.
 */
export const opensInTheEnd = (asks: () => Promise<Answered>): Promise<SeenForm> =>
  vi.waitFor(async () => opened(await asks()), patience)

/**
 * What somebody picks from a menu that is looked up: the entry of that name. A list that does not come in time
 * is empty, and a person who types goes on typing.
 */
const lookedUp = ({ people, as }: FormStage, form: SeenForm, name: string, label: string) =>
  vi.waitFor(async () => {
    const told = await people.suggestions(as, form.id, name, label.slice(0, 20))
    const found = told.find((choice) => choice.name === label || choice.value === label)
    expect(
      told.map((choice) => choice.name),
      `suggestions for ${name}`,
    ).toContain(found?.name ?? label)
    return found?.value
  }, patience)

const partValue = (
  stage: FormStage,
  form: SeenForm,
  [name, { control }]: [string, Field],
  value: FormValues[string],
): unknown => {
  const isLookedUp = stage.platform === 'slack' && (control.kind === 'listed' || control.kind === 'group')
  if (isLookedUp) return lookedUp(stage, form, name, String(value))
  if (control.kind !== 'toggle') return typeof value === 'number' ? String(value) : value
  return stage.platform === 'slack' ? ['yes'] : String(value)
}

const fileName = (platform: ChatPlatform, name: string): string =>
  platform === 'discord' ? uploadName(name) : clipInputs(name).file

/**
 * What one page of a form takes of everything to fill in. On Discord it asks for the next, where
 * there is one.
 */
const pageValues = async (
  stage: FormStage,
  form: SeenForm,
  values: FormValues,
): Promise<Record<string, unknown>> => {
  const filled: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(stage.fields)) {
    const value = values[name]
    if (value === undefined) continue
    const part = field.control.kind === 'clip' ? fileName(stage.platform, name) : name
    if (partNamed(form, part) === undefined) continue
    filled[part] = typeof value === 'object' ? [value] : await partValue(stage, form, [name, field], value)
  }
  const switches = partNamed(form, switchesName)
  if (switches !== undefined)
    filled[switchesName] = (switches.choices ?? [])
      .map(({ value }) => String(value))
      .filter((name) => values[name] === true)
  if (partNamed(form, moreName) !== undefined) filled[moreName] = [moreName]
  return filled
}

/** What of all that was filled in stands in a form by now, as far as its parts show values. */
const expectKept = (stage: FormStage, form: SeenForm, values: FormValues, except: string): void => {
  for (const { name, value, kind: shape } of form.fields) {
    const given = values[name]
    const isShown = shape === 'line' || shape === 'paragraph' || shape === 'choice'
    if (name === except || given === undefined || typeof given === 'object' || !isShown) continue
    const kind = stage.fields[name]?.control.kind
    // What was looked up is kept by its id.
    if (kind === 'listed' || kind === 'group') expect(value, `${name} is kept`).toBeTruthy()
    else expect(String(value), `${name} is kept`).toBe(String(given))
  }
  const switches = partNamed(form, switchesName)
  if (switches !== undefined)
    for (const { value: name } of switches.choices ?? [])
      expect([switches.value ?? []].flat().includes(name), `${name} is kept`).toBe(values[name] === true)
}

/** Fills in the one page of a form with all that it takes of these values, and sends it off. */
export const sendPage = async (stage: FormStage, form: SeenForm, values: FormValues): Promise<Answered> =>
  stage.people.sends(stage.as, form, await pageValues(stage, form, values))

const [moreLabel, editLabel] = ['More options', 'Edit']

/** The message that answers a form, and its button by which the member goes on. */
const answerTo = async (
  { people, as }: FormStage,
  since: string,
): Promise<{ id: string; button: string }> => {
  const wayOn = ({ buttons }: SeenMessage): string | undefined =>
    buttons.find(({ label }) => label === moreLabel)?.label ??
    // A job's message has Again beside its Edit.
    (buttons.some(({ label }) => label === 'Again')
      ? undefined
      : buttons.find(({ label }) => label === editLabel)?.label)
  const message = await people.sees(as, (one) => wayOn(one) !== undefined, since)
  return { id: message.id, button: wayOn(message) ?? '' }
}

/** Whether a mistake is made, was made and is mended now, or none is made at all. */
type Way = Mistake | { kind: 'mended'; field: string; known?: string } | 'right'

const knownName = (platform: ChatPlatform, name: string): string =>
  platform === 'discord' ? name : clipInputs(name).known

/** What a mistake, or its mend, puts into a page of a form besides the values. */
const wayValues = ({ platform, fields }: FormStage, form: SeenForm, way: Way): Record<string, unknown> => {
  if (way === 'right') return {}
  const { field: name } = way
  if (way.kind === 'text') return partNamed(form, name) === undefined ? {} : { [name]: way.text }
  const known = knownName(platform, name)
  const menu = partNamed(form, known)
  if (fields[name]?.control.kind !== 'clip' || menu === undefined) return {}
  const meant = menu.choices?.find((choice) => choice.name.startsWith(way.known ?? ''))
  if (meant === undefined) throw new Error(`${way.known} is not offered`)
  if (way.kind === 'mended') return { [known]: meant.value }
  expect(menu.value, 'the clip that was pointed at is chosen').toBe(meant.value)
  return { [known]: [] }
}

/** The values that a page of a form takes. */
const takenOn = ({ platform, fields }: FormStage, form: SeenForm, values: FormValues): FormValues => {
  const switches = partNamed(form, switchesName)?.choices?.map(({ value }) => value) ?? []
  const isTaken = (name: string): boolean => {
    const part = fields[name]?.control.kind === 'clip' ? fileName(platform, name) : name
    return partNamed(form, part) !== undefined || switches.includes(name)
  }
  return Object.fromEntries(Object.entries(values).filter(([name]) => isTaken(name)))
}

/** What was sent of a form until it came back with a mistake; without `back` all was taken. */
interface Sent {
  back: SeenForm | undefined
  values: FormValues
}

/**
 * Fills in every page of a form and sends it off, until it comes back with the reason: on Discord that is a
 * message with a way back, before the next page.
 */
const sendPages = async (stage: FormStage, first: SeenForm, values: FormValues, how: Way): Promise<Sent> => {
  const { people, as } = stage
  let sentValues: FormValues = {}
  for (let form = first; ; ) {
    const page = { ...(await pageValues(stage, form, values)), ...wayValues(stage, form, how) }
    sentValues = { ...sentValues, ...takenOn(stage, form, values) }
    const since = await people.latest(as)
    const sent = await people.sends(as, form, page)
    expect(sent, `the form ${form.title}`).not.toHaveProperty('refused')
    if (sent.form !== undefined) return { back: sent.form, values: sentValues }
    const isLast = page[moreName] === undefined
    if (isLast && (how === 'right' || how.kind === 'mended')) return { back: undefined, values: sentValues }
    // Slack's form shows the reason itself.
    const { id, button } = await answerTo(stage, since)
    form = await opensInTheEnd(() => people.presses(as, id, button))
    if (button === editLabel) return { back: form, values: sentValues }
  }
}

/** What is wrong at first: a text that its field refuses, or a clip that was chosen and is taken out. */
export type Mistake =
  | { kind: 'text'; field: string; text: string }
  | { kind: 'taken out'; field: string; known: string }

/** What was sent stands in the form or in its draft, and is not given again. */
const mended = (values: FormValues, sent: FormValues, { field }: Mistake): FormValues =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => name === field || typeof value === 'boolean' || !(name in sent),
    ),
  )

/**
 * Fills a form in, page by page, first with the mistake, where there is one; everything else has to stand
 * there still when it comes back, and is sent off with the mistake mended.
 */
export const fillIn = async (
  stage: FormStage,
  form: SeenForm,
  values: FormValues,
  mistake: Mistake | undefined,
): Promise<void> => {
  if (mistake === undefined) {
    expect((await sendPages(stage, form, values, 'right')).back, `${form.title} was sent`).toBeUndefined()
    return
  }
  const { back, values: sent } = await sendPages(stage, form, values, mistake)
  if (back === undefined) throw new Error(`${form.title} was taken with a mistake in ${mistake.field}`)
  expectKept(stage, back, sent, mistake.field)
  const rest = mended(values, sent, mistake)
  const again = await sendPages(stage, back, rest, { ...mistake, kind: 'mended' })
  expect(again.back, `${form.title} was sent again`).toBeUndefined()
}
