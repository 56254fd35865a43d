import { type Answer, problemsAnswer } from '../../core/command/answer.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { Field, Fields, InputOf } from '../../core/fields/field.ts'
import { channel, choice, group, member, optional } from '../../core/fields/field-builders.ts'
import type { GrantScope } from '../../core/ledger/budget.ts'
import { type Scope, scopeKinds } from '../../core/ledger/scope.ts'
import { declared, say } from '../../core/text/say.ts'

/** A paid feature, by its command. */
export const featureField = (features: readonly Feature[], help: string) =>
  choice({
    label: declared('Feature'),
    help,
    choices: features.filter(({ isFree }) => !isFree).map(({ name }) => ({ value: name, label: `/${name}` })),
  })

/** A model of any feature. */
export const modelField = (features: readonly Feature[], help: string) => {
  const controls = features.map(({ fields }) => fields.model?.control)
  const choices = controls.flatMap((control) => (control?.kind === 'choice' ? control.choices : []))
  return choice({ label: declared('Model'), help, choices })
}

const idsIn = ({ control }: Field): readonly string[] =>
  control.kind === 'choice' ? control.choices.map(({ value }) => value) : []

/** Every feature and model that can have a limit. */
export const purposesAmong = (features: readonly Feature[]): readonly Scope[] => [
  ...idsIn(featureField(features, '')).map((id) => ({ kind: 'feature', id }) as const),
  ...idsIn(modelField(features, '')).map((id) => ({ kind: 'model', id }) as const),
]

/** Fields that name a share: at most one of them; none means the server's budget. */
export const createWhoseFields = (features: readonly Feature[]) =>
  ({
    member: optional(
      member({ label: declared('Member'), help: declared('Member (default: the whole budget)') }),
    ),
    channel: optional(channel({ label: declared('Channel'), help: declared('Channel instead of a member') })),
    group: optional(group({ label: declared('Group'), help: declared('Group instead of a member') })),
    feature: optional(featureField(features, declared('Feature instead of a member'))),
    model: optional(modelField(features, declared('Model instead of a member'))),
  }) satisfies Fields

/** The share that these values name; undefined if they name several. */
export const whoseIn = (input: InputOf<ReturnType<typeof createWhoseFields>>): GrantScope | undefined => {
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
    [{ field: 'member', text: say('Choose only one: member, channel, group, feature or model.') }],
    say('Nothing was changed.'),
  )
