import { type Answer, keptRefusal, type MessageAnswer, privately } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import type { Fields } from '../../core/fields/field.ts'
import { choice, optional, secret } from '../../core/fields/field-builders.ts'
import { faults } from '../../core/fields/field-faults.ts'
import type { Secret } from '../../core/fields/secret.ts'
import type { KeyRefusal, KeyTest, OwnKey, OwnKeys } from '../../core/job/own-keys.ts'
import type { Budgets } from '../../core/ledger/budget.ts'
import { type Fact, plainMessage, type ResultMessage } from '../../core/message/message.ts'
import { accountOf } from '../../core/target.ts'
import { declared, say, sayDeclared } from '../../core/text/say.ts'
import { within } from '../../core/waiting.ts'
import { keyButtons } from './buttons.ts'
import { askedOtherwise, changeBy, reason } from './words.ts'

interface KeyPorts {
  budgets: Pick<Budgets, 'read'>
  ownKeys: OwnKeys
}

/** Required in the form; elsewhere it is only there to be refused. */
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

/** Sentences with the facts and buttons of the key that pays; it replaces the message whose button or form was used. */
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

const operatorPays = (): string => say("Requests here are paid with your bot operator's key.")

const noKey = (invocation: Invocation): MessageAnswer => keyAnswer(invocation, [operatorPays()], undefined)

const shownKey = async (invocation: Invocation, { ownKeys }: KeyPorts): Promise<Answer> => {
  const own = await ownKeys.read(accountOf(invocation.target))
  if (own === undefined) return noKey(invocation)
  return keyAnswer(invocation, [say('Requests here are paid with your own key.')], own)
}

/** Much less than an answer may take; a slower look at the service is waited for after the chat was told. */
const soonMs = 800

/** A message that comes too late for a form to stay open; a refusal has a button to open it again. */
const lateMessage = (answer: Answer, invocation: Invocation): ResultMessage => {
  const { message, kind } = answer
  return kind === 'problems'
    ? { ...message, blocks: [...message.blocks, ...keyButtons(invocation, false)] }
    : message
}

/** An answer that needs the audio service: at once if that is quick, and otherwise as soon as it is there. */
const whenAsked = async (invocation: Invocation, asked: Promise<Answer>): Promise<Answer> => {
  const soon = await within(soonMs, asked)
  if (soon !== undefined) return soon
  const waiting = plainMessage(say("The audio service hasn't answered yet. See /budget key in a minute."))
  return {
    ...privately(waiting),
    turnsPage: true,
    whole: async () => lateMessage(await asked, invocation),
  }
}

const testTexts = {
  accepted: declared('Your key works.'),
  unpaid: declared('Your key works, but its account at the audio service has run out. Top it up there.'),
  refused: declared(
    "The audio service doesn't accept your key any more. Replace it, or remove it to use your bot operator's key.",
  ),
  away: declared("I couldn't ask the audio service just now. Try again in a minute."),
  unopened: declared(
    "I can't decrypt your key any more. Replace it, or ask your bot operator to restore ENCRYPTION_KEY.",
  ),
} as const satisfies Record<KeyTest, string>

const testedKey = async (invocation: Invocation, { ownKeys }: KeyPorts): Promise<Answer> => {
  const account = accountOf(invocation.target)
  const [own, test] = await Promise.all([ownKeys.read(account), ownKeys.test(account)])
  if (own === undefined || test === undefined) return noKey(invocation)
  return keyAnswer(invocation, [sayDeclared(testTexts[test])], own)
}

const refusalTexts = {
  refused: declared(
    "The audio service doesn't accept this key. Copy it again, or create a new one there. Nothing was changed.",
  ),
  away: declared(
    "I couldn't ask the audio service about this key just now. Try again in a minute. Nothing was changed.",
  ),
  operators: declared(
    "This is your bot operator's key. Use a key of your own account at the audio service. Nothing was changed.",
  ),
  unencrypted: declared(
    "I can't store keys yet: your bot operator needs to set ENCRYPTION_KEY first. Nothing was changed.",
  ),
} as const satisfies Record<KeyRefusal, string>

/** A refusal that reopens the form, with the key left empty, unless another key won't help. */
const notTaken = (why: KeyRefusal): Answer => {
  const message = plainMessage(sayDeclared(refusalTexts[why]), 'failed')
  return why === 'unencrypted' ? privately(message) : keptRefusal(message, 'key')
}

const budgetText = async ({ target }: Invocation, { budgets }: KeyPorts): Promise<string> => {
  const { limit } = await budgets.read(accountOf(target))
  return limit === undefined
    ? say("There's no budget here yet, so nothing can be spent. Set one with /budget limit.")
    : say("Your bot operator's limits no longer apply. The budget here still does.")
}

const setKey = async (
  given: Secret,
  because: string | undefined,
  invocation: Invocation,
  ports: KeyPorts,
): Promise<Answer> => {
  const { ownKeys } = ports
  const change = changeBy(invocation, because)
  const result = await ownKeys.set({ ...change, apiKey: given.reveal() })
  if (result.status === 'not_taken') return notTaken(result.why)
  if (result.status === 'differs') return askedOtherwise()
  const own = await ownKeys.read(change.account)
  const unpaid = result.isUnpaid
    ? [say('Its account at the audio service has run out, so top it up there first.')]
    : []
  return keyAnswer(
    invocation,
    [say('Requests here are now paid with your own key.'), ...unpaid, await budgetText(invocation, ports)],
    own,
  )
}

/** What the confirmation is about: another key, set meanwhile, is not removed. */
const asSeen = ({ setBy, setAtMs }: OwnKey): string => [setBy, setAtMs].join(' ')

const removeKey = async (
  because: string | undefined,
  invocation: Invocation,
  { ownKeys }: KeyPorts,
): Promise<Answer> => {
  const change = changeBy(invocation, because)
  const own = await ownKeys.read(change.account)
  if (own === undefined) return noKey(invocation)
  if (invocation.confirmed !== asSeen(own)) {
    const text = say(
      "If you remove your key, new requests are paid with your bot operator's key, within the operator's limits. Jobs already running on your key still finish, and queued ones end without a charge. Within a day the bot deletes the key. Nothing has changed yet.",
    )
    const message = { text, tone: 'info', blocks: [{ kind: 'facts', facts: ownFacts(own) }] } as const
    return keptRefusal(message, '', [{ label: say('Remove key'), values: {}, confirms: asSeen(own) }])
  }
  const { status } = await ownKeys.remove(change)
  if (status === 'differs') return askedOtherwise()
  const removed = say('Removed your key. Within a day it is deleted from the bot.')
  return keyAnswer(invocation, [removed, operatorPays()], undefined)
}

/** Shows, tests, sets and removes the server's own API key for the audio service. */
export const keyAction = defineAction({
  name: 'key',
  summary: 'See, set, test or remove your own API key',
  fields,
  form: {
    fields: { key, reason },
    opensFor: ({ action, key: given }) => action === 'set' || given !== undefined,
  },
  isForAdminsAlone: ({ action, key: given }) =>
    action === 'set' || action === 'remove' || given !== undefined,
  run: async (input, invocation, ports: KeyPorts) => {
    if (input.key !== undefined)
      return whenAsked(invocation, setKey(input.key, input.reason, invocation, ports))
    switch (input.action) {
      case 'set':
        return keptRefusal(plainMessage(faults.missing(key), 'failed'), 'key')
      case 'test':
        return whenAsked(invocation, testedKey(invocation, ports))
      case 'remove':
        return removeKey(input.reason, invocation, ports)
      case undefined:
        return shownKey(invocation, ports)
    }
  },
})
