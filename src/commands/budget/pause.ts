import { type Answer, problemsAnswer } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import type { Fields, InputOf } from '../../core/fields/field.ts'
import { channel, member, optional, text } from '../../core/fields/field-builders.ts'
import { type Budgets, type PauseOf, reasonLengthMax } from '../../core/ledger/budget.ts'
import { say } from '../../core/text/say.ts'
import { pauseButtons } from './buttons.ts'
import { askedOtherwise, changeBy, pauseFact, reason, whoFact, withFacts } from './words.ts'

type PausePorts = { budgets: Pick<Budgets, 'pauses' | 'setPause'> }

/** Fields that name what is paused: one of them, or none for everything here. */
const pausedFields = {
  channel: optional(channel({ label: 'Channel', help: 'Only this channel (default: everything here)' })),
  member: optional(member({ label: 'Member', help: 'Only this member' })),
} as const satisfies Fields

/** What these values name; undefined if they name both. */
const pausedIn = (input: InputOf<typeof pausedFields>): PauseOf | undefined => {
  if (input.channel !== undefined && input.member !== undefined) return undefined
  if (input.channel !== undefined) return { kind: 'channel', id: input.channel }
  return input.member === undefined ? { kind: 'server' } : { kind: 'member', id: input.member }
}

const whichOne = (): Answer =>
  problemsAnswer(
    [{ field: 'member', text: say('Choose only one: a channel or a member.') }],
    say('Nothing was changed.'),
  )

/** Refuses new paid requests until they are resumed; what was accepted before finishes. */
export const pauseAction = defineAction({
  name: 'pause',
  summary: 'Pause spending here, in a channel or by a member',
  fields: {
    reason: text({
      label: 'Reason',
      help: 'Shown to members, and kept in the audit log',
      lengthMax: reasonLengthMax,
    }),
    ...pausedFields,
  },
  run: async (input, invocation, { budgets }: PausePorts) => {
    const of = pausedIn(input)
    if (of === undefined) return whichOne()
    const change = changeBy(invocation, input.reason)
    const { status } = await budgets.setPause({ ...change, of, isPaused: true })
    if (status === 'differs') return askedOtherwise()
    const pause = { of, reason: input.reason }
    return withFacts(
      say("Paused. I'll refuse new paid requests. Accepted ones finish, and free commands still work."),
      [pauseFact(pause)],
      pauseButtons(invocation, [pause]),
    )
  },
})

const resumed = async (of: PauseOf, invocation: Invocation, { budgets }: PausePorts): Promise<Answer> => {
  const { account } = changeBy(invocation, undefined)
  const left = await budgets.pauses(account)
  const facts = [...(of.kind === 'server' ? [] : [whoFact(of)]), ...left.map(pauseFact)]
  const sentence =
    left.length === 0 ? say('Resumed. Paid requests work again.') : say('Resumed. Other pauses still apply.')
  return withFacts(sentence, facts, pauseButtons(invocation, left))
}

/** Lifts a pause. */
export const resumeAction = defineAction({
  name: 'resume',
  summary: 'Resume spending here, in a channel or by a member',
  fields: { ...pausedFields, reason },
  run: async (input, invocation, ports: PausePorts) => {
    const of = pausedIn(input)
    if (of === undefined) return whichOne()
    const change = changeBy(invocation, input.reason)
    const { status } = await ports.budgets.setPause({ ...change, of, isPaused: false })
    return status === 'differs' ? askedOtherwise() : resumed(of, invocation, ports)
  },
})
