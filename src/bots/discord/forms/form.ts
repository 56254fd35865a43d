import type { APILabelComponent, APIModalInteractionResponseCallbackData } from 'discord.js'
import type { Form } from '../../../core/command/answer.ts'
import { spoilerName } from '../../../core/command/seen-by.ts'
import { type Control, switchesAmong } from '../../../core/fields/field.ts'
import { say, sayDeclared } from '../../../core/text/say.ts'
import { onOneLine, shortened } from '../../../core/text/text.ts'
import { limits } from '../render/limits.ts'
import { writeFormId } from './form-id.ts'
import {
  type FormField,
  fitsIn,
  morePart,
  partsFor,
  partsMaxOf,
  starterPart,
  switchesPart,
} from './form-parts.ts'

/** How much of a text is quoted, leaving space for others. */
const textLengthMax = 30

/** A value in words; undefined where the label says it, or for an id, which tells a member nothing. */
const wordsFor = (control: Control, value: unknown, clips: Form['clips']): string | undefined => {
  switch (control.kind) {
    case 'choice':
      return sayDeclared(control.choices.find((choice) => choice.value === value)?.label ?? String(value))
    case 'clip':
      return clips.find((clip) => clip.value === value)?.label
    case 'text':
    case 'listed':
    case 'time':
    case 'integer':
    case 'credits':
      return shortened(onOneLine(String(value)).trim(), textLengthMax)
    case 'toggle':
    case 'secret':
    case 'member':
    case 'channel':
    case 'group':
      return undefined
  }
}

const isNothing = (value: unknown): boolean => value === undefined || value === false || value === ''

/** The values, such as "Voice Anna", of fields that are not among `shown`: they are sent unchanged. */
const keptIn = ({ fields, values, clips }: Form, shown: readonly string[]): readonly string[] =>
  Object.entries(fields).flatMap(([name, { label, control }]) => {
    const value = values[name]
    if (shown.includes(name) || isNothing(value)) return []
    const [field, words] = [sayDeclared(label), wordsFor(control, value, clips)]
    return [words === undefined || words === '' ? field : say('{{field}} {{value}}', { field, value: words })]
  })

/** Fields that are asked for together, and the parts that do so. */
interface Group {
  names: readonly string[]
  parts: readonly APILabelComponent[]
  /** The most parts that it can have. */
  partsMax: number
}

const ranks: readonly Control['kind'][] = ['clip', 'text', 'toggle']

/**
 * What is or was missing, then clips, texts and switches, then everything else; each in declaration order. The switch
 * that every feature has comes with others or last.
 */
const askedIn = ({ fields, values, missing, askedFirst = missing, starters }: Form): readonly FormField[] => {
  const ofKind = (kind: Control['kind']) => {
    const names = Object.keys(fields).filter((name) => fields[name]?.control.kind === kind)
    return names.length === 1 && names[0] === spoilerName ? [] : names
  }
  const names = new Set([...askedFirst, ...ranks.flatMap(ofKind), ...Object.keys(fields)])
  return [...names].flatMap((name) => {
    const field = fields[name]
    const value = values[name]
    if (field === undefined || !fitsIn(field.control, value)) return []
    const isOptional = name === starters?.field
    return {
      name,
      field: isOptional ? { ...field, required: false } : field,
      value,
      isMissing: missing.includes(name),
    }
  })
}

/** Several switches take the place of the first, and presets follow the field that they fill in. */
const groupsIn = (form: Form): readonly Group[] => {
  const asked = askedIn(form)
  const together = switchesAmong(asked, limits.selectOptions)
  return asked.flatMap((one): Group[] => {
    if (!together.includes(one)) {
      const parts = partsFor(one, form)
      const asks = { names: [one.name], parts, partsMax: partsMaxOf(one.field.control) }
      const { starters } = form
      return one.name === starters?.field
        ? [asks, { names: [], parts: [starterPart(starters)], partsMax: 1 }]
        : [asks]
    }
    if (one !== together[0]) return []
    return [{ names: together.map(({ name }) => name), parts: [switchesPart(together)], partsMax: 1 }]
  })
}

const partsIn = (groups: readonly Group[]): readonly APILabelComponent[] =>
  groups.flatMap(({ parts }) => parts)

const roomFor = (groups: readonly Group[]): number => groups.reduce((sum, { partsMax }) => sum + partsMax, 0)

/**
 * One page if everything fits; otherwise each page but the last keeps a part that leads to the next. The pages stay
 * the same when a clip that was uploaded on one can be picked on the next.
 */
const pagesOf = (form: Form): readonly (readonly Group[])[] => {
  const groups = groupsIn(form)
  if (partsIn(groups).length <= limits.modalParts) return [groups]
  const pages: Group[][] = [[]]
  const left = [...groups]
  while (left.length > 0) {
    const page = pages.at(-1) ?? []
    if (roomFor([...page, ...left]) <= limits.modalParts) {
      page.push(...left.splice(0))
    } else if (page.length > 0 && roomFor([...page, ...left.slice(0, 1)]) >= limits.modalParts) {
      pages.push([])
    } else page.push(...left.splice(0, 1))
  }
  return pages
}

/** The page of a form, from 0, that asks for a field; the first if none does. */
export const pageWith = (form: Form, name: string | undefined): number =>
  Math.max(
    0,
    pagesOf(form).findIndex((page) => page.some(({ names }) => names.some((each) => each === name))),
  )

const labelsOn = (pages: readonly (readonly Group[])[], { fields }: Form): readonly string[] =>
  pages.flat().flatMap(({ names }) => names.map((name) => sayDeclared(fields[name]?.label ?? name)))

/** The labels of the fields on a page of a form. */
export const askedOn = (form: Form, page: number): readonly string[] =>
  labelsOn(pagesOf(form).slice(page, page + 1), form)

/** What is requested and what it costs, as far as it fits. */
const titleOf = ({ title, price }: Form): string => {
  if (price === undefined) return shortened(title, limits.modalTitle)
  const priced = [
    say('{{title}}, up to {{price}}', { title, price: price.whole }),
    `${title}: ${price.whole}`,
    `${title}: ${price.short}`,
  ]
  return priced.find((text) => text.length <= limits.modalTitle) ?? shortened(title, limits.modalTitle)
}

/**
 * One page of a form as a Discord modal, or the last if there are fewer: missing fields first. If there are
 * more pages, the last part asks whether to continue.
 */
export const modalOf = (form: Form, page = 0): APIModalInteractionResponseCallbackData => {
  const pages = pagesOf(form)
  const index = Math.min(page, pages.length - 1)
  const others = labelsOn(pages.slice(index + 1), form)
  const seen = pages.slice(0, index + 1).flatMap((groups) => groups.flatMap(({ names }) => names))
  const more = index < pages.length - 1 ? [morePart(others, keptIn(form, seen))] : []
  const components = [...partsIn(pages[index] ?? []), ...more]
  return {
    custom_id: writeFormId({ ...form, page: index }),
    title: titleOf(form),
    components,
  }
}
