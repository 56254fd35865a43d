import type { Fields, InputOf, RawValues } from '../fields/field.ts'
import { readValues } from '../fields/read-values.ts'
import { say } from '../text/say.ts'
import { type Answer, type Asks, problemsAnswer } from './answer.ts'
import type { Feature } from './feature.ts'
import type { Invocation } from './invocation.ts'

/**
 * What holds now of that which an action changes: its form shows it where nothing was given. What comes back as it
 * was shown counts as left out, unless it has to be given. Throws AppError `store_unavailable`.
 */
export type InitialValues<Ports> = (invocation: Invocation, ports: Ports) => Promise<RawValues>

/**
 * One thing that a utility command does. `Ports` is what it works with, which is handed in when it runs; nobody needs
 * them to show what there is.
 */
export interface Action<Ports = never> {
  name: string
  summary: string
  fields: Fields
  /**
   * Of fields that may each be left out, but not all of them: those that come first in the form, which opens at
   * once where nothing at all is given. Left out where nothing need be given.
   */
  asksFirst?: readonly string[]
  /** Whether only admins and managers can use it: nobody else is offered it. */
  isForAdmins?: true
  initial?: InitialValues<Ports>
  /** The field that says whose values these are: where another one comes back, nothing of it counts as left out. */
  initialOf?: string
  /**
   * Whether this takes away something that is kept for the channel it names: then nobody has to see that channel any
   * more. Throws AppError `store_unavailable`.
   */
  clearsChannel?(invocation: Invocation, ports: Ports): Promise<boolean>
  run(invocation: Invocation, ports: Ports): Promise<Answer | Asks>
}

/** What a utility is about: what was made, the bill, or how somebody wants things here. */
export type Topic = 'results' | 'credits' | 'choices'

/** A command that is answered at once and costs nothing. */
export interface Utility<Ports = never> {
  kind: 'utility'
  name: string
  summary: string
  topic: Topic
  audience: 'everyone' | 'admins'
  /** Answers blocked members too, because the data about them is theirs. */
  isForBlocked?: true
  /** One action without a choice, or several to choose from. */
  actions: Action<Ports> | readonly Action<Ports>[]
}

export type Command<Ports = never> = Feature | Utility<Ports>

/** A command that can be run: its ports are there. */
export type ReadyUtility = Utility<void>
export type ReadyCommand = Feature | ReadyUtility

/**
 * Closes an action over its own input type: values that don't pass the fields
 * are answered with what is wrong.
 */
export const defineAction = <F extends Fields, Ports>({
  run,
  clearsChannel,
  ...spec
}: {
  name: string
  summary: string
  fields: F
  asksFirst?: readonly (keyof F & string)[]
  isForAdmins?: true
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

/** The actions of a utility as a list, also where there is only one. */
export const actionsOf = <Ports>({ actions }: Utility<Ports>): readonly Action<Ports>[] =>
  'run' in actions ? [actions] : actions

/** The action that is meant; undefined where a command has several and none of them is named. */
export const actionNamed = <Ports>(
  utility: Utility<Ports>,
  name: string | undefined,
): Action<Ports> | undefined => {
  const actions = actionsOf(utility)
  return actions.length === 1 ? actions[0] : actions.find((action) => action.name === name)
}

/** The fields that a command, or one action of it, takes; none where the action is not named. */
export const fieldsOf = (command: Command, action: string | undefined): Fields =>
  command.kind === 'feature' ? command.fields : (actionNamed(command, action)?.fields ?? {})

/** The fields that a form asks for first where nothing was given, see `Action`; none where nothing need be. */
export const asksFirstOf = (command: Command, action: string | undefined): readonly string[] =>
  (command.kind === 'feature' ? command : actionNamed(command, action))?.asksFirst ?? []

const readyAction = <Ports>(action: Action<Ports>, ports: Ports): Action<void> => {
  const { initial, clearsChannel, ...rest } = action
  return {
    ...rest,
    run: (invocation) => action.run(invocation, ports),
    ...(initial && { initial: (invocation) => initial(invocation, ports) }),
    ...(clearsChannel && { clearsChannel: (invocation) => clearsChannel(invocation, ports) }),
  }
}

/** Hands a utility what it works with. */
export const readyUtility = <Ports>(utility: Utility<Ports>, ports: Ports): ReadyUtility => {
  const { actions } = utility
  return {
    ...utility,
    actions:
      'run' in actions ? readyAction(actions, ports) : actions.map((action) => readyAction(action, ports)),
  }
}

/**
 * Hands commands what they work with.
 * @example withPorts(commands, { budgets, blocks, journal, … })
 */
export const withPorts = <Ports>(
  commands: readonly Command<Ports>[],
  ports: Ports,
): readonly ReadyCommand[] =>
  commands.map((command) => (command.kind === 'feature' ? command : readyUtility(command, ports)))
