import { type Answer, problemsAnswer } from '../../core/command/answer.ts'
import type { Fields, InputOf } from '../../core/fields/field.ts'
import { channel, group, member, optional } from '../../core/fields/field-builders.ts'
import type { GrantScope } from '../../core/ledger/budget.ts'
import { scopeKinds } from '../../core/ledger/scope.ts'
import { say } from '../../core/text/say.ts'

/** Fields that name a share: at most one of them; none means the server's budget. */
export const whoseFields = {
  member: optional(member({ label: 'Member', help: 'Member (default: the whole budget)' })),
  channel: optional(channel({ label: 'Channel', help: 'Channel instead of a member' })),
  group: optional(group({ label: 'Group', help: 'Group instead of a member' })),
} as const satisfies Fields

/** The share that these values name; undefined if they name several. */
export const whoseIn = (input: InputOf<typeof whoseFields>): GrantScope | undefined => {
  const named = scopeKinds.flatMap((kind) => {
    const id = input[kind]
    return id === undefined ? [] : [{ kind, id }]
  })
  const [scope = { kind: 'server' } as const] = named
  return named.length > 1 ? undefined : scope
}

/** The refusal of values that name several shares. */
export const whichShare = (): Answer =>
  problemsAnswer(
    [{ field: 'member', text: say('Choose only one: member, channel or group.') }],
    say('Nothing was changed.'),
  )
