import { choice, listed, optional, text, toggle } from '../../../src/core/fields/field-builders.ts'

/** What a field of these tests is called. */
export const named = (label: string) => ({ label, help: `The ${label}` })
/** A text of any length that a prompt may have. */
export const words = (label: string) => text({ ...named(label), lengthMax: 3000 })

/** Fields of every kind that is typed, for tests of how a command is typed. */
export const fields = {
  prompt: words('Prompt'),
  style: optional(words('Style')),
  voice: optional(listed({ ...named('Voice'), list: 'voices', lengthMax: 50 })),
  model: optional(
    choice({
      ...named('Model'),
      choices: [
        { value: 'v7', label: 'Version seven' },
        { value: 'v7-pro', label: 'Version seven, for professionals' },
      ],
    }),
  ),
  vocals_only: optional(toggle(named('Vocals only'))),
  sample: optional(words('Sample')),
}
