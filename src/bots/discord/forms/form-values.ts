import { ComponentType, type ModalData } from 'discord.js'
import { starterName } from '../../../core/command/starters.ts'
import {
  type Control,
  type Fields,
  isSwitch,
  type RawValues,
  switchesName,
} from '../../../core/fields/field.ts'
import { createSecret } from '../../../core/fields/secret.ts'
import { uploadedClip } from '../incoming/clips.ts'
import { knownClip, moreName, uploadName } from './form-parts.ts'

/** The parts of a sent form, by name. */
type SentParts = ReadonlyMap<string, ModalData>

/** What was typed or picked; undefined for a part that is missing or was left empty. */
const givenText = (part: ModalData | undefined): string | undefined => {
  if (part === undefined) return undefined
  const given = 'values' in part ? part.values[0] : part.value
  return typeof given === 'string' && given.trim() !== '' ? given : undefined
}

const givenUpload = (part: ModalData | undefined) => {
  const file = part?.type === ComponentType.FileUpload ? part.attachments?.first() : undefined
  return file === undefined ? [] : [uploadedClip(file, undefined)]
}

/** A clip given in two ways at once yields both; the one that the form showed as chosen gives way. */
const clipValue = (parts: SentParts, name: string): unknown => {
  const picked = givenText(parts.get(name))
  const [file] = givenUpload(parts.get(uploadName(name)))
  if (file === undefined || picked === undefined || picked === knownClip) return file ?? picked
  return [file, picked]
}

const sentValue = (control: Control, parts: SentParts, name: string): unknown => {
  if (control.kind === 'clip') return clipValue(parts, name)
  const text = givenText(parts.get(name))
  if (control.kind === 'secret') return text === undefined ? undefined : createSecret(text)
  return control.kind === 'toggle' && text !== undefined ? text === 'true' : text
}

const picksIn = (part: ModalData | undefined): readonly string[] =>
  part !== undefined && 'values' in part ? [...part.values] : []

/** Whether the member wants the next page before the form is processed. */
export const wantsMore = (parts: SentParts): boolean => picksIn(parts.get(moreName)).includes(moreName)

/** Switches that are on; the others of the same part are cleared. */
const switchValues = (fields: Fields, parts: SentParts): RawValues => {
  const part = parts.get(switchesName)
  if (part === undefined) return {}
  const on = picksIn(part)
  const offered = Object.entries(fields).filter(([name, field]) => isSwitch(field) && !parts.has(name))
  return Object.fromEntries(offered.map(([name]) => [name, on.includes(name) ? true : undefined]))
}

const starterValue = (parts: SentParts): RawValues => {
  const picked = givenText(parts.get(starterName))
  return picked === undefined ? {} : { [starterName]: picked }
}

/**
 * The values of a sent form. A cleared value overrides the draft's; a clip that only the draft has stays there
 * if it was left as it is.
 */
export const formValues = (fields: Fields, parts: SentParts): RawValues => ({
  ...switchValues(fields, parts),
  ...starterValue(parts),
  ...Object.fromEntries(
    Object.entries(fields).flatMap(([name, { control }]) => {
      const value = sentValue(control, parts, name)
      if (value === undefined && !parts.has(name) && !parts.has(uploadName(name))) return []
      return control.kind === 'clip' && value === knownClip ? [] : [[name, value]]
    }),
  ),
})
