import type { Answer } from '../../core/command/answer.ts'
import type { HomeSection } from '../../core/command/home.ts'
import type { Asked, Invocation } from '../../core/command/invocation.ts'
import type { RawValues } from '../../core/fields/field.ts'
import type { Block, Button, Fact, ResultMessage } from '../../core/message/message.ts'
import { declared, inLanguage, say, sayDeclared } from '../../core/text/say.ts'
import { withManagerRights } from './admin-rights.ts'
import { enter, type LetInOptions, learned, letIn } from './admit.ts'
import { runUtility, type UtilityDeps } from './utility.ts'

interface Part {
  title: string
  command: string
  action: string | undefined
  values?: (viewer: Invocation) => RawValues
  isForAdmins?: true
  /** Its sentence only introduces the list or its buttons, so it is left out if there is a list. */
  isList?: true
}

/** What a member's home shows, each part as its command says it. */
const parts: readonly Part[] = [
  { title: declared('Your credits'), command: 'credits', action: undefined },
  {
    title: declared('Your queue'),
    command: 'jobs',
    action: 'mine',
    values: () => ({ running: true }),
    isList: true,
  },
  {
    title: declared('Your results'),
    command: 'history',
    action: undefined,
    values: ({ target }) => ({ member: target.member }),
    isList: true,
  },
  { title: declared('Your defaults'), command: 'settings', action: 'show', isList: true },
  { title: declared('Budget'), command: 'budget', action: 'show', isForAdmins: true },
]

const button = (label: string, command: string, action?: string): Button => ({
  label,
  style: 'plain',
  commandLink: { command, action, values: {} },
})

const head = (isAdmin: boolean): HomeSection => ({
  title: say('Tunesmith'),
  message: {
    text: say('Make songs and speech from a few words, or remix your clips.'),
    tone: 'info',
    blocks: [
      {
        kind: 'buttons',
        buttons: [
          button(say('Make a song'), 'music'),
          button(say('Set defaults'), 'settings', 'mine'),
          ...(isAdmin ? [button(say('Set budget'), 'budget', 'limit')] : []),
        ],
      },
    ],
  },
})

/** What the menus of a message say. */
const menuFacts = (blocks: readonly Block[]): readonly Fact[] =>
  blocks
    .flatMap((block) => (block.kind === 'buttons' ? (block.menus ?? []) : []))
    .flatMap(({ label, current }) => (current === undefined ? [] : [{ label, value: current }]))

/**
 * A home is a place to look: its lists have no buttons, whose answers would appear elsewhere, and nothing that
 * explains them. What a menu would show is a fact.
 */
const withoutButtons = ({ text, blocks, ...message }: ResultMessage, isList: boolean): ResultMessage => {
  const isAboutButtons = ({ kind }: Block, index: number): boolean =>
    kind === 'buttons' || (kind === 'note' && blocks[index + 1]?.kind === 'buttons')
  const fromMenus = menuFacts(blocks)
  const kept = blocks.filter((block, index) => !isAboutButtons(block, index))
  const facts = [...kept.flatMap((block) => (block.kind === 'facts' ? block.facts : [])), ...fromMenus]
  const others = kept.filter(({ kind }) => kind !== 'facts')
  return {
    ...message,
    text: isList && facts.length > 0 ? '' : text,
    blocks: fromMenus.length === 0 ? kept : [{ kind: 'facts', facts }, ...others],
  }
}

const noValues = (): RawValues => ({})

const sectionOf = async (options: UtilityDeps, viewer: Invocation, part: Part): Promise<HomeSection[]> => {
  const { title, command: name, action, values = noValues, isList = false } = part
  const command = options.commands.find((known) => known.name === name)
  if (command?.kind !== 'utility') return []
  const eventId = `${viewer.eventId} ${name}`
  const { message } = await runUtility(options, command, {
    ...viewer,
    eventId,
    command: name,
    action,
    values: values(viewer),
  })
  return [{ title: sayDeclared(title), message: withoutButtons(message, isList) }]
}

const refusal = (answer: Answer): HomeSection => ({
  title: say('Tunesmith'),
  message: answer.message,
  ...(answer.kind === 'message' && answer.isShutOut && { isShutOut: true }),
})

const sectionsFor = async (options: UtilityDeps, asked: Invocation): Promise<readonly HomeSection[]> => {
  const viewer = await withManagerRights(options, asked)
  const shown = parts.filter(({ isForAdmins }) => viewer.isAdmin || !isForAdmins)
  const sections = await Promise.all(shown.map((part) => sectionOf(options, viewer, part)))
  return [head(viewer.isAdmin), ...sections.flat()]
}

/**
 * What a member sees on the app's own page: what they can do, and what they have here. Throws AppError
 * `store_unavailable`, and what `Asked.learn` throws.
 */
export const homeOf = async (
  options: UtilityDeps & LetInOptions,
  asked: Asked,
): Promise<readonly HomeSection[]> => {
  const admitted = await letIn(options, asked, undefined)
  if ('refused' in admitted) return [refusal(admitted.refused)]
  const known = await learned(admitted)
  if ('refused' in known) return [refusal(known.refused)]
  return inLanguage(known.locale, async () => {
    const entered = await enter(options, known)
    return 'refused' in entered ? [refusal(entered.refused)] : sectionsFor(options, entered.invocation)
  })
}
