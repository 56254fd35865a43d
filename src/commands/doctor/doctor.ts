import { type Answer, privately } from '../../core/command/answer.ts'
import { defineAction, type Utility } from '../../core/command/command.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import type { Approvals } from '../../core/job/approval.ts'
import type { ChannelLook, LookAtChannel } from '../../core/job/channel-look.ts'
import type { PauseReason, Places } from '../../core/job/concurrency.ts'
import type { OwnKeys } from '../../core/job/own-keys.ts'
import type { Budgets, Pause } from '../../core/ledger/budget.ts'
import { plainMessage } from '../../core/message/message.ts'
import { accountOf } from '../../core/target.ts'
import { declared, say, sayCount } from '../../core/text/say.ts'
import { soonOrLater } from '../shared/soon.ts'
import { budgetLine } from './budget-line.ts'
import { channelLine } from './channel-line.ts'
import { type DoctorLine, factOf, isFine } from './line.ts'
import { pausesLine } from './pauses-line.ts'
import { serviceLine } from './service-line.ts'

/** What /doctor asks. */
export interface DoctorPorts {
  budgets: Pick<Budgets, 'read' | 'pauses' | 'alertsPlace'>
  approvals: Pick<Approvals, 'channelOf'>
  ownKeys: Pick<OwnKeys, 'test'>
  places: Pick<Places, 'pausedFor'>
  lookAtChannel: LookAtChannel
}

interface Found {
  here: ChannelLook
  pauses: readonly Pause[]
  pausedFor: PauseReason | undefined
  ownKey: Awaited<ReturnType<OwnKeys['test']>>
}

const adminChannels = async (
  { target }: Invocation,
  { budgets, approvals, lookAtChannel }: DoctorPorts,
): Promise<readonly DoctorLine[]> => {
  const account = accountOf(target)
  const [alerts, approvalsChannel] = await Promise.all([
    budgets.alertsPlace(account),
    approvals.channelOf(account),
  ])
  const lines: Promise<DoctorLine>[] = []
  if (alerts !== undefined) {
    const { channel, isRefused } = alerts
    const label = say('Budget alerts')
    lines.push(
      lookAtChannel(target, { channel }).then((look) => channelLine(label, look, { channel, isRefused })),
    )
  }
  if (approvalsChannel !== undefined) {
    const label = say('Requests to admins')
    const channel = approvalsChannel
    lines.push(lookAtChannel(target, { channel }).then((look) => channelLine(label, look, { channel })))
  }
  return Promise.all(lines)
}

const findings = async (invocation: Invocation, ports: DoctorPorts): Promise<Found> => {
  const { target } = invocation
  const account = accountOf(target)
  const [here, pauses, pausedFor, ownKey] = await Promise.all([
    ports.lookAtChannel(target, target),
    ports.budgets.pauses(account),
    ports.places.pausedFor(),
    ports.ownKeys.test(account),
  ])
  return { here, pauses, pausedFor, ownKey }
}

const examine = async (invocation: Invocation, ports: DoctorPorts): Promise<Answer> => {
  const account = accountOf(invocation.target)
  const [state, found, ofAdmins] = await Promise.all([
    ports.budgets.read(account),
    findings(invocation, ports),
    adminChannels(invocation, ports),
  ])
  const lines = [
    channelLine(say('This channel'), found.here),
    budgetLine(account, state),
    pausesLine(found.pauses, state),
    serviceLine(found.pausedFor, found.ownKey),
    ...ofAdmins,
  ]
  const problems = lines.filter((line) => !isFine(line)).length
  const text =
    problems === 0
      ? say('Everything works here.')
      : sayCount('{{count}} thing needs your attention.', '{{count}} things need your attention.', {
          count: problems,
        })
  const facts = lines.toSorted((one, other) => Number(isFine(one)) - Number(isFine(other))).map(factOf)
  return privately({
    ...plainMessage(text, problems === 0 ? 'done' : 'failed'),
    blocks: [{ kind: 'facts', facts }],
  })
}

/** Checks a server and a channel for their admins, and says how to fix what is wrong. */
export const doctorCommand: Utility<DoctorPorts> = {
  kind: 'utility',
  name: 'doctor',
  summary: 'Check that everything works here',
  topic: 'choices',
  example: { values: {} },
  audience: 'admins',
  actions: defineAction({
    name: 'doctor',
    summary: declared('Check that everything works here'),
    changesNothing: true,
    fields: {},
    run: (_input, invocation, ports: DoctorPorts) =>
      soonOrLater(
        examine(invocation, ports),
        say("I'm still checking. The result appears here in a moment."),
      ),
  }),
}
