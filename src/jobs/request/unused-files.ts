import { type Clip, clipName, readClip } from '../../core/clip/clip.ts'
import { clipFieldsOf } from '../../core/clip/clip-field.ts'
import type { Command } from '../../core/command/command.ts'
import type { Invocation, PointedMessage } from '../../core/command/invocation.ts'
import type { Fields, RawValues } from '../../core/fields/field.ts'
import { say } from '../../core/text/say.ts'
import { onOneLine } from '../../core/text/text.ts'
import { noSoundIn } from './clips-brought.ts'
import { missingClips, soundOf } from './resolve-clips.ts'

const usedClips = (fields: Fields, values: RawValues): readonly Clip[] =>
  clipFieldsOf(fields).flatMap((name) => [values[name]].flat().flatMap((value) => readClip(value) ?? []))

const namesOf = (clips: readonly Clip[]): string => clips.map(clipName).join(', ')

/** The names of the files in the message that asks, without the clips that are used. */
const unusedNames = (
  { files, refused = [], unreadable = [], unknown = [], others = [] }: PointedMessage,
  used: readonly Clip[],
): string => {
  const sounds = new Set(used.map(soundOf))
  const clips = files.filter((clip) => !sounds.has(soundOf(clip)))
  const unread = [...refused, ...unreadable].map(({ name }) => name ?? say('a file'))
  const names = [...clips.map(clipName), ...unread, ...unknown, ...others]
  return names.map((name) => onOneLine(name).trim()).join(', ')
}

/** What a member is told while a clip is missing, although their message has files. */
const missingClipText = ({ pointedAt }: Invocation): string | undefined => {
  const [nearest] = pointedAt
  return nearest === undefined || nearest.files.length < 2
    ? noSoundIn(pointedAt)
    : say('Pick in the form which clip you mean: {{clips}}.', { clips: namesOf(nearest.files) })
}

/**
 * Tells a member which files of their message a request does not use, and why; undefined where it uses all of
 * them. A forward is no file of theirs.
 */
export const unusedFilesText = (
  command: Command,
  invocation: Invocation,
  values: RawValues,
): string | undefined => {
  if (command.kind !== 'feature') return undefined
  if (missingClips(command.fields, values).length > 0) return missingClipText(invocation)
  const own = invocation.pointedAt.find(({ isRequest, forwardOf }) => isRequest && forwardOf === undefined)
  const used = usedClips(command.fields, values)
  const files = own === undefined ? '' : unusedNames(own, used)
  if (files === '') return undefined
  const name = `/${command.name}`
  return used.length === 0
    ? say('Left out: {{files}}. {{command}} reads only the text of your message.', { files, command: name })
    : say('Left out: {{files}}. {{command}} already uses {{clips}}.', {
        files,
        command: name,
        clips: namesOf(used),
      })
}
