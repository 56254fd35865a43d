import type { Feature } from '../../core/command/feature.ts'
import type { Approval, ApprovalState, Shortage } from '../../core/job/approval.ts'
import { isForRequesterAlone } from '../../core/job/job.ts'
import { jobName } from '../../core/job-id.ts'
import { creditsText, formatLeft } from '../../core/ledger/credits-text.ts'
import { type Button, type LineFact, plainMessage, type ResultMessage } from '../../core/message/message.ts'
import { declared, say, sayDeclared } from '../../core/text/say.ts'
import { aboutFacts } from './job-facts.ts'
import { nothingWasCharged, productOf } from './messages.ts'

const askTexts = {
  server: {
    none: declared('Approve {{command}}? It needs up to {{needed}}, and none are left here.'),
    some: declared('Approve {{command}}? It needs up to {{needed}}, with {{left}} left here.'),
  },
  channel: {
    none: declared('Approve {{command}}? It needs up to {{needed}}, and none are left for the channel.'),
    some: declared('Approve {{command}}? It needs up to {{needed}}, with {{left}} left for the channel.'),
  },
  group: {
    none: declared('Approve {{command}}? It needs up to {{needed}}, and none are left for their group.'),
    some: declared('Approve {{command}}? It needs up to {{needed}}, with {{left}} left for their group.'),
  },
  member: {
    none: declared('Approve {{command}}? It needs up to {{needed}}, and they have none left.'),
    some: declared('Approve {{command}}? It needs up to {{needed}}, and they have {{left}} left.'),
  },
  feature: {
    none: declared('Approve {{command}}? It needs up to {{needed}}, and none are left for this feature.'),
    some: declared('Approve {{command}}? It needs up to {{needed}}, with {{left}} left for this feature.'),
  },
  model: {
    none: declared('Approve {{command}}? It needs up to {{needed}}, and none are left for this model.'),
    some: declared('Approve {{command}}? It needs up to {{needed}}, with {{left}} left for this model.'),
  },
} as const satisfies Record<Shortage['kind'], Record<'none' | 'some', string>>

const askText = ({ request, short }: Approval): string => {
  const { none, some } = askTexts[short.kind]
  const values = { command: `/${request.feature}`, needed: creditsText(request.bound) }
  return short.left <= 0
    ? sayDeclared(none, values)
    : sayDeclared(some, { ...values, left: formatLeft(short.left, short.limit) })
}

/** What was requested; nothing of a private request. */
const requestFacts = ({ request, place }: Approval, feature: Feature | undefined): LineFact[] => {
  const { channel } = request.target
  const facts: LineFact[] = isForRequesterAlone(request)
    ? [{ label: '', value: say('private request') }]
    : aboutFacts(request.values, feature)
  const isElsewhere = channel !== place.channel
  return isElsewhere
    ? [...facts, { label: say('Channel'), value: [{ kind: 'channel', id: channel }] }]
    : facts
}

/** The form that changes the short limit. */
const raiseButton = ({ kind, id }: Shortage): Button => ({
  label: say('Raise limit'),
  style: 'plain',
  commandLink:
    kind === 'server'
      ? { command: 'budget', action: 'limit', values: {} }
      : { command: 'budget', action: kind, values: { [kind]: id } },
})

const decisionButton = (
  label: string,
  action: 'approve' | 'decline',
  { request }: Approval,
  style: Button['style'],
): Button => ({ label, style, commandLink: { command: 'budget', action, values: { request: request.id } } })

const openCard = (approval: Approval, feature: Feature | undefined): ResultMessage => ({
  text: askText(approval),
  tone: 'info',
  askedBy: approval.request.target.member,
  blocks: [
    {
      kind: 'line',
      facts: [
        ...requestFacts(approval, feature),
        { label: say('Request'), value: jobName(approval.request.id) },
        { label: say('Expires'), value: { atMs: approval.expiresAtMs, isSoon: true } },
      ],
    },
    { kind: 'note', text: say("Raise limit doesn't start it. Press Approve once afterwards.") },
    {
      kind: 'buttons',
      buttons: [
        decisionButton(say('Approve once'), 'approve', approval, 'plain'),
        raiseButton(approval.short),
        decisionButton(say('Decline'), 'decline', approval, 'danger'),
      ],
    },
  ],
})

const closedTexts = {
  approved: { text: declared('Approved {{command}}.'), tone: 'done' },
  declined: { text: declared('Declined {{command}}.'), tone: 'failed' },
  expired: { text: declared('Nobody decided on {{command}} in time.'), tone: 'info' },
  overtaken: { text: declared('The member sent {{command}} another way.'), tone: 'info' },
  unplaced: { text: declared('Nobody decided on {{command}} in time.'), tone: 'info' },
  ruled_out: { text: declared("The rules here don't allow {{command}} anymore."), tone: 'failed' },
  withdrawn: { text: declared('A member withdrew this request.'), tone: 'info' },
} as const satisfies Record<Exclude<ApprovalState, 'open'>, { text: string; tone: ResultMessage['tone'] }>

/** Who decided, by name and without a ping. */
const deciderFacts = ({ decidedBy }: Approval): LineFact[] =>
  decidedBy === undefined ? [] : [{ label: say('Decided by'), value: [{ kind: 'member', id: decidedBy }] }]

/** The message on which admins decide; once somebody has, it says who and how. */
export const cardMessage = (approval: Approval, feature: Feature | undefined): ResultMessage => {
  const { state, request } = approval
  if (state === 'open') return openCard(approval, feature)
  const { text, tone } = closedTexts[state]
  if (state === 'withdrawn') return plainMessage(sayDeclared(text), tone)
  return {
    text: sayDeclared(text, { command: `/${request.feature}` }),
    tone,
    askedBy: request.target.member,
    blocks: [{ kind: 'line', facts: [...requestFacts(approval, feature), ...deciderFacts(approval)] }],
  }
}

const outcomeText = ({ state, request }: Approval, feature: Feature | undefined): string | undefined => {
  const command = `/${request.feature}`
  switch (state) {
    case 'open':
    case 'overtaken':
    case 'withdrawn':
      return undefined
    case 'approved':
      return feature === undefined
        ? say('Your {{command}} request was approved.', { command })
        : say("Approved: I'm working on {{product}}.", { product: productOf(feature) })
    case 'declined':
      return `${say('Your {{command}} request was declined.', { command })} ${nothingWasCharged()}`
    case 'expired':
      return `${say('Nobody decided on your {{command}} request in time.', { command })} ${nothingWasCharged()}`
    case 'ruled_out':
      return `${say("Your {{command}} request was closed: the rules here don't allow it anymore.", { command })} ${nothingWasCharged()}`
    case 'unplaced':
      return `${say("I couldn't reach your admins about your {{command}} request.", { command })} ${nothingWasCharged()}`
  }
}

/** What the member is told of the outcome; undefined if there is nothing to tell. */
export const outcomeMessage = (
  approval: Approval,
  feature: Feature | undefined,
): ResultMessage | undefined => {
  const text = outcomeText(approval, feature)
  if (text === undefined) return undefined
  const facts = [...aboutFacts(approval.request.values, feature), ...deciderFacts(approval)]
  return {
    text,
    tone: approval.state === 'approved' ? 'done' : 'failed',
    blocks: facts.length === 0 ? [] : [{ kind: 'line', facts }],
  }
}
