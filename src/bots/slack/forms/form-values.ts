import type { types } from '@slack/bolt'
import { starterName } from '../../../core/command/starters.ts'
import { unreachable } from '../../../core/errors.ts'
import {
  type Control,
  type Field,
  type Fields,
  isSwitch,
  type Problem,
  type RawValues,
  switchesName,
} from '../../../core/fields/field.ts'
import { createSecret } from '../../../core/fields/secret.ts'
import { shortened } from '../../../core/text/text.ts'
import { clipOfForm, type FormSender } from '../incoming/clips.ts'
import { limits } from '../render/limits.ts'
import { clipInputs } from './form.ts'
import type { FormOrigin } from './form-id.ts'

/**
 * What stands in one input.
 * https://docs.slack.dev/reference/interaction-payloads/view-interactions-payload#view_submission
 */
export interface InputState {
  value?: string | null | undefined
  selected_option?: { value: string } | null
  selected_options?: readonly { value: string }[] | null
  selected_user?: string | null
  selected_conversation?: string | null
  files?: readonly object[] | undefined
}

/** A submitted form: its values when it opened, and its values now, by block and action. */
export interface SentForm {
  blocks: readonly (types.KnownBlock | types.Block)[]
  values: Readonly<Record<string, Readonly<Record<string, InputState>>>>
  sender: FormSender
}

const stateOf = ({ values }: SentForm, id: string): InputState | undefined => values[id]?.[id]

const given = (text: string | null | undefined): string | undefined =>
  text === null || text === '' ? undefined : text

const isInput = (block: types.KnownBlock | types.Block): block is types.InputBlock => block.type === 'input'

/** A switch's own checkbox: in a block by itself, or in one with others. */
interface Box {
  readonly blockId: string
  readonly value: string | undefined
  readonly wasTicked: boolean
}

const boxOf = ({ blocks }: SentForm, name: string): Box | undefined => {
  for (const { block_id: blockId, element } of blocks.filter(isInput)) {
    if (element.type !== 'checkboxes' || (blockId !== name && blockId !== switchesName)) continue
    const option = element.options.find(({ value }) => blockId === name || value === name)
    if (option === undefined) continue
    const { value } = option
    const wasTicked = element.initial_options?.some((initial) => initial.value === value) === true
    return { blockId, value, wasTicked }
  }
  return undefined
}

/** A clip given in several ways is a list, which the field refuses with the reason. */
const clipValue = (form: SentForm, name: string): unknown => {
  const { known, file, address } = clipInputs(name)
  const ways = [
    given(stateOf(form, known)?.selected_option?.value),
    clipOfForm(stateOf(form, file)?.files, form.sender),
    given(stateOf(form, address)?.value),
  ].filter((way) => way !== undefined)
  return ways.length > 1 ? ways : ways[0]
}

const toggleValue = (form: SentForm, name: string, { asChoice }: { asChoice?: true }): unknown => {
  if (!asChoice) {
    const box = boxOf(form, name)
    const ticked = box === undefined ? [] : (stateOf(form, box.blockId)?.selected_options ?? [])
    return ticked.some(({ value }) => value === box?.value)
  }
  const picked = given(stateOf(form, name)?.selected_option?.value)
  return picked === undefined ? undefined : picked === 'true'
}

const controlValue = (form: SentForm, name: string, control: Control): unknown => {
  const state = stateOf(form, name)
  switch (control.kind) {
    case 'text':
    case 'credits':
    case 'time':
    case 'integer':
      return given(state?.value)
    case 'secret': {
      const text = given(state?.value)
      return text === undefined ? undefined : createSecret(text)
    }
    case 'choice':
    case 'listed':
    case 'group':
      return given(state?.selected_option?.value)
    case 'toggle':
      return toggleValue(form, name, control)
    case 'member':
      return given(state?.selected_user)
    case 'channel':
      return given(state?.selected_conversation)
    case 'clip':
      return clipValue(form, name)
    default:
      return unreachable(control)
  }
}

const blockIdsOf = (form: SentForm, name: string, { control }: Field): readonly string[] => {
  if (control.kind === 'clip') return Object.values(clipInputs(name))
  return [boxOf(form, name)?.blockId ?? name]
}

/** An untouched yes or no is left to the draft. */
const isUntouched = (form: SentForm, name: string, field: Field, value: unknown): boolean =>
  isSwitch(field) && value === false && !boxOf(form, name)?.wasTicked

const starterValue = (form: SentForm): RawValues => {
  const picked = given(stateOf(form, starterName)?.selected_option?.value)
  return picked === undefined ? {} : { [starterName]: picked }
}

/**
 * The values of a submitted form. A cleared input is present as undefined, and so is one that came back empty
 * because it could not show a wrong value. Fields that the form did not ask for, or kept and not replaced, are
 * left out: the draft has them.
 */
export const formValues = (
  fields: Fields,
  form: SentForm,
  { kept, dropped }: Pick<FormOrigin, 'kept' | 'dropped'>,
): RawValues => ({
  ...starterValue(form),
  ...Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      if (!blockIdsOf(form, name, field).some((id) => stateOf(form, id) !== undefined)) return []
      const value = controlValue(form, name, field.control)
      if (value === undefined && kept.includes(name)) return []
      if (!isUntouched(form, name, field, value)) return [[name, value]]
      return dropped.includes(name) ? [[name, undefined]] : []
    }),
  ),
})

/** The problems of a submitted form, each under its own input, or the first if the form has none for it. */
export const inputErrors = (form: SentForm, problems: readonly Problem[]): Record<string, string> => {
  const ids = form.blocks.filter(isInput).flatMap(({ block_id }) => block_id ?? [])
  const errors = new Map<string, string>()
  for (const { field, text } of problems) {
    const own = ids.find((candidate) => candidate === field || candidate.startsWith(`${field}.`))
    const id = own ?? boxOf(form, field)?.blockId ?? ids[0]
    if (id === undefined) continue
    const before = errors.get(id)
    errors.set(id, shortened(before === undefined ? text : `${before} ${text}`, limits.inputText))
  }
  return Object.fromEntries(errors)
}
