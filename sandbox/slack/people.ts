import type { ActResult, Deed, MessageQuery, People, SeenMessage } from '../control/people.ts'
import { runCommand } from './deeds/command.ts'
import { renderForm } from './deeds/form-fields.ts'
import { runForward } from './deeds/forward.ts'
import { runDelete, runManage } from './deeds/manage.ts'
import { runPress } from './deeds/press.ts'
import { type Actor, findPerson, findPlace, NotAllowed } from './deeds/references.ts'
import { runSay } from './deeds/say.ts'
import { runShortcut } from './deeds/shortcut.ts'
import { runClose, runSubmit } from './deeds/submit.ts'
import { runSuggest } from './deeds/suggest.ts'
import { runVisit } from './deeds/visit.ts'
import { compareTimestamps } from './ids.ts'
import type { Started } from './interactions.ts'
import { seenMessages } from './seen.ts'
import { seenOffers } from './seen-offers.ts'
import { seenPlaces } from './seen-places.ts'
import type { Interaction, Outcome, World } from './state.ts'
import { stackOf } from './views.ts'
import { workspaceOfDeed } from './workspaces.ts'

type Interactive = Exclude<
  Deed,
  | { say: string }
  | { forward: object }
  | { visit: string }
  | { delete: object }
  | { manage: object }
  | { close: object }
>

const start = (world: World, actor: Actor, deed: Interactive): Started | undefined | Promise<Started> => {
  if ('command' in deed) return runCommand(world, actor, deed)
  if ('press' in deed) return runPress(world, actor, deed.press)
  if ('submit' in deed) return runSubmit(world, actor, deed.submit)
  if ('action' in deed) return runShortcut(world, actor, deed.action)
  return runSuggest(world, actor, deed.autocomplete)
}

/** A form that could not be sent stays, and says so; other failures are read in the conversation. */
const failedResult = (world: World, { id, view, title }: Interaction, error: string): ActResult => ({
  event: id,
  ...(view?.isOpen && {
    form: renderForm(world, view),
    refused: `${title}: we had some trouble connecting (${error})`,
  }),
})

const resultOf = (world: World, interaction: Interaction, outcome: Outcome): ActResult => {
  const event = interaction.id
  switch (outcome.kind) {
    case 'choices':
      return { event, choices: outcome.choices.map(({ text, value }) => ({ name: text.text, value })) }
    case 'form':
      return { event, form: renderForm(world, outcome.view) }
    case 'failed':
      return failedResult(world, interaction, outcome.error)
    case 'message':
    case 'closed':
    case 'nothing':
      return { event }
  }
}

/**
 * Closes a form; the one under it is seen again, with what was put in.
 * https://docs.slack.dev/surfaces/modals
 */
const closeForm = async (world: World, actor: Actor, close: { form: string }): Promise<ActResult> => {
  const started = runClose(world, actor, close)
  await started?.outcome
  const closed = world.views.get(close.form)
  const below = closed && stackOf(world, closed).at(-1)
  return { event: started?.interaction.id ?? '', ...(below && { form: renderForm(world, below) }) }
}

const perform = async (world: World, actor: Actor, deed: Deed): Promise<ActResult> => {
  if ('say' in deed) return { event: await runSay(world, actor, deed) }
  if ('forward' in deed) return { event: runForward(world, actor, deed.forward) }
  if ('visit' in deed) return { event: runVisit(world, actor, deed.visit) }
  if ('delete' in deed) return { event: runDelete(world, actor, deed.delete) }
  if ('manage' in deed) {
    runManage(world, actor, deed.manage)
    return { event: '' }
  }
  if ('close' in deed) return closeForm(world, actor, deed.close)
  const started = await start(world, actor, deed)
  return started ? resultOf(world, started.interaction, await started.outcome) : { event: '' }
}

/** Everybody's view of every workspace, in the order of time. */
const seenAnywhere = ({ registration }: World, query: MessageQuery): readonly SeenMessage[] =>
  registration.workspaces
    .flatMap((world) => seenMessages(world, query))
    .sort((one, other) => compareTimestamps(one.id, other.id))

/**
 * Acts and looks as the people of the workspaces; the id of a conversation or of
 * a person says which one is meant.
 */
export const createPeople = (home: World): People => ({
  act: async (as, channel, deed) => {
    const world = workspaceOfDeed(home, as, channel)
    const userId = findPerson(world, as, 'as').id
    const actor = { userId, ...findPlace(world, channel, userId) }
    try {
      return await perform(world, actor, deed)
    } catch (error) {
      if (error instanceof NotAllowed) return { event: '', refused: error.message }
      throw error
    }
  },
  messages: (query) =>
    query.viewer === undefined && query.channel === undefined
      ? seenAnywhere(home, query)
      : seenMessages(workspaceOfDeed(home, query.viewer, query.channel), query),
  places: (viewer) => seenPlaces(workspaceOfDeed(home, viewer, undefined), viewer),
  offers: (viewer, channel) => seenOffers(workspaceOfDeed(home, viewer, channel), viewer, channel),
})
