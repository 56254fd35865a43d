import { type Answer, formOffer, privately } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import { type ConsentMode, type ConsentRules, consentModes } from '../../core/command/consent.ts'
import type { SettingsStore } from '../../core/command/settings.ts'
import { choice, optional } from '../../core/fields/field-builders.ts'
import type { ResultMessage } from '../../core/message/message.ts'
import { accountOf, budgetChannelOf, type Target } from '../../core/target.ts'
import { declared, say, sayDeclared } from '../../core/text/say.ts'

interface ConsentPorts {
  settings: Pick<SettingsStore, 'read' | 'setConsent'>
}

const labels = {
  off: declared('Off: nothing is asked'),
  tell: declared('Tell: the owner gets a message afterwards'),
  ask: declared('Ask: the owner must agree once'),
  attest: declared('Attest: the requester confirms permission'),
} as const satisfies Record<ConsentMode, string>

const choices = consentModes.map((value) => ({ value, label: labels[value] }))

const readRules = async ({ settings }: ConsentPorts, target: Target): Promise<ConsentRules> => {
  const place = { member: target.member, channel: budgetChannelOf(target) }
  return (await settings.read(accountOf(target), place)).consent
}

const messageOf = ({ voices, clips }: ConsentRules, sentence: string): ResultMessage => ({
  text: sentence,
  tone: 'info',
  blocks: [
    {
      kind: 'facts',
      facts: [
        { label: say('Voices'), value: sayDeclared(labels[voices]) },
        { label: say('Clips'), value: sayDeclared(labels[clips]) },
      ],
    },
    {
      kind: 'note',
      text: say('Members can decline the use of their clips with /privacy consent. That always counts.'),
    },
  ],
})

/** Sets what is needed before a clip is used, for admins. */
export const consentAction = defineAction({
  name: 'consent',
  isForAdmins: true,
  forOthers: declared('Your own answer is in /privacy consent.'),
  summary: 'Choose what is needed to use clips (admins only)',
  changesNothing: ({ voices, clips }) => voices === undefined && clips === undefined,
  fields: {
    voices: optional(
      choice({
        label: 'Voices',
        help: 'For clips whose voice is changed or imitated (default: unchanged)',
        choices,
      }),
    ),
    clips: optional(
      choice({ label: 'Clips', help: 'For clips of other members (default: unchanged)', choices }),
    ),
  },
  initial: async ({ target }, ports: ConsentPorts) => ({ ...(await readRules(ports, target)) }),
  run: async ({ voices, clips }, { target, form }, ports: ConsentPorts): Promise<Answer> => {
    const changed = { ...(voices && { voices }), ...(clips && { clips }) }
    await ports.settings.setConsent(accountOf(target), changed)
    const isChanged = voices !== undefined || clips !== undefined
    const sentence = isChanged
      ? say('These rules for clips now apply.')
      : say('What is needed before a clip is used here.')
    const message = messageOf(await readRules(ports, target), sentence)
    return isChanged || form !== undefined ? privately(message) : formOffer(message)
  },
})
