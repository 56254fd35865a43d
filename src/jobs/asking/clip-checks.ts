import { readClip } from '../../core/clip/clip.ts'
import { clipFieldsOf, clipsIn, type GivenClip } from '../../core/clip/clip-field.ts'
import type { FileLinks } from '../../core/clip/file-links.ts'
import { type FileOrigins, type LinkRead, readLink } from '../../core/clip/link.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { Problem, RawValues } from '../../core/command/field.ts'
import { say, sayDeclared } from '../../core/texts/say.ts'
import { lengthProblems } from '../steps/clip-length.ts'

/** What the clips of a request are checked against. */
export interface ClipOptions {
  /** No longer clip is taken, in whole minutes. */
  longestMinutes: number
  /** Undefined where the audio service cannot fetch chats' files from us. */
  fileLinks: FileLinks | undefined
  fileOrigins: FileOrigins
  now: () => number
}

/** Values with every address as it is stored and sent. One that is refused stays as it was typed. */
export const withLinks = (
  { fileOrigins, now }: Pick<ClipOptions, 'fileOrigins' | 'now'>,
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
    const read: LinkRead | undefined =
      typeof address === 'string' ? readLink(fields[name]?.label ?? name, address, context) : undefined
    if (read?.ok === false) problems.push({ field: name, text: read.problem })
    else if (read?.ok) linked[name] = clip === undefined ? read.url : { kind: 'link', url: read.url }
  }
  return { values: linked, problems }
}

/** A chat's file is closed to the audio service, which some values reach by an address alone. */
const unservedProblems = ({ fields }: Feature, values: RawValues): readonly Problem[] =>
  Object.entries(fields).flatMap(([field, { label, control }]) =>
    control.kind === 'clip' && control.asAddress && readClip(values[field])?.kind === 'upload'
      ? [
          {
            field,
            text: say(
              '{{label}}: the audio service cannot read files of this chat here. Give a web address that everybody can open, or leave it out.',
              { label: sayDeclared(label) },
            ),
          },
        ]
      : [],
  )

/** The audio service takes two files or two addresses; an address of a member's is never read by us. */
const mixedProblems = (clips: readonly GivenClip[]): readonly Problem[] => {
  const link = clips.find(({ clip }) => clip.kind === 'link')
  const upload = clips.find(({ clip }) => clip.kind === 'upload')
  if (link === undefined || upload === undefined) return []
  return [
    {
      field: link.field,
      text: say(
        "{{link}} is a web address and {{file}} is a file, which don't go together. Upload both, or give two addresses.",
        { link: sayDeclared(link.label), file: sayDeclared(upload.label) },
      ),
    },
  ]
}

/**
 * What is wrong with the clips of a request, as far as that is known before they are read; `clips` are those that
 * passed their fields.
 */
export const clipProblems = (
  { fileLinks, longestMinutes }: ClipOptions,
  feature: Feature,
  values: RawValues,
  clips: readonly GivenClip[],
): readonly Problem[] => [
  ...(fileLinks === undefined ? unservedProblems(feature, values) : []),
  ...lengthProblems(clipsIn(feature.fields, values), longestMinutes),
  ...mixedProblems(clips),
]
