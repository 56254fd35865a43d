import { useCallback, useRef, useState } from 'preact/hooks'
import type { ActResult, Deed, Form, SeenMessage } from '../../../control/people.ts'
import type {
  SeenChannel,
  SeenGroup,
  SeenOffers,
  SeenPerson,
  SeenPlaces,
} from '../../../control/seen-places.ts'
import { act, messagesIn, offersIn, type Platform, placesOf } from '../control.ts'
import { reasonOf } from '../reason.ts'
import { useFresh } from '../watching.ts'
import type { NameOf } from './showing.ts'

/** A choice that is suggested while somebody types. */
export type Suggestion = { readonly name: string; readonly value: string | number }

/** One of the two chats as somebody sees it, and what they can do in it. */
export interface ChatState {
  platform: Platform
  places: SeenPlaces
  channels: readonly SeenChannel[]
  people: readonly SeenPerson[]
  groups: readonly SeenGroup[]
  viewer: SeenPerson | undefined
  place: SeenChannel | undefined
  messages: readonly SeenMessage[]
  offers: SeenOffers
  form: Form | undefined
  /** The number of actions here: after each, the user wants to see what comes of it. */
  deeds: number
  /** What the client or the sandbox said last, where it did not do what was asked. */
  told: string
  nameOf: NameOf
  become(person: string): void
  go(place: string): void
  /** Takes a message out of sight that one person alone sees. */
  dismiss(message: string): void
  closeForm(): void
  /**
   * Does something where one is, as somebody else where `as` says so; what is done in a form is done where it
   * was opened, by the user who opened it. An action that can't be built is reported like a refused one.
   */
  perform(deed: Deed | Promise<Deed>, as?: string): Promise<ActResult | undefined>
  suggest(command: string, option: string, text: string): Promise<readonly Suggestion[]>
}

/** Who does something, and where. */
interface Standpoint {
  as: string
  channel: string
}

/** A form, which belongs to the user who opened it, wherever they go meanwhile. */
interface OpenForm extends Standpoint {
  form: Form
}

/** The form that a deed is done in. */
const formOf = (deed: Deed): string | undefined => {
  if ('submit' in deed) return deed.submit.form
  if ('close' in deed) return deed.close.form
  return 'autocomplete' in deed ? deed.autocomplete.command : undefined
}

/** Who everything begins with: the first member of each world, by the name that the control takes. */
const firstViewer = 'max'

const nowhere: SeenPlaces = { servers: [], directMessages: [] }
const noOffers: SeenOffers = { commands: [], entries: [] }

const namesIn =
  ({ people, channels, groups }: Pick<ChatState, 'people' | 'channels' | 'groups'>): NameOf =>
  (kind, id) => {
    const known = { member: people, channel: channels, group: groups }[kind]
    return known.find((one) => one.id === id)?.name ?? id
  }

/** Where somebody can be, and where they are: the first channel until they go elsewhere. */
const usePlaces = (platform: Platform, viewer: string, occasion: number) => {
  const [wanted, go] = useState('')
  const read = useCallback(() => placesOf(platform, viewer), [platform, viewer])
  const before = useRef(nowhere)
  // The previous user's stay until the next user's are known, or text typed meanwhile would be lost.
  const places = useFresh(read, viewer, occasion) ?? before.current
  before.current = places
  const channels = [...places.servers.flatMap((server) => server.channels), ...places.directMessages]
  return { places, channels, place: channels.find(({ id }) => id === wanted) ?? channels[0], go }
}

/** What somebody sees in a place, and what they are offered there. */
const useView = (platform: Platform, viewer: string, place: string | undefined, occasion: number) => {
  const key = `${viewer} ${place}`
  const readMessages = useCallback(
    async () => (place === undefined ? [] : messagesIn(platform, viewer, place)),
    [platform, viewer, place],
  )
  const readOffers = useCallback(
    async () => (place === undefined ? noOffers : offersIn(platform, viewer, place)),
    [platform, viewer, place],
  )
  return {
    messages: useFresh(readMessages, key, occasion) ?? [],
    offers: useFresh(readOffers, key, occasion) ?? noOffers,
  }
}

/** Sits in one of the chats. `occasion` changes whenever something happened there. */
export const useChat = (platform: Platform, occasion: number): ChatState => {
  const [viewer, become] = useState(firstViewer)
  const [open, setOpen] = useState<OpenForm>()
  const [told, setTold] = useState('')
  const [deeds, setDeeds] = useState(0)
  const { places, channels, place, go } = usePlaces(platform, viewer, occasion)
  // Not all that is done makes the platform tell the bot of it.
  const { messages, offers } = useView(platform, viewer, place?.id, occasion + deeds)
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set())
  const people = places.servers.flatMap((server) => server.people)
  const server = places.servers.find((one) => one.channels.some(({ id }) => id === place?.id))
  const groups = server?.groups ?? []

  /** What came of a deed, and from where it was done; undefined where the sandbox did not hear of it. */
  const attempt = async (asked: Deed | Promise<Deed>, as = viewer) => {
    try {
      const deed = await asked
      const isInForm = open !== undefined && formOf(deed) === open.form.id
      const from: Standpoint = isInForm ? open : { as, channel: place?.id ?? '' }
      const result = await act(platform, from.as, from.channel, deed)
      setTold(result.refused ?? '')
      return { deed, from, result }
    } catch (error) {
      setTold(reasonOf(error))
      return undefined
    }
  }
  const shut = ({ form, as, channel }: OpenForm): Promise<ActResult | undefined> =>
    act(platform, as, channel, { close: { form: form.id } }).catch(() => undefined)
  /** A form that is refused stays as it was filled in; another that comes takes the place of the one before. */
  const follow = (deed: Deed, { as, channel }: Standpoint, { form, refused }: ActResult): void => {
    if (refused !== undefined || (form === undefined && !('submit' in deed))) return
    if (open !== undefined && form !== undefined && !('submit' in deed)) void shut(open)
    setOpen(form === undefined ? undefined : { form, as, channel })
  }
  return {
    platform,
    places,
    channels,
    people,
    groups,
    place,
    offers,
    form: open?.form,
    told,
    deeds,
    messages: messages.filter(({ id }) => !dismissed.has(id)),
    become(person) {
      setTold('')
      become(person)
    },
    go(id) {
      setTold('')
      go(id)
    },
    dismiss: (id) => setDismissed(new Set([...dismissed, id])),
    viewer: people.find(({ id, name }) => id === viewer || name.toLowerCase() === viewer),
    nameOf: namesIn({ people, channels, groups }),
    closeForm() {
      setOpen(undefined)
      if (open === undefined) return
      // On Slack a form may stand on another, which is seen again.
      void shut(open).then((result) => result?.form && setOpen({ ...open, form: result.form }))
    },
    async perform(deed, as) {
      const done = await attempt(deed, as)
      setDeeds((before) => before + 1)
      if (done !== undefined) follow(done.deed, done.from, done.result)
      return done?.result
    },
    suggest: async (command, option, text) =>
      (await attempt({ autocomplete: { command, option, text } }))?.result.choices ?? [],
  }
}
