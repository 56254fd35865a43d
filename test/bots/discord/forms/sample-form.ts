import { modal } from '../../../../sandbox/discord/validation/modal.ts'
import { modalOf } from '../../../../src/bots/discord/forms/form.ts'
import { clip } from '../../../../src/core/clip/clip-field.ts'
import type { Form } from '../../../../src/core/command/answer.ts'
import type { Choice } from '../../../../src/core/fields/field.ts'
import {
  channel,
  choice,
  credits,
  group,
  integer,
  listed,
  member,
  optional,
  text,
  time,
  toggle,
} from '../../../../src/core/fields/field-builders.ts'

/** The words of a field. */
export const named = (label: string) => ({ label, help: `What ${label} is for` })

/** One field of each kind. */
export const fields = {
  style: optional(text({ ...named('Style'), lengthMax: 100 })),
  source: clip(named('Source')),
  prompt: text({ ...named('Prompt'), lengthMax: 3_000 }),
  lyrics: optional(text({ ...named('Lyrics'), lengthMax: 9_000 })),
  mood: optional(
    choice({
      ...named('Mood'),
      choices: [
        { value: 'calm', label: 'Calm' },
        { value: 'wild', label: 'Wild' },
      ],
    }),
  ),
  loud: optional(toggle(named('Loud'))),
  voice: optional(listed({ ...named('Voice'), list: 'voices', lengthMax: 50 })),
  sum: optional(credits(named('Sum'))),
  pitch: optional(integer({ ...named('Pitch'), min: -12, max: 12 })),
  start: optional(time(named('Start'))),
  page: optional(integer({ ...named('Page'), min: 1, max: 9 })),
  who: member(named('Who')),
  where: optional(channel(named('Channel'))),
  band: optional(group(named('Band'))),
}

/** A form that asks for all of them. */
export const form = (changes: Partial<Form> = {}): Form => ({
  command: 'remix',
  action: undefined,
  draft: 'd1',
  title: 'Remix this clip',
  fields,
  values: {},
  missing: [],
  clips: [],
  ...changes,
})

/** Clips that a channel may have. */
export const clips: readonly Choice[] = [
  { value: 'clip:0', label: 'Tide.mp3 (just now)' },
  { value: 'clip:1', label: 'Ebb.mp3 (2 hours ago)' },
]

/** The parts of a form by the names of what is requested. */
export const partNames = (asked: Form, page = 0) =>
  modal
    .parse(JSON.parse(JSON.stringify(modalOf(asked, page))))
    .components.map((part) => ('component' in part ? part.component.custom_id : ''))
