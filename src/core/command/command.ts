import type { ConversionType } from '../endpoints/conversion-type.ts'
import type { Fields, InputOf, RawValues } from '../fields/field.ts'
import { readValues } from '../fields/read-values.ts'
import { say } from '../text/say.ts'
import { type Answer, type Asks, problemsAnswer } from './answer.ts'
import type { Example, Topic } from './example.ts'
import type { Feature } from './feature.ts'
import type { Invocation } from './invocation.ts'
import type { Starters } from './starters.ts'

/**
 * The current values of what an action changes, shown in its form for fields without a value. A value that comes
 * back unchanged counts as left out, unless it is required. Throws AppError `store_unavailable`.
 */
export type InitialValues<Ports> = (invocation: Invocation, ports: Ports) => Promise<RawValues>

/**
 * One thing that a utility command does. `Ports` are its dependencies, passed in when it runs; descriptions don't
 * need them.
 */
export interface Action<Ports = never> {
  name: string
  summary: string
  fields: Fields
  /**
   * If fields are optional but at least one is needed: those that come first in the form, which opens at once if no
   * value is given. Left out if none is needed.
   */
  asksFirst?: readonly string[]
  /** Its form, if that opens only for some values and has other fields than the command's options. */
  form?: { fields: Fields; opensFor(values: RawValues): boolean }
  /**
   * Whether only admins and managers can use it, or only with some values, and only in a server or workspace. It is not
   * offered to others.
   */
  isForAdmins?: true | ((values: RawValues) => boolean)
  /** What others can use instead: a sentence for their refusal. */
  forOthers?: string
  /** Whether only the platform's admins can use it with these values, not the budget managers they named. */
  isForPlatformAdmins?(values: RawValues): boolean
  /**
   * Whether it only reads, or does so with some values: if it fails, nothing can have been changed. Requesting a feature
   * is not part of it.
   */
  changesNothing?: true | ((values: RawValues) => boolean)
  initial?: InitialValues<Ports>
  /** The field that says whose values these are: if it changes, no value counts as left out. */
  initialOf?: string
  /**
   * Whether this removes something that is kept for the channel it names; then the channel need not be visible.
   * Throws AppError `store_unavailable`.
   */
  clearsChannel?(invocation: Invocation, ports: Ports): Promise<boolean>
  run(invocation: Invocation, ports: Ports): Promise<Answer | Asks>
}

/** A command that is answered at once and costs nothing. */
export interface Utility<Ports = never> {
  kind: 'utility'
  name: string
  summary: string
  topic: Topic
  /** What help offers to try. */
  example?: Example
  audience: 'everyone' | 'admins'
  /** Answers blocked members too, because the data about them is theirs. */
  isForBlocked?: true
  /** One action without a choice, or several: the first is what the command does alone. */
  actions: Action<Ports> | readonly Action<Ports>[]
}

export type Command<Ports = never> = Feature | Utility<Ports>

/** A command with its ports, ready to run. */
export type ReadyUtility = Utility<void>
export type ReadyCommand = Feature | ReadyUtility

/** Hides an action's input type: values that don't pass the fields get an answer that says what is wrong. */
export const defineAction = <F extends Fields, Ports>({
  run,
  clearsChannel,
  ...spec
}: {
  name: string
  summary: string
  fields: F
  asksFirst?: readonly (keyof F & string)[]
  form?: NonNullable<Action['form']>
  isForAdmins?: NonNullable<Action['isForAdmins']>
  forOthers?: string
  isForPlatformAdmins?(values: RawValues): boolean
  changesNothing?: NonNullable<Action['changesNothing']>
  initial?: InitialValues<Ports>
  initialOf?: keyof F & string
  clearsChannel?(input: InputOf<F>, invocation: Invocation, ports: Ports): Promise<boolean>
  run(input: InputOf<F>, invocation: Invocation, ports: Ports): Promise<Answer | Asks>
}): Action<Ports> => ({
  ...spec,
  ...(clearsChannel && {
    async clearsChannel(invocation, ports) {
      const read = readValues(spec.fields, invocation.values)
      return read.ok && clearsChannel(read.input, invocation, ports)
    },
  }),
  async run(invocation, ports) {
    const read = readValues(spec.fields, invocation.values)
    return read.ok
      ? run(read.input, invocation, ports)
      : problemsAnswer(read.problems, say('Nothing was changed.'))
  },
})

/** Whether only admins and managers can use an action with these values. */
export const isForAdmins = (
  { isForAdmins: rule }: Pick<Action, 'isForAdmins'>,
  values: RawValues,
): boolean => (typeof rule === 'function' ? rule(values) : rule === true)

/** The actions of a utility as a list, even if there is only one. */
export const actionsOf = <Ports>({ actions }: Utility<Ports>): readonly Action<Ports>[] =>
  'run' in actions ? [actions] : actions

/** The named action, or the first if none is named; undefined for a name that a command with several lacks. */
export const actionNamed = <Ports>(
  utility: Utility<Ports>,
  name: string | undefined,
): Action<Ports> | undefined => {
  const actions = actionsOf(utility)
  const isFirst = actions.length === 1 || name === undefined
  return isFirst ? actions[0] : actions.find((action) => action.name === name)
}

/**
 * Whether a command may change something: after a failure in its middle nobody knows if it did. `values` are undefined
 * as long as not all of them are known. The one place that reads `changesNothing`.
 */
export const mayChange = (
  command: Command | undefined,
  action: string | undefined,
  values: RawValues | undefined,
): boolean => {
  const meant = command?.kind === 'utility' ? actionNamed(command, action) : undefined
  const rule = meant?.changesNothing
  const isReading = typeof rule === 'function' ? values !== undefined && rule(values) : rule === true
  return meant !== undefined && !isReading
}

/** The fields of a command, or of one action; none if there is no such action. */
export const fieldsOf = (command: Command, action: string | undefined): Fields =>
  command.kind === 'feature' ? command.fields : (actionNamed(command, action)?.fields ?? {})

/** The fields of its form: all of them, unless the action has a form of its own. */
export const formFieldsOf = (command: Command, action: string | undefined): Fields =>
  (command.kind === 'utility' && actionNamed(command, action)?.form?.fields) || fieldsOf(command, action)

/** The fields that a form asks for first if no value was given, see `Action`; none if none is needed. */
export const asksFirstOf = (command: Command, action: string | undefined): readonly string[] =>
  (command.kind === 'feature' ? command : actionNamed(command, action))?.asksFirst ?? []

/** The presets that a command's form offers, if any. */
export const startersOf = (command: Command): Starters | undefined =>
  command.kind === 'feature' ? command.starters : undefined

/** The family of tasks that a feature starts; undefined if there is no such feature, or it starts none. */
export const familyOf = (commands: readonly Command[], feature: string): ConversionType | undefined => {
  const command = commands.find(({ name }) => name === feature)
  return command?.kind === 'feature' ? command.conversionType : undefined
}

const readyAction = <Ports>(action: Action<Ports>, ports: Ports): Action<void> => {
  const { initial, clearsChannel, ...rest } = action
  return {
    ...rest,
    run: (invocation) => action.run(invocation, ports),
    ...(initial && { initial: (invocation) => initial(invocation, ports) }),
    ...(clearsChannel && { clearsChannel: (invocation) => clearsChannel(invocation, ports) }),
  }
}

/** Gives a utility its ports. */
export const readyUtility = <Ports>(utility: Utility<Ports>, ports: Ports): ReadyUtility => {
  const { actions } = utility
  return {
    ...utility,
    actions:
      'run' in actions ? readyAction(actions, ports) : actions.map((action) => readyAction(action, ports)),
  }
}

/**
 * Gives commands their ports.
 * @example withPorts(commands, { budgets, blocks, journal, … })
 */
export const withPorts = <Ports>(
  commands: readonly Command<Ports>[],
  ports: Ports,
): readonly ReadyCommand[] =>
  commands.map((command) => (command.kind === 'feature' ? command : readyUtility(command, ports)))
