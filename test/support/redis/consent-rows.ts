import type { ScriptRow } from './every-script.ts'

const account = 'discord:server-1'
const owner = 'member-1'
const question = { requester: 'member-2', channel: 'channel-1', feature: 'voice', clip: 'band.wav' }

/** Scripts of the questions to owners of clips. */
export const consentRows: readonly ScriptRow[] = [
  {
    script: 'ask-consent',
    name: 'ask-consent, which then is known',
    again: 'first answer',
    prepare: () => Promise.resolve(({ consents }) => consents.ask(account, owner, question)),
  },
  {
    script: 'begin-question',
    name: 'begin-question, which then is in hand',
    again: 'what is true by then',
    prepare: async (world) => {
      await world.consents.ask(account, owner, question)
      return (through) => through.consents.begin({ account, owner })
    },
  },
]
