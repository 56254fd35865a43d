import { expect } from 'vitest'
import type { ListName } from '../../../../src/core/fields/field.ts'
import { opensInTheEnd } from '../forms.ts'
import { asksOf, hasForm } from '../uses/wanted.ts'
import type { Stage } from './stage.ts'

/** These lists may be empty. */
const mayBeEmpty: readonly ListName[] = ['jobs_to_cancel', 'jobs_to_recover']

interface Suggested {
  path: string
  name: string
  list: ListName
}

/** Every field that is completed from a list while somebody types. */
const suggestedOn = ({ platform, commands }: Stage): readonly Suggested[] =>
  asksOf(commands).flatMap((ask) =>
    Object.entries(ask.fields).flatMap(([name, { control }]): Suggested[] => {
      if (control.kind === 'listed') {
        const isOffered = platform === 'discord' || hasForm(ask)
        return isOffered ? [{ path: ask.path, name, list: control.list }] : []
      }
      const isTyped = platform === 'discord' && control.kind === 'text'
      return isTyped && control.suggestions !== undefined
        ? [{ path: ask.path, name, list: control.suggestions }]
        : []
    }),
  )

/** Where suggestions are asked for: on Discord an option of the command, on Slack a menu of its form. */
const askedAt = async ({ platform, people, member }: Stage, path: string): Promise<string> =>
  platform === 'discord' ? path : (await opensInTheEnd(() => people.asks(member, path))).id

/**
 * Asks for suggestions in every field that has some. On Slack of each list once: who fills in its forms
 * asks in all of them.
 */
export const suggestEverywhere = async (stage: Stage): Promise<void> => {
  const { people, member, platform, voice } = stage
  const all = suggestedOn(stage)
  const each = all.filter(({ list }, index) => all.findIndex((other) => other.list === list) === index)
  for (const { path, name, list } of platform === 'slack' ? each : all) {
    const typed = list === 'voices' ? voice.label : ''
    const told = await people.suggestions(member, await askedAt(stage, path), name, typed)
    if (!mayBeEmpty.includes(list))
      expect(told.length, `suggestions for ${name} of ${path}`).toBeGreaterThan(0)
    if (list === 'voices') expect(told.map(({ value }) => value)).toContain(voice.value)
  }
}
