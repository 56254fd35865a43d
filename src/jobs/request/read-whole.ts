import { clipName, isTooLong, readClip, tooLongText } from '../../core/clip/clip.ts'
import { clipFieldsOf, clipsIn, type GivenClip } from '../../core/clip/clip-field.ts'
import { refusedByName } from '../../core/clip/clip-kind.ts'
import type { FileLinks } from '../../core/clip/clip-reading.ts'
import { type ClipLinks, type FileOrigins, type LinkRead, readLink } from '../../core/clip/link.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import type { PreparedRequest } from '../../core/command/prepared-request.ts'
import type { DefaultHere } from '../../core/command/settings.ts'
import { type Lists, resolveNames } from '../../core/command/suggest.ts'
import type { Fields, Problem, RawValues } from '../../core/fields/field.ts'
import { withOthers } from '../../core/fields/read-values.ts'
import { refusedIn } from '../../core/text/refused-words.ts'
import { say, sayDeclared } from '../../core/text/say.ts'
import { shortened } from '../../core/text/text.ts'
import { linkPricedBy } from '../messages/job-facts.ts'
import { takesLinks } from './clips-brought.ts'
import { type FilledIn, fillIn } from './defaults.ts'

/** What the clips of a request are checked against. */
export interface ClipOptions {
  /** Longest clip accepted, in whole minutes. */
  longestMinutes: number
  /** Undefined if the audio service can't fetch chat files from us. */
  fileLinks: FileLinks | undefined
  fileOrigins: FileOrigins
  clipLinks: ClipLinks
  now: () => number
}

const switchedOff = (label: string): LinkRead => ({
  ok: false,
  problem: say('{{label}}: links are turned off here. Use a file or a take.', {
    label: sayDeclared(label),
  }),
})

/** Values with every address as it is stored and sent. A refused address stays as typed. */
export const withLinks = (
  { fileOrigins, clipLinks, now }: Pick<ClipOptions, 'fileOrigins' | 'clipLinks' | 'now'>,
  { fields }: Feature,
  values: RawValues,
): { values: RawValues; problems: readonly Problem[] } => {
  const context = { fileOrigins, nowMs: now() }
  const linked: Record<string, unknown> = { ...values }
  const problems: Problem[] = []
  for (const name of clipFieldsOf(fields)) {
    const value = values[name]
    const clip = readClip(value)
    const address = clip?.kind === 'link' ? clip.url : value
    const label = fields[name]?.label ?? name
    const link = typeof address === 'string' ? readLink(label, address, context) : undefined
    const read = link === undefined || clipLinks !== 'off' ? link : switchedOff(label)
    if (read?.ok === false) problems.push({ field: name, text: read.problem })
    else if (read?.ok) linked[name] = clip === undefined ? read.url : { kind: 'link', url: read.url }
  }
  return { values: linked, problems }
}

const unservedText = (label: string, clipLinks: ClipLinks): string =>
  clipLinks !== 'off'
    ? say(
        "{{label}}: the audio service can't read files from this chat. Use a public link, or leave it out.",
        { label },
      )
    : say("{{label}}: the audio service can't read files from this chat. Use a take, or leave it out.", {
        label,
      })

/** Problems with given files of an unsupported kind, which their names reveal before they are read. */
export const kindProblems = (fields: Fields, values: RawValues): readonly Problem[] =>
  clipFieldsOf(fields).flatMap((field) =>
    [values[field]].flat().flatMap((value): Problem[] => {
      const clip = readClip(value)
      const text =
        clip?.kind === 'upload' ? refusedByName(clip.name, clipName(clip), clip.contentType) : undefined
      return text === undefined ? [] : [{ field, text }]
    }),
  )

const mixedText = (named: Readonly<Record<'link' | 'file', string>>, takesTwoLinks: boolean): string =>
  takesTwoLinks
    ? say(
        "{{link}} is a link and {{file}} is a file, which can't be used together. Upload both, or use two links.",
        named,
      )
    : say("{{link}} is a link and {{file}} is a file, which can't be used together. Upload both.", named)

/**
 * What is wrong with the clips of a request, as far as known before they are read; `clips` are those whose
 * fields were valid.
 */
export const clipProblems = (
  options: ClipOptions,
  feature: Feature,
  values: RawValues,
  clips: readonly GivenClip[],
): readonly Problem[] => {
  const { fileLinks, clipLinks, longestMinutes } = options
  const problems: Problem[] = []

  // The audio service can't read a chat's file, and some values need an address.
  for (const [field, { label, control }] of Object.entries(feature.fields)) {
    const needsAddress = fileLinks === undefined && control.kind === 'clip' && control.asAddress
    if (needsAddress && readClip(values[field])?.kind === 'upload')
      problems.push({ field, text: unservedText(sayDeclared(label), clipLinks) })
  }

  // The length of other clips is known only once they are read.
  const secondsMax = longestMinutes * 60
  for (const { field, clip } of clipsIn(feature.fields, values))
    if (clip.kind === 'result' && clip.seconds !== undefined && isTooLong(clip.seconds, secondsMax))
      problems.push({ field, text: tooLongText(clipName(clip), clip.seconds, secondsMax) })

  // The audio service takes two files or two addresses; we never read a member's address.
  const link = clips.find(({ clip }) => clip.kind === 'link')
  const upload = clips.find(({ clip }) => clip.kind === 'upload')
  if (clipLinks !== 'off' && link !== undefined && upload !== undefined)
    problems.push({
      field: link.field,
      text: mixedText(
        { link: sayDeclared(link.label), file: sayDeclared(upload.label) },
        takesLinks({ clipLinks, feature }),
      ),
    })
  return problems
}

/** A link that sets the price by its length, which nobody here can measure, where such links are not taken. */
const unmeasuredProblems = (clipLinks: ClipLinks, prepared: PreparedRequest): readonly Problem[] => {
  const url = clipLinks === 'flat' ? linkPricedBy(prepared) : undefined
  const given = prepared.clips.find(({ clip }) => clip.kind === 'link' && clip.url === url)
  if (given === undefined) return []
  const label = sayDeclared(given.label)
  const text = say(
    "{{label}}: The price depends on the length, which I can't measure for a link. Upload the file.",
    { label },
  )
  return [{ field: given.field, text }]
}

const unwantedLength = 60

/** The texts of a request that contain words of these lists. Ids aren't searched. */
export const problemsWithWords = (
  { fields }: Feature,
  values: RawValues,
  lists: readonly (readonly string[])[],
): readonly Problem[] =>
  Object.entries(fields).flatMap(([field, { control, label }]): Problem[] => {
    const text = values[field]
    if (control.kind !== 'text' || control.isId === true || typeof text !== 'string') return []
    const [word] = lists.flatMap((list) => refusedIn(text, list) ?? [])
    if (word === undefined) return []
    const named = { label: sayDeclared(label), word: shortened(word, unwantedLength) }
    return [
      {
        field,
        text: say("{{label}} contains “{{word}}”, which isn't allowed here. Change it and try again.", named),
      },
    ]
  })

/** What is wrong by now with the clips of a request that was read before. */
export const problemsWithClips = (
  deps: ClipOptions,
  feature: Feature,
  values: RawValues,
  prepared: PreparedRequest,
): readonly Problem[] => [
  ...withLinks(deps, feature, values).problems,
  ...clipProblems(deps, feature, values, prepared.clips),
  ...unmeasuredProblems(deps.clipLinks, prepared),
]

/** A request that passed every check, with the values filled in. */
export interface WholeRequest {
  filled: FilledIn
  prepared: PreparedRequest
}

/**
 * Reads a complete request: resolves names, turns addresses into their stored form and fills in defaults; or
 * reports everything that is wrong with it.
 */
export const readWhole = async (
  deps: ClipOptions & { lists: Lists },
  feature: Feature,
  { values, target }: Invocation,
  defaults: readonly DefaultHere[],
): Promise<({ ok: true } & WholeRequest) | { ok: false; problems: readonly Problem[] }> => {
  const { fields } = feature
  const named = await resolveNames(fields, values, deps.lists, target)
  const linked = withLinks(deps, feature, named.values)
  const filled = await fillIn(feature, linked.values, defaults, { lists: deps.lists, asker: target })
  const { read } = filled
  const clips = read.ok ? read.prepared.clips : []
  const problems = [
    ...named.problems,
    ...withOthers(
      fields,
      withOthers(fields, linked.problems, clipProblems(deps, feature, linked.values, clips)),
      read.ok && clips.length > 0 ? unmeasuredProblems(deps.clipLinks, read.prepared) : [],
    ),
  ]
  if (read.ok && problems.length === 0) return { ok: true, filled, prepared: read.prepared }
  return { ok: false, problems: withOthers(fields, problems, read.ok ? [] : read.problems) }
}
