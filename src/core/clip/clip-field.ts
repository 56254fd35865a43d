import { z } from 'zod'
import type { Field, Fields, Named, RawValues } from '../fields/field.ts'
import { webAddress } from '../fields/field-builders.ts'
import { takeExample } from '../job-id.ts'
import { say, sayDeclared } from '../text/say.ts'
import { type Clip, readClip } from './clip.ts'
import { noLinkText } from './no-link.ts'

/** What a platform passes if a member gave a clip in two ways at once. */
const givenTwice = z.array(z.unknown())

/**
 * A piece of audio: an upload, one of our results, or a web address. A member who gives both an upload and an
 * address is asked to leave one out. A take's name has become a result before this reads it. `asAddress`: the
 * service takes only an address, so a chat's file can be used only if we can serve it.
 */
export const clip = (named: Named & { asAddress?: true }): Field<Clip> => {
  const address = webAddress(named.label)
  const error = () =>
    say('{{label}} must be an audio file, a link, or a take such as {{take}}.', {
      label: sayDeclared(named.label),
      take: takeExample,
    })
  return {
    label: named.label,
    help: named.help,
    required: true,
    control: { kind: 'clip', ...(named.asAddress && { asAddress: true }) },
    schema: z.unknown().transform((value, context): Clip => {
      const stop = (message: string) => {
        context.addIssue({ code: 'custom', message })
        return z.NEVER
      }
      if (givenTwice.safeParse(value).success)
        return stop(
          say('You gave {{label}} more than once. Keep only one.', {
            label: sayDeclared(named.label),
          }),
        )
      if (typeof value === 'string') {
        const noLink = noLinkText(named.label, value)
        if (noLink !== undefined || !/^\s*[a-z]+:/i.test(value)) return stop(noLink ?? error())
        const read = address.safeParse(value)
        return read.success
          ? { kind: 'link', url: read.data }
          : stop(read.error.issues[0]?.message ?? error())
      }
      return readClip(value) ?? stop(error())
    }),
  }
}

/**
 * The clip that a value of a clip field stands for; undefined if none, such as the name of a take. A web address
 * stays text in a request and its record, so that a form shows it to be corrected.
 */
export const readGivenClip = (value: unknown): Clip | undefined =>
  readClip(typeof value === 'string' ? { kind: 'link', url: value.trim() } : value)

/** The names of the fields that take a clip, in declaration order. */
export const clipFieldsOf = (fields: Fields): readonly string[] => {
  const names: string[] = []
  for (const [name, { control }] of Object.entries(fields)) {
    if (control.kind === 'clip') names.push(name)
  }
  return names
}

/** A clip that was given, and its field. */
export interface GivenClip {
  field: string
  label: string
  clip: Clip
}

/** The clips among a request's values. */
export const clipsIn = (fields: Fields, input: RawValues): readonly GivenClip[] => {
  const given: GivenClip[] = []
  for (const [name, { control, label }] of Object.entries(fields)) {
    const found = control.kind === 'clip' ? readGivenClip(input[name]) : undefined
    if (found !== undefined) given.push({ field: name, label, clip: found })
  }
  return given
}
