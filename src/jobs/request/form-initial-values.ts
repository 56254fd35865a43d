import { actionNamed, fieldsOf, type ReadyCommand } from '../../core/command/command.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import type { Fields, RawValues } from '../../core/fields/field.ts'
import { within } from '../../core/waiting.ts'
import { withNames } from './defaults.ts'
import type { AskingOptions } from './resolve-clips.ts'

/** A form must open within three seconds, so slow current values are left out. */
const initialWithinMs = 300

const readInitial = async (
  { log }: AskingOptions,
  command: ReadyCommand,
  invocation: Invocation,
): Promise<RawValues> => {
  const action = command.kind === 'utility' ? actionNamed(command, invocation.action) : undefined
  if (action?.initial === undefined) return {}
  try {
    return (await within(initialWithinMs, action.initial(invocation))) ?? {}
  } catch (error) {
    log.warn('current values could not be read for a form', { error, command: command.name })
    return {}
  }
}

/** Keeps given values, and hides those that a field no longer accepts. */
const shownOf = (fields: Fields, given: RawValues, initial: RawValues): RawValues =>
  Object.fromEntries(
    Object.entries(initial).filter(
      ([name, value]) =>
        value !== undefined && given[name] === undefined && fields[name]?.schema.safeParse(value).success,
    ),
  )

/**
 * Current values that a form shows for each field that was left out, see `InitialValues`; empty if they can't
 * be read in time. Never throws.
 */
export const shownInitial = async (
  options: AskingOptions,
  command: ReadyCommand,
  invocation: Invocation,
  given: RawValues,
): Promise<RawValues> => {
  const fields = fieldsOf(command, invocation.action)
  const initial = await readInitial(options, command, { ...invocation, values: given })
  return withNames(options.lists, fields, shownOf(fields, given, initial), invocation.target)
}
