import type { Answer } from '../../core/command/answer.ts'
import type { Action } from '../../core/command/command.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import type { Problem, RawValues } from '../../core/fields/field.ts'
import type { FindChannel } from '../../core/job/audience.ts'
import type { Block } from '../../core/message/message.ts'
import { accountOf, budgetChannelOf, isPersonal } from '../../core/target.ts'
import { say, sayDeclared } from '../../core/text/say.ts'

interface TypedChannels {
  /** Without channels that could not be found; threads are replaced by their channels. */
  values: RawValues
  problems: readonly Problem[]
  /** Channels that replaced threads. */
  around: readonly string[]
}

const unknownText = (label: string, value: string): string =>
  say("{{label}}: I can't see the channel {{value}} here. Pick one from the list.", { label, value })

const unansweredText = (label: string, value: string): string =>
  say("{{label}}: I couldn't look up {{value}}. Try again in a minute.", { label, value })

/**
 * Looks up the channels among a request's values: typed names may be threads, or channels that do not exist. A
 * form's values were picked from the platform's own list, but a forged form names any; only the form's own channel needs
 * no look-up, since members may be in one that we are not in. A deleted channel can still be cleared.
 */
export const withTypedChannels = async (
  { findChannel }: { findChannel: FindChannel },
  { fields, clearsChannel }: Pick<Action<void>, 'fields' | 'clearsChannel'>,
  invocation: Invocation,
): Promise<TypedChannels> => {
  const { values, form, target } = invocation
  const known: Record<string, unknown> = { ...values }
  const problems: Problem[] = []
  const around: string[] = []
  if (isPersonal(accountOf(target))) return { values, problems, around }
  const own = form === undefined ? undefined : budgetChannelOf(target)
  for (const [name, { control, label, schema }] of Object.entries(fields)) {
    const value = values[name]
    if (control.kind !== 'channel' || typeof value !== 'string' || !schema.safeParse(value).success) continue
    if (value === own) continue
    const found = await findChannel(target, value)
    if (found.status !== 'found' && (await clearsChannel?.(invocation)) === true) continue
    known[name] = found.status === 'found' ? found.channel : undefined
    if (found.status === 'found' && found.channel !== value) around.push(found.channel)
    if (found.status === 'unknown')
      problems.push({ field: name, text: unknownText(sayDeclared(label), value) })
    if (found.status === 'unanswered')
      problems.push({ field: name, text: unansweredText(sayDeclared(label), value) })
  }
  return { values: known, problems, around }
}

/** An answer that names the channel used in place of a thread. */
export const namingChannels = (answer: Answer, { around }: Pick<TypedChannels, 'around'>): Answer => {
  const isMistaken = answer.kind === 'problems' && answer.problems.length > 0
  if (around.length === 0 || isMistaken || (answer.kind !== 'message' && answer.kind !== 'problems'))
    return answer
  const value = around.map((id) => ({ kind: 'channel' as const, id }))
  const named: Block = { kind: 'facts', facts: [{ label: say("Using the thread's channel"), value }] }
  return { ...answer, message: { ...answer.message, blocks: [named, ...answer.message.blocks] } }
}
