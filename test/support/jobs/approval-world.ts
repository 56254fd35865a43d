import { master } from '../../../src/commands/features/master.ts'
import { music } from '../../../src/commands/features/music.ts'
import { remix } from '../../../src/commands/features/remix.ts'
import type { Answer, Remedy } from '../../../src/core/command/answer.ts'
import { readyUtility } from '../../../src/core/command/command.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import type { Approvals } from '../../../src/core/job/approval.ts'
import type { CommandLink } from '../../../src/core/message/command-link.ts'
import type { ResultMessage } from '../../../src/core/message/message.ts'
import { createApprovalControl, type DecideDeps } from '../../../src/jobs/request/decide.ts'
import { tendApprovals } from '../../../src/jobs/worker/upkeep/approvals.ts'
import { budgetPortsOf } from '../commands/budget-ports.ts'
import { invocation, target } from '../commands/invocation.ts'
import { budgetCommand } from '../commands/money-commands.ts'
import { giveBudget } from '../redis/store-world.ts'
import { dispatchOver } from './dispatch-over.ts'
import { openJobWorld } from './job-world.ts'

/** What the budget of these worlds leaves: half of a song's price. */
const tooLittle = 100_000

/** The buttons of a message, by their labels. */
const linksOf = ({ blocks }: ResultMessage): ReadonlyMap<string, CommandLink> =>
  new Map(
    blocks.flatMap((block) =>
      block.kind === 'buttons'
        ? block.buttons.map(({ label, commandLink }) => [label, commandLink] as const)
        : [],
    ),
  )

/** Members who ask admins for more than a budget leaves, with time, chat and service in a test's hands. */
export const openApprovalWorld = async (options: Parameters<typeof openJobWorld>[0] = {}) => {
  const world = await openJobWorld(options)
  await giveBudget(world, tooLittle)
  const { approvals, platform, deps, jobList } = world
  const { consents, lookAtSettings, refusedWords, clipLinks, fileOrigins, canSee } = world.requestDeps
  const rules = { consents, lookAtSettings, refusedWords, clipLinks, fileOrigins, jobList, canSee }
  const upkeepDeps = { ...deps, ...rules, approvals: approvals as Approvals }
  let events = 0

  /** Each call is a process of its own, on the same Redis. */
  const tell = (asked: Partial<Invocation>, overrides: Partial<DecideDeps> = {}): Promise<Answer> => {
    events += 1
    const approvalControl = createApprovalControl({ ...upkeepDeps, ...overrides })
    const { approvals } = world
    const budget = readyUtility(budgetCommand, { ...budgetPortsOf(world), approvals, approvalControl })
    const dispatch = dispatchOver(world, {
      ...world.requestDeps,
      budgets: world.budgets,
      commands: [music, remix, master, budget],
    })
    return dispatch.answer(invocation({ eventId: `told-${events}`, ...asked }))
  }

  const press = ({ command, draft }: Remedy, more: Partial<Invocation> = {}): Promise<Answer> =>
    tell({
      command,
      eventId: `send ${draft}`,
      press: `message-1 ${draft} member-1`,
      form: { draft, sent: true },
      ...more,
    })

  const buttonOf = (answer: Answer, label: string): Remedy => {
    const found = answer.kind === 'problems' ? answer.remedies?.find((one) => one.label === label) : undefined
    if (found === undefined) throw new Error(`no "${label}": ${answer.message.text}`)
    return found
  }

  /** A member's request is refused; answers with the refusal. */
  const refused = (asked: Partial<Invocation> = {}): Promise<Answer> =>
    tell({ command: 'music', values: { prompt: 'a sea shanty' }, ...asked })

  /** A member's request is refused, and they ask admins. */
  const asks = async (asked: Partial<Invocation> = {}): Promise<Answer> => {
    const { target: place = target(), channelKinds = [] } = asked
    return press(buttonOf(await refused(asked), 'Ask an admin'), { target: place, channelKinds })
  }

  /** Workers do what is due for requests to admins. */
  const tend = (): Promise<void> => tendApprovals(upkeepDeps)

  /** The card that admins see. */
  const card = () => {
    const seen = platform.messages.findLast(({ texts }) => texts[0]?.startsWith('Approve /') === true)
    if (seen === undefined) throw new Error('there is no card')
    return seen
  }

  const linkOn = (message: ResultMessage, label: string): CommandLink => {
    const link = linksOf(message).get(label)
    if (link === undefined) throw new Error(`no "${label}" below ${message.text}`)
    return link
  }

  /** Somebody presses a button of the card, an admin unless told. */
  const decides = (
    label: string,
    by: Partial<Invocation> = {},
    at = card(),
    overrides: Partial<DecideDeps> = {},
  ): Promise<Answer> => {
    const { command, action, values } = linkOn(at.message, label)
    const who = { target: target({ member: 'admin-1' }), isAdmin: true }
    return tell({ command, action, values, press: `${at.ref.message} ${label}`, ...who, ...by }, overrides)
  }

  return {
    ...world,
    upkeepDeps,
    tell,
    press,
    buttonOf,
    refused,
    asks,
    tend,
    card,
    linkOn,
    decides,
  }
}
export type ApprovalWorld = Awaited<ReturnType<typeof openApprovalWorld>>
