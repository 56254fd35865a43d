import { type Answer, keptRefusal, type MessageAnswer, privately } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import type { Fields } from '../../core/fields/field.ts'
import { choice, optional, secret } from '../../core/fields/field-builders.ts'
import { faults } from '../../core/fields/field-faults.ts'
import type { Secret } from '../../core/fields/secret.ts'
import type { KeyRefusal, KeyTest, OwnKey, OwnKeys, TooManyKeys } from '../../core/job/own-keys.ts'
import type { Budgets } from '../../core/ledger/budget.ts'
import { notAllowedText } from '../../core/ledger/credits-text.ts'
import { type Fact, plainMessage, type ResultMessage } from '../../core/message/message.ts'
import { accountOf } from '../../core/target.ts'
import { declared, say, sayCount, sayDeclared } from '../../core/text/say.ts'
import { soonOrLater } from '../shared/soon.ts'
import { keyButtons } from './buttons.ts'
import { askedOtherwise, changeBy, reason } from './words.ts'

interface KeyPorts {
  budgets: Pick<Budgets, 'read'>
  ownKeys: OwnKeys
}

/** Required in the form. As an option it exists only so that a typed key is refused. */
const key = secret({ label: 'API key', help: 'Your own key for the audio service' })

const choices = [
  { value: 'set', label: 'Set or replace' },
  { value: 'test', label: 'Test' },
  { value: 'remove', label: 'Remove' },
] as const

const fields = {
  key: optional(key),
  action: optional(
    choice({
      label: 'Action',
      help: 'What to do (default: show which key pays here)',
      choices,
    }),
  ),
  reason,
} as const satisfies Fields

const ownFacts = ({ setBy, setAtMs }: OwnKey): Fact[] => [
  { label: say('Set by'), value: [{ kind: 'member', id: setBy }] },
  { label: say('Since'), value: { atMs: setAtMs } },
]

/** Shows who set the key that pays, and its buttons. Replaces the message whose button or form was used. */
const keyAnswer = (
  invocation: Invocation,
  sentences: readonly string[],
  own: OwnKey | undefined,
): MessageAnswer => {
  const facts = own === undefined ? [] : [{ kind: 'facts', facts: ownFacts(own) } as const]
  const blocks = [...facts, ...keyButtons(invocation, own !== undefined)]
  const answer = privately({ text: sentences.join(' '), tone: 'info', blocks })
  const isPage = invocation.form !== undefined || invocation.values.action !== undefined
  return isPage ? { ...answer, turnsPage: true } : answer
}

const operatorPays = (): string => say("Your bot operator's API key pays for requests here.")

const noKey = (invocation: Invocation): MessageAnswer => keyAnswer(invocation, [operatorPays()], undefined)

const shownKey = async (invocation: Invocation, { ownKeys }: KeyPorts): Promise<Answer> => {
  const own = await ownKeys.read(accountOf(invocation.target))
  if (own === undefined) return noKey(invocation)
  return keyAnswer(invocation, [say('Your own API key pays for requests here.')], own)
}

/** The form is closed by then, so a refusal gets a button that opens it again. */
const lateMessage = (answer: Answer, invocation: Invocation): ResultMessage => {
  const { message, kind } = answer
  return kind === 'problems'
    ? { ...message, blocks: [...message.blocks, ...keyButtons(invocation, false)] }
    : message
}

/** Answers at once if the audio service is quick, and otherwise says that it takes longer and answers later. */
const answered = (invocation: Invocation, asked: Promise<Answer>): Promise<Answer> =>
  soonOrLater(asked, say("The audio service hasn't answered yet. Check /budget key in a minute."), (answer) =>
    lateMessage(answer, invocation),
  )

/** What a test of a key says. */
export const keyTestTexts = {
  accepted: declared('Your key works.'),
  unpaid: declared(
    'Your key works, but its account with the audio service is out of credit. Top it up there.',
  ),
  refused: declared(
    "The audio service doesn't accept your key anymore. Replace it, or remove it to use your bot operator's key.",
  ),
  away: declared("I couldn't check your key with the audio service just now. Try again in a minute."),
  unopened: declared(
    "I can't decrypt your key anymore. Replace it, or ask your bot operator to restore ENCRYPTION_KEY.",
  ),
} as const satisfies Record<KeyTest, string>

const testedKey = async (invocation: Invocation, { ownKeys }: KeyPorts): Promise<Answer> => {
  const account = accountOf(invocation.target)
  const [own, test] = await Promise.all([ownKeys.read(account), ownKeys.test(account)])
  if (own === undefined || test === undefined) return noKey(invocation)
  return keyAnswer(invocation, [sayDeclared(keyTestTexts[test])], own)
}

const refusalTexts = {
  refused: declared(
    "The audio service doesn't accept this key. Copy it again, or create a new one there. Nothing was changed.",
  ),
  away: declared(
    "I couldn't check this key with the audio service just now. Try again in a minute. Nothing was changed.",
  ),
  operators: declared(
    "This is your bot operator's key. Use a key from your own account with the audio service. Nothing was changed.",
  ),
  unencrypted: declared(
    "I can't store keys yet: your bot operator needs to set ENCRYPTION_KEY first. Nothing was changed.",
  ),
} as const satisfies Record<KeyRefusal, string>

/** Reopens the form with the key left empty, unless no other key would help. */
const notTaken = (why: KeyRefusal): Answer => {
  const message = plainMessage(sayDeclared(refusalTexts[why]), 'failed')
  return why === 'unencrypted' ? privately(message) : keptRefusal(message, 'key')
}

const tooManyKeys = ({ limit, waitMs }: TooManyKeys): Answer => {
  const wait = sayCount(
    'Admins here can try {{limit}} new keys an hour. Try again in {{count}} minute.',
    'Admins here can try {{limit}} new keys an hour. Try again in {{count}} minutes.',
    { limit, count: Math.ceil(waitMs / 60_000) },
  )
  return keptRefusal(plainMessage(`${wait} ${say('Nothing was changed.')}`, 'failed'), 'key')
}

const budgetText = async ({ target }: Invocation, { budgets }: KeyPorts): Promise<string> => {
  const account = accountOf(target)
  const { limit, allowance } = await budgets.read(account)
  if (allowance.status === 'not_allowed') return notAllowedText(account)
  return limit === undefined
    ? say("There's no budget here yet, so nothing can be spent. Set one with /budget limit.")
    : say("Your bot operator's limits no longer apply. The budget here still does.")
}

const setKey = async (
  given: Secret,
  why: string | undefined,
  invocation: Invocation,
  ports: KeyPorts,
): Promise<Answer> => {
  const { ownKeys } = ports
  const change = changeBy(invocation, why)
  const result = await ownKeys.set({ ...change, apiKey: given.reveal() })
  if (result.status === 'not_taken') return notTaken(result.why)
  if (result.status === 'too_many') return tooManyKeys(result)
  if (result.status === 'differs') return askedOtherwise()
  const own = await ownKeys.read(change.account)
  const unpaid = result.isUnpaid
    ? [say('Its account with the audio service is out of credit, so top it up there first.')]
    : []
  return keyAnswer(
    invocation,
    [say('Your own API key now pays for requests here.'), ...unpaid, await budgetText(invocation, ports)],
    own,
  )
}

/** What a confirmation names, so that it doesn't remove a key that was set after it was shown. */
const confirmationOf = ({ setBy, setAtMs }: OwnKey): string => [setBy, setAtMs].join(' ')

const removeKey = async (
  why: string | undefined,
  invocation: Invocation,
  { ownKeys }: KeyPorts,
): Promise<Answer> => {
  const change = changeBy(invocation, why)
  const own = await ownKeys.read(change.account)
  if (own === undefined) return noKey(invocation)
  if (invocation.confirmed !== confirmationOf(own)) {
    const text = say(
      "If you remove your key, your bot operator's API key pays for new requests, within the operator's limits. Running jobs still finish. Queued ones end without a charge. Your key is deleted after a day. Nothing has changed yet.",
    )
    const message = { text, tone: 'info', blocks: [{ kind: 'facts', facts: ownFacts(own) }] } as const
    return keptRefusal(message, '', [{ label: say('Remove key'), values: {}, confirms: confirmationOf(own) }])
  }
  const { status } = await ownKeys.remove(change)
  if (status === 'differs') return askedOtherwise()
  const removed = say("Removed your key. It's deleted for good after a day.")
  return keyAnswer(invocation, [removed, operatorPays()], undefined)
}

/** Shows, tests, sets and removes the server's own API key for the audio service. */
export const keyAction = defineAction({
  name: 'key',
  summary: 'See, set, test or remove your own API key',
  // A test can end a pause of the key, as the next one would.
  changesNothing: ({ action, key: given }) =>
    given === undefined && (action === undefined || action === 'test'),
  fields,
  form: {
    fields: { key, reason },
    opensFor: ({ action, key: given }) => action === 'set' || given !== undefined,
  },
  isForPlatformAdmins: ({ action, key: given }) =>
    action === 'set' || action === 'remove' || given !== undefined,
  run: async (input, invocation, ports: KeyPorts) => {
    if (input.key !== undefined)
      return answered(invocation, setKey(input.key, input.reason, invocation, ports))
    switch (input.action) {
      case 'set':
        return keptRefusal(plainMessage(faults.missing(key), 'failed'), 'key')
      case 'test':
        return answered(invocation, testedKey(invocation, ports))
      case 'remove':
        return removeKey(input.reason, invocation, ports)
      case undefined:
        return shownKey(invocation, ports)
    }
  },
})
