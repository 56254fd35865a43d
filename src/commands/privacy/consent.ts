import { type Answer, privately, problemsAnswer, refusal } from '../../core/command/answer.ts'
import type { Action } from '../../core/command/command.ts'
import { answerButton, answerServerName, type ConsentAnswer } from '../../core/command/consent.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import { choice, optional } from '../../core/fields/field-builders.ts'
import { readValues } from '../../core/fields/read-values.ts'
import type { Button, ResultMessage } from '../../core/message/message.ts'
import { accountOf, isPersonal } from '../../core/target.ts'
import { declared, say, sayDeclared } from '../../core/text/say.ts'
import type { PrivacyPorts } from './ports.ts'

const answers = [
  { value: 'allow', label: 'Allow: others can use your clips' },
  { value: 'decline', label: "Decline: others can't use your clips" },
  { value: 'forget', label: 'Forget: remove your answer' },
] as const

const fields = {
  answer: optional(
    choice({
      label: 'Answer',
      help: 'Whether others can use your clips here (default: just show your answer)',
      choices: answers,
    }),
  ),
}

const holds = {
  allow: declared('Others can use your clips.'),
  decline: declared("Others can't use your clips."),
  none: declared("You haven't said whether others can use your clips."),
} as const satisfies Record<ConsentAnswer | 'none', string>

/** In direct messages only a button of ours says which server is meant; `server` is then passed on to the buttons. */
const placeMeant = ({ target, press, values: { [answerServerName]: named } }: Invocation) => {
  const here = accountOf(target)
  if (!isPersonal(here)) return { account: here, server: undefined }
  if (press === undefined || typeof named !== 'string') return undefined
  const account = accountOf({ platform: target.platform, server: named })
  return isPersonal(account) ? undefined : { account, server: named }
}

const messageOf = (answer: ConsentAnswer | undefined, server: string | undefined): ResultMessage => {
  const buttons: Button[] = [
    ...(answer === 'allow' ? [] : [answerButton(say('Allow'), 'allow', server)]),
    ...(answer === 'decline' ? [] : [answerButton(say('Decline'), 'decline', server)]),
    ...(answer === undefined ? [] : [answerButton(say('Forget'), 'forget', server)]),
  ]
  const more =
    answer === undefined ? ` ${say('Until then, the rules of the server or workspace decide.')}` : ''
  return {
    text: `${sayDeclared(holds[answer ?? 'none'])}${more}`,
    tone: 'info',
    blocks: [
      {
        kind: 'note',
        text: say(
          'This covers clips you posted in one server or workspace, and results made for you there. Only new requests are affected.',
        ),
      },
      { kind: 'buttons', buttons },
    ],
  }
}

type ConsentPorts = Pick<PrivacyPorts, 'consents'>

const run = async (invocation: Invocation, { consents }: ConsentPorts): Promise<Answer> => {
  const place = placeMeant(invocation)
  if (place === undefined)
    return refusal(say('/privacy consent is for servers and workspaces. Use it where your clips are.'))
  const { account, server } = place
  const { [answerServerName]: _server, ...own } = invocation.values
  const read = readValues(fields, server === undefined ? invocation.values : own)
  if (!read.ok) return problemsAnswer(read.problems, say('Nothing was changed.'))
  const { member } = invocation.target
  const { answer } = read.input
  if (answer === undefined)
    return privately(messageOf((await consents.answersOf(account, [member])).get(member), server))
  const kept = answer === 'forget' ? undefined : answer
  await consents.answer(account, member, kept)
  return privately(messageOf(kept, server))
}

/** Shows and changes what a member says to the use of their clips by others. */
export const privacyConsent: Action<ConsentPorts> = {
  name: 'consent',
  summary: declared('Allow or decline use of your clips'),
  changesNothing: ({ answer }) => answer === undefined,
  fields,
  run,
}
