import type { types } from '@slack/bolt'
import type { HomeSection } from '../../../core/command/home.ts'
import { inLanguage } from '../../../core/text/say.ts'
import { shortened } from '../../../core/text/text.ts'
import type { RequestPlace } from '../answers/reply.ts'
import { askedBy, type ListenOptions, plainRequest } from '../answers/requests.ts'
import { shownAlone } from '../answers/respond.ts'
import { postError, refusalCode } from '../outgoing/errors.ts'
import type { MessageBlock } from '../render/data.ts'
import { limits } from '../render/limits.ts'
import type { SourceWorkspaces } from './source-workspaces.ts'

const blocksOf = ({ title, message }: HomeSection): MessageBlock[] => [
  { type: 'header', text: { type: 'plain_text', text: shortened(title, limits.headerText), emoji: false } },
  ...shownAlone(message).blocks,
]

/**
 * A home tab; `channel` is the member's direct messages with us, where answers to its buttons appear.
 * https://docs.slack.dev/reference/views/home-tab-views
 */
export const homeView = (sections: readonly HomeSection[], channel: string): types.HomeView => ({
  type: 'home',
  private_metadata: channel,
  blocks: sections.flatMap(blocksOf).slice(0, limits.blocksPerView),
})

const sectionsFor = (
  options: ListenOptions,
  place: RequestPlace,
  { eventId, sourceWorkspaces }: { eventId: string; sourceWorkspaces: SourceWorkspaces },
): Promise<readonly HomeSection[]> => {
  const asked = askedBy(options, {
    ...plainRequest,
    sourceWorkspaces,
    place,
    eventId,
    command: '',
    action: undefined,
    values: {},
    isMember: true,
    responseUrl: '',
  })
  return inLanguage(options.members.localeOf(place.member), () => options.dispatch.home(asked))
}

/**
 * Shows a member their home as it is now. An app whose manifest has no home tab is told so by Slack; members then
 * have none. https://docs.slack.dev/reference/methods/views.publish
 */
export const publishHome = async (
  options: ListenOptions,
  place: RequestPlace,
  event: { eventId: string; sourceWorkspaces: SourceWorkspaces },
): Promise<void> => {
  const { web, log } = options
  try {
    const sections = await sectionsFor(options, place, event)
    if (sections.some(({ isShutOut }) => isShutOut) && !options.mayBeTold(place.member, options.now())) return
    const view = inLanguage(options.members.localeOf(place.member), () => homeView(sections, place.channel))
    await web.views.publish({ user_id: place.member, view })
  } catch (error) {
    const code = refusalCode(error)
    log.warn('a home tab could not be shown', {
      error: postError(error),
      ...(code !== undefined && { code }),
    })
  }
}

/** https://docs.slack.dev/reference/events/app_home_opened */
export const onHomeOpened = async (
  options: ListenOptions,
  { tab, user, channel, event_ts: eventId }: types.AppHomeOpenedEvent,
  sourceWorkspaces: SourceWorkspaces,
): Promise<void> => {
  if (tab !== 'home') return
  const place: RequestPlace = { channel, thread: undefined, member: user, isHome: true }
  await publishHome(options, place, { eventId: ['home', user, eventId].join(' '), sourceWorkspaces })
}
