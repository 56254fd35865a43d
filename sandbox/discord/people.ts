import { PermissionFlagsBits } from 'discord-api-types/v10'
import type { ActResult, Deed, Management, People, ServerManagement } from '../control/people.ts'
import { isOwnAccount, runAccount } from './deeds/account.ts'
import { runAction, runAutocomplete, runCommand } from './deeds/commands.ts'
import { dismissForm, renderForm, runSubmit } from './deeds/forms.ts'
import { runForward } from './deeds/forward.ts'
import { runDelete, runManage } from './deeds/manage.ts'
import { runPress } from './deeds/press.ts'
import { findChannel, findPerson, NotAllowed } from './deeds/references.ts'
import { runSay } from './deeds/say.ts'
import type { Started } from './interactions.ts'
import { permissionsOf } from './messages.ts'
import { holds } from './permissions.ts'
import { seenMessages } from './seen.ts'
import { seenOffers } from './seen-offers.ts'
import { seenPlaces } from './seen-places.ts'
import { type Actor, guildOf, type Outcome, type World } from './state.ts'

type Interactive = Exclude<
  Deed,
  | { say: string }
  | { forward: object }
  | { close: object }
  | { visit: string }
  | { delete: object }
  | { manage: object }
>

const start = (world: World, actor: Actor, deed: Interactive): Started | Promise<Started> => {
  if ('command' in deed) return runCommand(world, actor, deed)
  if ('press' in deed) return runPress(world, actor, deed.press)
  if ('submit' in deed) return runSubmit(world, actor, deed.submit)
  if ('action' in deed) return runAction(world, actor, deed.action)
  return runAutocomplete(world, actor, deed.autocomplete)
}

const resultOf = (event: string, outcome: Outcome): ActResult => {
  switch (outcome.kind) {
    case 'choices':
      return { event, choices: outcome.choices }
    case 'form':
      return { event, form: renderForm(outcome.form) }
    case 'message':
    case 'update':
    case 'nothing':
      return { event }
  }
}

const manage = (world: World, actor: Actor, deed: Management | ServerManagement): string => {
  if (deed.what === 'choose language') {
    world.locales.set(actor.userId, deed.locale)
    return ''
  }
  if (!isOwnAccount(deed)) return runManage(world, actor, deed)
  runAccount(world, actor.userId, deed)
  return ''
}

const perform = async (world: World, actor: Actor, deed: Deed): Promise<ActResult> => {
  if (guildOf(world, actor.channel)?.isOut) throw new NotAllowed('This server is not available now')
  if (!holds(permissionsOf(world, actor.userId, actor.channel), PermissionFlagsBits.ViewChannel))
    throw new NotAllowed('You do not see this channel')
  if ('say' in deed) return { event: await runSay(world, actor, deed) }
  if ('forward' in deed) return { event: await runForward(world, actor, deed.forward) }
  if ('visit' in deed) throw new NotAllowed('A bot has no tabs in Discord')
  if ('delete' in deed) return { event: runDelete(world, actor, deed.delete) }
  if ('manage' in deed) return { event: manage(world, actor, deed.manage) }
  if ('close' in deed) return { event: dismissForm(world, actor, deed.close.form) }
  const { interaction, outcome } = await start(world, actor, deed)
  return resultOf(interaction.id, await outcome)
}

/** Acts and looks as the people of the server. */
export const createPeople = (world: World): People => ({
  act: async (as, channel, deed) => {
    const userId = findPerson(world, as, 'as').id
    const actor = { userId, channel: findChannel(world, channel, userId) }
    try {
      return await perform(world, actor, deed)
    } catch (error) {
      if (error instanceof NotAllowed) return { event: '', refused: error.message }
      throw error
    }
  },
  messages: (query) => seenMessages(world, query),
  places: (viewer) => seenPlaces(world, viewer),
  offers: (viewer, channel) => seenOffers(world, viewer, channel),
})
