import { answerButton, type ConsentQuestion } from '../../core/command/consent.ts'
import { isForRequesterAlone, type JobRecord } from '../../core/job/job.ts'
import { sourcesOf } from '../../core/job/lineage.ts'
import type { LineFact, ResultMessage } from '../../core/message/message.ts'
import type { MessageRef } from '../../core/target.ts'
import { say, sayCount, sayList } from '../../core/text/say.ts'
import { shortened } from '../../core/text/text.ts'

const clipLength = 60

const byFact = (id: string): LineFact => ({ label: say('By'), value: [{ kind: 'member', id }] })

const quoted = (title: string): string => say('“{{title}}”', { title: shortened(title, clipLength) })

/**
 * Tells the owner of a clip who used it and for what, with a link to the result. A private result has none: its message
 * is in its requester's direct messages.
 */
export const ownerMessage = (
  job: JobRecord,
  owner: string,
  message: MessageRef | undefined,
): ResultMessage => {
  const { member, server } = job.target
  const names = sourcesOf(job).flatMap(({ by, name }) => (by === owner ? [quoted(name)] : []))
  const isOpen = message !== undefined && job.removal === undefined && !isForRequesterAlone(job)
  const link: LineFact[] = isOpen ? [{ label: '', value: [{ kind: 'message', server, message }] }] : []
  return {
    text: sayCount(
      'Your clip {{clips}} was used with {{command}}.',
      'Your clips {{clips}} were used with {{command}}.',
      { clips: sayList(names), command: `/${job.feature}`, count: names.length },
    ),
    tone: 'info',
    blocks: [
      { kind: 'line', facts: [byFact(member), ...link] },
      { kind: 'note', text: say('Decline stops new requests with any of your clips there.') },
      { kind: 'buttons', buttons: [answerButton(say('Decline'), 'decline', server)] },
    ],
  }
}

/** Asks the owner of a clip whether others may use their clips in a server. */
export const questionMessage = (
  { requester, channel, feature, clip }: ConsentQuestion,
  server: string,
): ResultMessage => ({
  text: say('Can others use your clips? A member wants to use {{clip}} with {{command}}.', {
    clip: quoted(clip),
    command: `/${feature}`,
  }),
  tone: 'info',
  blocks: [
    {
      kind: 'line',
      facts: [byFact(requester), { label: say('Channel'), value: [{ kind: 'channel', id: channel }] }],
    },
    {
      kind: 'note',
      text: say('Your answer applies to all your clips there, until you change it with /privacy consent.'),
    },
    {
      kind: 'buttons',
      buttons: [answerButton(say('Allow'), 'allow', server), answerButton(say('Decline'), 'decline', server)],
    },
  ],
})
